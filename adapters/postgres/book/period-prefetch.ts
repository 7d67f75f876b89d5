import type { KnownLines, StoredPeriod } from '../../../app/book/book-ports.ts';
import type { Period } from '../../../core/period.ts';
import { readStoredConfig } from '../../../core/statement/stored-config.ts';
import { allEnded, startNow } from '../connection/start-now.ts';
import { listRates } from '../rates/expected-rate-rows.ts';
import type { BookScope } from './book-scope.ts';
import { printsTotals } from './member-lines.ts';
import { loadFingerprints } from './stored-fingerprints.ts';
import { loadLines } from './stored-lines.ts';

/** The inputs of a period's scores, and the fingerprints of its stored rows. */
interface ReadPeriod extends Omit<StoredPeriod, 'baselinePeriod'> {
  /** The fingerprint of each member's stored row, by member id. */
  readonly fingerprints: ReadonlyMap<string, string>;
}

/** Reads each period once. A period can be requested early, while the one before it is scored. */
export interface PeriodPrefetch {
  /** Returns the result of an earlier request for the period, or reads it; null when the period has no active file. */
  read(period: Period, known: KnownLines): Promise<ReadPeriod | null>;
  /** Returns the fingerprints of a period that was read, and forgets the period, because its rows are about to change. */
  takeFingerprints(period: Period): Promise<ReadonlyMap<string, string>>;
  /** Resolves when all reads have ended, or rejects with the error of a failed one. */
  ended(): Promise<void>;
}

export function periodPrefetch(scope: BookScope): PeriodPrefetch {
  const reads = new Map<Period, Promise<ReadPeriod | null>>();
  return {
    read(period, known) {
      const inFlight = reads.get(period);
      if (inFlight !== undefined) return inFlight;
      const read = startNow(readPeriod(scope, period, known));
      reads.set(period, read);
      return read;
    },
    async takeFingerprints(period) {
      const own = await reads.get(period);
      reads.delete(period);
      if (own === undefined || own === null) throw new Error(`The period ${period} is saved before it was read.`);
      return own.fingerprints;
    },
    ended: () => allEnded([...reads.values()]),
  };
}

async function readPeriod(scope: BookScope, period: Period, known: KnownLines): Promise<ReadPeriod | null> {
  const { sql, key } = scope;
  const files = await sql<{ file_id: string; product_line: StoredPeriod['productLine']; prints_totals: boolean }[]>`
    select f.file_id, c.product_line, ${printsTotals(sql, sql`f`)} as prints_totals from files f
    join carriers c on c.carrier_id = f.carrier_id and (c.account_id = ${key.accountId} or c.account_id is null)
    where f.account_id = ${key.accountId} and f.workspace_id = ${key.workspaceId} and f.carrier_id = ${key.carrierId}
      and f.period = ${period} and f.status = 'active'
    order by f.position`;
  const fileIds = files.map((file) => file.file_id);
  const newestFileId = fileIds.at(-1);
  if (newestFileId === undefined) return null;
  // All queries are sent at once, because each may wait behind rows of earlier periods that are being written.
  const rates = listRates(sql, key);
  const config = loadScoringConfig(scope, fileIds);
  const lines = loadLines(scope, fileIds, known);
  const fingerprints = loadFingerprints(scope, period);
  await allEnded([rates, config, lines, fingerprints]);
  return {
    lines: await lines,
    newestFileId,
    totalsFileIds: new Set(files.filter((file) => file.prints_totals).map((file) => file.file_id)),
    productLine: files[0]?.product_line ?? null,
    rates: await rates,
    config: await config,
    fingerprints: await fingerprints,
  };
}

/** Loads the configuration of the newest completed job on the active files, including requested rescores. Its options apply to scoring. */
async function loadScoringConfig(
  { sql, key, jobId }: BookScope,
  fileIds: readonly string[],
): Promise<StoredPeriod['config']> {
  const [row] = await sql<{ config_id: string; config: unknown }[]>`
    select c.config_id, c.config from jobs j join statement_configs c on c.config_id = j.config_id
    where j.account_id = ${key.accountId} and j.file_id = any(${fileIds}::uuid[]) and j.mode <> 'retract' and j.rates_from is null
      and (j.status = 'completed' or j.job_id = ${jobId})
    order by j.position desc limit 1`;
  if (row === undefined) throw new Error('An active file has a completed job with a configuration.');
  return { configId: row.config_id, config: readStoredConfig(row.config).config };
}
