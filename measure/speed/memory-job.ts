// The job without its database, as a process of its own: the service's own functions read, map, score and total the statements of two
// months. It takes a MemoryJob as JSON and prints the result.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openStatementFile } from '../../adapters/statement-file/open-statement-file.ts';
import { lineCollector } from '../../app/book/identify-members.ts';
import { cadenceOf, EVERY_MONTH_PAID } from '../../core/scoring/cadence.ts';
import { NO_HISTORY } from '../../core/scoring/member-history.ts';
import { NO_PROFILE } from '../../core/scoring/member-month.ts';
import { periodMembers } from '../../core/scoring/period-members.ts';
import { collectScores, type PeriodScores, scoreInSteps } from '../../core/scoring/score-period.ts';
import type { PriorRow, ScoredRow } from '../../core/scoring/scored-row.ts';
import { toleranceOf } from '../../core/scoring/tolerance.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import { lineKindOf } from '../../core/statement/line-kind.ts';
import { mapStatement } from '../../core/statement/map-statement.ts';
import { memberRefId } from '../../core/statement/member-key.ts';
import { type MemoryAnswer, memoryJobSchema } from './memory-files.ts';

const job = memoryJobSchema.parse(JSON.parse(process.argv[2] ?? ''));
const BOOK = {
  accountId: '018f0000-0000-7000-8000-000000000001',
  workspaceId: '018f0000-0000-7000-8000-000000000002',
  carrierId: '018f0000-0000-7000-8000-000000000003',
};
const config = statementConfigSchema.parse(job.config);

function score({ path, period }: typeof job.prior, before: PeriodScores | null): PeriodScores {
  const source = openStatementFile(readFileSync(path), config);
  const { lines, collect } = lineCollector(BOOK, path);
  const mapping = mapStatement(source, config, { period, knownHeaders: null, keep: collect });
  if (mapping.kind === 'rejected') throw new Error(mapping.rejection.detail);
  const members = periodMembers(before?.rows ?? [], lines);
  if (before !== null) members.addEarlier(droppedBefore());
  const inputs = {
    earlierEvents: [],
    earlierTallies: [],
    period,
    baselinePeriod: before === null ? null : job.prior.period,
    firstPeriod: before === null ? period : job.prior.period,
    rates: [],
    tolerance: toleranceOf(config),
    newestFileId: path,
    kindOf: lineKindOf(config),
    cadence: cadenceOf(config),
    isUnpaidMonth: EVERY_MONTH_PAID,
    isPolicyTerm: false,
    productLine: 'medicare',
  } as const;
  return collectScores(scoreInSteps(inputs, members));
}

/** Makes a row for each member who dropped before. The database would have the latest row of each; here only their absence is known. */
function droppedBefore(): PriorRow[] {
  if (job.dropped === null) return [];
  const ids = readFileSync(job.dropped, 'utf8').trimEnd().split('\n').slice(1);
  return ids.map((id) => {
    const memberRef = memberRefId({ ...BOOK, memberKey: id });
    return { ...DROPPED, memberRefId: memberRef, memberExternalId: id };
  });
}

const DROPPED: PriorRow = {
  memberRefId: '',
  memberExternalId: '',
  status: 'red',
  profile: NO_PROFILE,
  firstSeenPeriod: '2026-01',
  lastPresentPeriod: '2026-06',
  lastPresentAmount: 0,
  commissionAmount: 0,
  paidThrough: null,
  history: NO_HISTORY,
};

/** Hashes rows in their order. The file is left out, because the bench names it anew in each run. */
function hashOf(rows: readonly ScoredRow[]): string {
  const hash = createHash('sha256');
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  for (const row of rows) hash.update(JSON.stringify({ ...row, fileId: null }, plain));
  return hash.digest('hex');
}

const prior = score(job.prior, null);
const { rollup, rows } = score(job.current, prior);
const { memberCount, green, yellow, red, new: added, reappeared, chargebackCount } = rollup;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const answer: MemoryAnswer = {
  cpuMs: (userCPUTime + systemCPUTime) / 1000,
  peakKibibytes: maxRSS,
  deltas: rows.reduce((sum, row) => sum + row.deltas.length, 0),
  rowsHash: hashOf([...prior.rows, ...rows]),
  counts: { memberCount, green, yellow, red, new: added, reappeared, chargebackCount },
};
console.log(JSON.stringify(answer));
