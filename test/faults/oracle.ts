import { inspect, isDeepStrictEqual } from 'node:util';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import type { BookKey } from '../../core/book-key.ts';
import { modelBook } from '../support/book-model.ts';
import type { ModelFile } from '../support/book-model-record.ts';
import { asRead, readTables } from '../support/engine-book.ts';
import { listEvents, listJobs, type StoredJob } from '../support/engine-tables.ts';
import { viewOfModel, viewOfScored } from '../support/scored-book-view.ts';
import { endsInTrail } from './job-trail.ts';

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
