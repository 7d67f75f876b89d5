import type { KnownLines, StoredPeriod } from '../../../app/book/book-ports.ts';
import type { Period } from '../../../core/period.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import { readStoredConfig } from '../../../core/statement/stored-config.ts';
import { statementLines } from '../../../schema/book.ts';
import { carriers, statementConfigs } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { allEnded } from '../connection/start-now.ts';
import { listRates } from '../rates/expected-rate-rows.ts';
import { printsTotals } from '../reads/member-lines.ts';
import { readInBatches } from '../records/columnar-read.ts';
import { storedRecord } from '../records/stored-record.ts';
import type { BookScope } from './book-scope.ts';
import { SCORABLE_LINE_FIELDS } from './line-record.ts';

/** Loads what a period is scored from, except its baseline; null when the period has no active file. */
export async function loadStoredPeriod(
  scope: BookScope,
  period: Period,
  known: KnownLines,
): Promise<Omit<StoredPeriod, 'baselinePeriod' | 'firstPeriod'> | null> {
  const { sql, key } = scope;
  const active = await sql<{ file_id: string; product_line: StoredPeriod['productLine']; prints_totals: boolean }[]>`
    select f.file_id, c.product_line, ${printsTotals(sql, sql`f`)} as prints_totals from ${files} f
    join ${carriers} c on c.carrier_id = f.carrier_id and (c.account_id = ${key.accountId} or c.account_id is null)
    where f.account_id = ${key.accountId} and f.workspace_id = ${key.workspaceId} and f.carrier_id = ${key.carrierId}
      and f.period = ${period} and f.status = 'active'
    order by f.position`;
  const fileIds = active.map((file) => file.file_id);
  const newestFileId = fileIds.at(-1);
  if (newestFileId === undefined) return null;
  // All are sent at once, because each may wait behind lines that are being written.
  const rates = listRates(sql, key);
  const config = loadScoringConfig(scope, fileIds);
  const lines = loadLines(scope, fileIds, known);
  await allEnded([rates, config, lines]);
  return {
    lines: await lines,
    newestFileId,
    totalsFileIds: new Set(active.filter((file) => file.prints_totals).map((file) => file.file_id)),
    productLine: active[0]?.product_line ?? null,
    rates: await rates,
    config: await config,
  };
}

/** Loads the configuration of the newest completed job on the active files, including requested rescores. Its options apply to scoring. */
async function loadScoringConfig(
  { sql, key, jobId }: BookScope,
  fileIds: readonly string[],
): Promise<StoredPeriod['config']> {
  const [row] = await sql<{ config_id: string; config: unknown }[]>`
    select c.config_id, c.config from ${jobs} j join ${statementConfigs} c on c.config_id = j.config_id
    where j.account_id = ${key.accountId} and j.file_id = any(${fileIds}::uuid[]) and j.mode <> 'retract' and j.rates_from is null
      and (j.status = 'completed' or j.job_id = ${jobId})
    order by j.position desc limit 1`;
  if (row === undefined)
    throw new Error('No completed job with a configuration was found for the active files of a period.');
  return { configId: row.config_id, config: readStoredConfig(row.config).config };
}

const SCORABLE_LINE = storedRecord(SCORABLE_LINE_FIELDS);

/**
 * Reads the lines of some files, in the order of `fileIds`, which is the order of acceptance. Within a file, members may come in any
 * order, but each member's lines keep theirs. `known` holds lines that are not read again.
 */
export async function loadLines(
  scope: BookScope,
  fileIds: readonly string[],
  known: KnownLines,
): Promise<readonly ScorableLine[]> {
  const byFile = await Promise.all(fileIds.map(async (fileId) => known.get(fileId) ?? readRows(scope, fileId)));
  return byFile.flat();
}

/** Reads one file's lines in portions along the primary key. */
async function readRows({ sql, key }: BookScope, fileId: string): Promise<readonly ScorableLine[]> {
  const lines: ScorableLine[] = [];
  const stored = {
    table: statementLines,
    where: sql`account_id = ${key.accountId} and file_id = ${fileId}`,
    key: { sheet: '(-1)::smallint', row_number: '-1' },
  };
  await readInBatches(sql, SCORABLE_LINE, stored, (line) => lines.push({ ...line, fileId }));
  return lines;
}
