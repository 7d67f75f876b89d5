import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import type { BookKey } from '../../core/book-key.ts';
import { operationsArbitrary } from '../support/book-arbitraries.ts';
import { modelBook } from '../support/book-model.ts';
import type { ModelFile } from '../support/book-model-record.ts';
import { asRead, readTables } from '../support/engine-book.ts';
import { listEvents, listJobs, type StoredJob } from '../support/engine-tables.ts';
import { asOwner } from '../support/postgres.ts';
import { viewOfModel, viewOfScored } from '../support/scored-book-view.ts';

/**
 * Calculates the expected tables from the files alone: the files that count by a simple form of the acceptance order, and every row,
 * delta and total by the book model.
 */

/** The requests for one book, as its client knows them. */
export interface BookHistory {
  readonly book: BookKey;
  /** The sent files, by the id from the service. */
  readonly files: ReadonlyMap<string, ModelFile>;
  /** The ids of the jobs whose acceptance was answered, in the order of acceptance. */
  readonly acceptedJobIds: readonly string[];
  /** Jobs that failed after all attempts and could not be retried, because another file or a retraction had taken their place. */
  readonly abandonedJobIds: ReadonlySet<string>;
}

const CONFIG = { toleranceAbsolute: '0.01', tolerancePercent: '0' };

/** Returns a sentence for each violated guarantee of a book; empty when there is none. */
export async function findFaultsOfBook(database: Database, history: BookHistory): Promise<string[]> {
  const { book, files, acceptedJobIds } = history;
  const jobs = (await listJobs(database, book)).filter(({ fileId }) => files.has(fileId));
  const uploads = jobs.filter(isUpload);
  const ids = jobs.map(({ jobId }) => jobId);
  const states = fileStates(jobs, history);
  const inForce = [...states].flatMap(([fileId, state]) => (state === 'active' ? fileId : []));
  const modelled = inForce.flatMap((fileId) => files.get(fileId) ?? []).map(asRead);
  const model = modelBook({ files: modelled, rates: [], estimates: true, config: CONFIG });
  const pairs: readonly (readonly [what: string, expected: unknown, found: unknown])[] = [
    ['accepted jobs', [...new Set(acceptedJobIds)], ids.filter((jobId) => acceptedJobIds.includes(jobId))],
    ['jobs of uploads', [...files.keys()], uploads.map(({ fileId }) => fileId)],
    ['ends of jobs', jobs.map((job) => endOf(job, history)), jobs.map(({ status }) => status)],
    ['events', await endsInTrail(database, ids), (await eventsOf(database, book, new Set(ids))).sort()],
    ['states of files', [...states], uploads.map(({ fileId, fileStatus }) => [fileId, fileStatus])],
    [
      'lines',
      inForce.flatMap((fileId) => files.get(fileId)?.lines.map(() => fileId) ?? []).sort(),
      await lineFiles(database, book),
    ],
    ['scores', viewOfModel(model), viewOfScored(await readTables(database, book))],
  ];
  return pairs.flatMap(([what, expected, found]) => difference(what, expected, found));
}

/** The final state of every upload's file, in order of acceptance. */
function fileStates(jobs: readonly StoredJob[], history: BookHistory): Map<string, string> {
  const { files } = history;
  const states = new Map<string, string>();
  for (const job of jobs) {
    const { mode, fileId } = job;
    const isFailure = endOf(job, history) === 'failed';
    if (mode === 'rescore') continue;
    const isVoid = mode === 'retract' && states.get(fileId) !== 'active';
    if (mode !== 'append' && !isFailure && !isVoid) {
      for (const [other, state] of states) {
        if (state === 'active' && files.get(other)?.period === files.get(fileId)?.period)
          states.set(other, mode === 'retract' ? 'retracted' : 'replaced');
      }
    }
    if (mode !== 'retract') states.set(fileId, isFailure ? 'failed' : 'active');
  }
  return states;
}

const isUpload = ({ mode }: StoredJob) => mode === 'ingest' || mode === 'append' || mode === 'replace';

function endOf(job: StoredJob, { files, abandonedJobIds }: BookHistory): 'completed' | 'failed' {
  const isUnreadable = isUpload(job) && files.get(job.fileId)?.lines.length === 0;
  return isUnreadable || abandonedJobIds.has(job.jobId) ? 'failed' : 'completed';
}

async function eventsOf(database: Database, book: BookKey, jobIds: ReadonlySet<string>): Promise<string[]> {
  return (await listEvents(database, book)).filter((event) => jobIds.has(event.split(' ')[1] ?? ''));
}

/** The file of every stored line. */
async function lineFiles(database: Database, { accountId, workspaceId, carrierId }: BookKey): Promise<string[]> {
  const rows = await database.system(
    (sql) => sql<{ file_id: string }[]>`
      select file_id from statement_lines
      where account_id = ${accountId} and workspace_id = ${workspaceId} and carrier_id = ${carrierId}`,
  );
  return rows.map((row) => row.file_id).sort();
}

