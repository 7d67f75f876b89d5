import { createHash } from 'node:crypto';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import type { BookKey } from '../../core/book-key.ts';
import type { JobMode } from '../../core/job/period-files.ts';

/** Reads the content of the tables without the stores. */

const RESULT_TABLES = [
  'statement_lines',
  'unassigned_lines',
  'scored_rows',
  'deltas',
  'rollups',
  'job_exceptions',
] as const;
const ALL_TABLES = [...RESULT_TABLES, 'files', 'jobs', 'books', 'outbox', 'expected_rates', 'audit_entries'] as const;

/** Returns the SHA-256 over every row of an account, column by column. */
export function hashOfTables(database: Database, { accountId }: BookKey): Promise<string> {
  return hashOf(database, accountId, ALL_TABLES);
}

/** Returns the SHA-256 over the results of an account's files, without the history of their jobs. */
export function hashOfResults(database: Database, { accountId }: BookKey): Promise<string> {
  return hashOf(database, accountId, RESULT_TABLES);
}

function hashOf(database: Database, accountId: string, tables: readonly string[]): Promise<string> {
  return database.system(async (sql) => {
    const hash = createHash('sha256');
    for (const table of tables) {
      const rows = await sql.unsafe<{ row: string }[]>(
        `select to_jsonb(t)::text as row from ${table} t where account_id = $1 order by 1`,
        [accountId],
      );
      hash.update(`${table} ${rows.length}\n${rows.map(({ row }) => row).join('\n')}\n`);
    }
    return hash.digest('hex');
  });
}

export interface StoredJob {
  readonly jobId: string;
  readonly fileId: string;
  readonly mode: JobMode;
  readonly status: string;
  readonly attempts: number;
  readonly leaseEpoch: number;
  readonly error: string | null;
  readonly errorCode: string | null;
  readonly progressStage: string;
  readonly stats: Readonly<Record<string, number>> | null;
  readonly fileStatus: string;
  readonly isPurged: boolean;
}

/** Returns an account's jobs in the order of acceptance, each with its file. */
export function listJobs(database: Database, { accountId }: Pick<BookKey, 'accountId'>): Promise<readonly StoredJob[]> {
  return database.system(
    async (sql) => sql<StoredJob[]>`
      select job_id as "jobId", file_id as "fileId", mode, j.status, attempts, lease_epoch as "leaseEpoch", error,
        error_code as "errorCode", progress_stage as "progressStage", stats, f.status as "fileStatus",
        raw_purged_at is not null as "isPurged"
      from jobs j join files f using (file_id) where j.account_id = ${accountId} order by j.position`,
  );
}

export async function findJob(database: Database, book: BookKey, jobId: string): Promise<StoredJob> {
  const job = (await listJobs(database, book)).find((one) => one.jobId === jobId);
  if (job === undefined) throw new Error(`No job ${jobId}`);
  return job;
}

/** Returns the written events and messages, as `topic job-id`, oldest first. */
export async function listOutbox(database: Database, { accountId }: BookKey): Promise<readonly string[]> {
  const rows = await database.system(
    (sql) => sql<{ topic: string; job_id: string }[]>`
      select topic, body ->> 'jobId' as job_id from outbox where account_id = ${accountId} order by position`,
  );
  return rows.map(({ topic, job_id }) => `${topic} ${job_id}`);
}

/** Returns the written events, as `topic job-id`, oldest first. */
export async function listEvents(database: Database, book: BookKey): Promise<readonly string[]> {
  return (await listOutbox(database, book)).filter((line) => line.startsWith('job.'));
}

/** Returns the bodies of a queue's messages, including claimed ones. */
export async function listMessages(database: Database, queue = 'statements'): Promise<readonly string[]> {
  const rows = await database.system(
    (sql) => sql<{ body: string }[]>`select body from queue_messages where queue = ${queue} order by message_id`,
  );
  return rows.map(({ body }) => body);
}

/** Returns the lines of a period as `member amount`, sorted. They show which file's lines the period has. */
export async function listLines(database: Database, book: BookKey, period: string): Promise<readonly string[]> {
  const rows = await database.system(
    (sql) => sql<{ line: string }[]>`
      select member_external_id || ' ' || trim_scale(amount) as line from statement_lines
      where account_id = ${book.accountId} and workspace_id = ${book.workspaceId} and carrier_id = ${book.carrierId} and period = ${period}`,
  );
  return rows.map(({ line }) => line).sort();
}
