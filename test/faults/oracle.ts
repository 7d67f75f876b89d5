import { inspect, isDeepStrictEqual } from 'node:util';
import type { Database } from '../../adapters/postgres/database.ts';
import type { BookKey } from '../../app/ports.ts';
import { modelBook } from '../support/book-model.ts';
import type { ModelFile } from '../support/book-model-record.ts';
import { asRead, readTables } from '../support/engine-book.ts';
import { listEvents, listJobs, type StoredJob } from '../support/engine-tables.ts';
import { viewOfModel, viewOfScored } from '../support/scored-book-view.ts';

/**
 * What the tables must hold, worked out from the files alone: the rule of acceptance order said as plainly as possible, and
 * the book model for every row, delta and total.
 */

/** What was asked of one book, as its client knows it. */
export interface BookHistory {
  readonly book: BookKey;
  /** What was sent, by the id the service gave it. */
  readonly files: ReadonlyMap<string, ModelFile>;
  /** Every job whose acceptance was answered, in that order. */
  readonly acceptedJobIds: readonly string[];
  /** Jobs that were tried again by hand, once for each time. */
  readonly retriedJobIds: readonly string[];
}

const CONFIG = { toleranceAbsolute: '0.01', tolerancePercent: '0' };

/** Says everything that is wrong with a book; nothing when it is right. */
export async function findFaultsOfBook(database: Database, history: BookHistory): Promise<string[]> {
  const { book, files, acceptedJobIds } = history;
  const jobs = (await listJobs(database, book)).filter(({ fileId }) => files.has(fileId));
  const inForce = filesInForce(jobs, files);
  return [
    ...difference('jobs accepted', [...new Set(acceptedJobIds)], jobs.map(({ jobId }) => jobId).filter((id) => acceptedJobIds.includes(id))),
    ...difference('jobs of uploads', [...files.keys()], jobs.filter(isUpload).map(({ fileId }) => fileId)),
    ...difference('ends of jobs', jobs.map((job) => `${job.jobId} ${endOf(job, files)}`), jobs.map(({ jobId, status }) => `${jobId} ${status}`)),
    ...difference('events', eventsOf(jobs, history).sort(), (await eventsStored(database, book, jobs)).sort()),
    ...difference('states of files', expectedFileStates(jobs, files), jobs.filter(isUpload).map(({ fileId, fileStatus }) => `${fileId} ${fileStatus}`)),
    ...difference('lines', inForce.flatMap(({ file, fileId }) => file.lines.map(() => fileId)).sort(), await lineFiles(database, book)),
    ...difference(
      'scores',
      viewOfModel(modelBook({ files: inForce.map(({ file }) => asRead(file)), rates: [], estimates: true, config: CONFIG })),
      viewOfScored(await readTables(database, book)),
    ),
  ];
}

/** The ids that were put in force, oldest first, each with its file. */
function filesInForce(jobs: readonly StoredJob[], files: ReadonlyMap<string, ModelFile>) {
  let inForce: { readonly fileId: string; readonly file: ModelFile }[] = [];
  for (const { mode, fileId } of jobs) {
    const file = files.get(fileId);
    if (mode === 'rescore' || file === undefined || (mode !== 'retract' && file.lines.length === 0)) continue;
    if (mode !== 'append') inForce = inForce.filter((one) => one.file.period !== file.period);
    if (mode !== 'retract') inForce.push({ fileId, file });
  }
  return inForce;
}

function expectedFileStates(jobs: readonly StoredJob[], files: ReadonlyMap<string, ModelFile>): string[] {
  const states = new Map<string, string>();
  for (const { mode, fileId } of jobs) {
    const file = files.get(fileId);
    if (mode === 'rescore' || file === undefined) continue;
    const isFailure = mode !== 'retract' && file.lines.length === 0;
    if (mode !== 'append' && !isFailure) {
      for (const [other, state] of states) {
        if (state === 'active' && files.get(other)?.period === file.period)
          states.set(other, mode === 'retract' ? 'retracted' : 'replaced');
      }
    }
    if (mode !== 'retract') states.set(fileId, isFailure ? 'failed' : 'active');
  }
  return [...states].map(([fileId, state]) => `${fileId} ${state}`);
}

const isUpload = ({ mode }: StoredJob) => mode === 'ingest' || mode === 'append' || mode === 'replace';

function endOf(job: StoredJob, files: ReadonlyMap<string, ModelFile>): 'completed' | 'failed' {
  return isUpload(job) && files.get(job.fileId)?.lines.length === 0 ? 'failed' : 'completed';
}

/** One for its end, and one for each time it had failed before somebody tried it again. */
function eventsOf(jobs: readonly StoredJob[], { files, retriedJobIds }: BookHistory): string[] {
  const ends = jobs.map((job) => `job.${endOf(job, files)} ${job.jobId}`);
  return [...ends, ...retriedJobIds.map((jobId) => `job.failed ${jobId}`)];
}

async function eventsStored(database: Database, book: BookKey, jobs: readonly StoredJob[]): Promise<string[]> {
  const ids = new Set(jobs.map(({ jobId }) => jobId));
  return (await listEvents(database, book)).filter((event) => ids.has(event.split(' ')[1] ?? ''));
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