const INSPECTED = { depth: null, sorted: true, breakLength: 0, maxArrayLength: null };

function difference(what: string, expected: unknown, found: unknown): string[] {
  if (isDeepStrictEqual(expected, found)) return [];
  const [left = [], right = []] = [expected, found].map((value) => inspect(value, INSPECTED).split('\n'));
  const at = left.findIndex((line, index) => line !== right[index]);
  const around = (lines: readonly string[]) => lines.slice(Math.max(0, at - 4), at + 4).join(' ');
  return [`${what}: expected …${around(left)}… but found …${around(right)}…`];
}

/** Makes the requests of one run from a seed: a sequence for each book. */

export type Request =
  | {
      readonly kind: 'ingest' | 'append' | 'replace';
      readonly file: ModelFile;
      /** The bytes cannot be read until the job has failed for good and is retried by hand. */
      readonly isOutOfReach?: boolean;
    }
  | { readonly kind: 'retract' | 'rescore'; readonly period: string };

/** The first book uses every function of the service, the others a random selection. */
export function historiesOf(seed: number): readonly (readonly Request[])[] {
  const random = fc
    .sample(operationsArbitrary, { seed, numRuns: 4 })
    .map((operations) =>
      operations.map(
        (operation): Request =>
          operation.kind === 'retract'
            ? operation
            : { kind: operation.kind === 'upload' ? 'ingest' : operation.kind, file: operation.file },
      ),
    );
  const [first = [], second = [], third = [], fourth = []] = random;
  return [everything(seed), [...first, ...second].slice(0, RANDOM_MAX), [...third, ...fourth].slice(0, RANDOM_MAX)];
}

const RANDOM_MAX = 4;

function everything(seed: number): Request[] {
  const cents = Math.abs(seed % 1_000);
  const file = (period: string, members: string): ModelFile => ({
    period,
    lines: [...members].map((member, index) => ({ member, policy: null, amount: `${40 + index}.${100 + cents}` })),
  });
  return [
    { kind: 'ingest', file: file('2026-01', 'ABC') },
    { kind: 'ingest', file: file('2026-02', 'ABD') },
    { kind: 'append', file: file('2026-01', 'XY') },
    { kind: 'ingest', file: { period: '2026-04', lines: [] } },
    { kind: 'ingest', file: file('2026-05', 'AB'), isOutOfReach: true },
    { kind: 'replace', file: file('2026-02', 'ACE') },
    { kind: 'ingest', file: file('2026-03', 'AC') },
    { kind: 'retract', period: '2026-03' },
    { kind: 'rescore', period: '2026-02' },
  ];
}

export function periodOf(request: Request): string {
  return 'file' in request ? request.file.period : request.period;
}

/** Records every state of a job, so that a run can be checked against docs/reference/uploads-and-jobs.md#states. */
export async function recordJobTrail(address: DatabaseAddress): Promise<void> {
  await asOwner(address, (sql) =>
    sql.unsafe(`
      create table job_trail (position bigint generated always as identity, job_id uuid, status text, lease_epoch int);
      create function record_job() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        if tg_op = 'INSERT' or new.status <> old.status or new.lease_epoch <> old.lease_epoch then
          insert into job_trail (job_id, status, lease_epoch) values (new.job_id, new.status, new.lease_epoch);
        end if;
        return null;
      end $$;
      create trigger record_job after insert or update on jobs for each row execute function record_job();
      grant select on job_trail to cas_system;
    `),
  );
}

/** The transitions of docs/reference/uploads-and-jobs.md#states; the number is the growth of the epoch. */
const ALLOWED = new Set([
  'queued processing 1',
  'processing completed 0',
  'processing failed 0',
  'processing queued 0',
  'failed queued 0',
  'queued canceled 0',
  'queued failed 0',
]);

/** Finds transitions that the table does not allow. It allows none from completed, so no job is completed twice. */
export async function findFaultsOfTrail(database: Database, jobIds: readonly string[]): Promise<string[]> {
  const rows = await database.system(
    (sql) => sql<{ job_id: string; status: string; lease_epoch: number }[]>`
      select job_id, status, lease_epoch from job_trail where job_id = any(${jobIds}::uuid[]) order by job_id, position`,
  );
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    if (before?.job_id !== row.job_id)
      return row.status === 'queued' && row.lease_epoch === 0 ? [] : [`${row.job_id} began as ${row.status}`];
    const step = `${before.status} ${row.status} ${row.lease_epoch - before.lease_epoch}`;
    return ALLOWED.has(step) ? [] : [`${row.job_id} went ${step}`];
  });
}

/** The events that the jobs should have caused: `job.status job-id` for each end of a job, sorted. */
async function endsInTrail(database: Database, jobIds: readonly string[]): Promise<string[]> {
  const rows = await database.system(
    (sql) => sql<{ event: string }[]>`
      select 'job.' || status || ' ' || job_id as event from job_trail
      where job_id = any(${jobIds}::uuid[]) and status in ('completed', 'failed')`,
  );
  return rows.map(({ event }) => event).sort();
}
