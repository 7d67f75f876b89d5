import { createHash, randomUUID } from 'node:crypto';
import { jobStats, reconcileStatedTotal } from '../../core/job/job-stats.ts';
import { type DecidedPeriodFiles, decidePeriodFiles, severalReplacedWarning } from '../../core/job/period-files.ts';
import { repeatedWarnings } from '../../core/job/repeated-statement.ts';
import {
  BOOK_BUSY_DELAY_SECONDS,
  DATABASE_AWAY_DELAYS_SECONDS,
  JOB_ATTEMPTS_MAX,
  JOB_RETRY_DELAYS_SECONDS,
} from '../../core/limits/job-limits.ts';
import { monthAfterJob, monthWarnings } from '../../core/month/month-state.ts';
import { needsAttention } from '../../core/scoring/events/carrier-event.ts';
import { inOrderOfMembers } from '../../core/scoring/period-members.ts';
import { hasRequiredColumns } from '../../core/statement/column-binding.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { MappedStatement, StatementWarning } from '../../core/statement/line.ts';
import { type Mapping, type MappingContext, mapStatement } from '../../core/statement/map-statement.ts';
import { type ReadOptions, type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import type { ProcessorClock } from '../../core/statement/work-budget.ts';
import { layoutWarning } from '../../core/upload/continued-book.ts';
import { BookBusy, type BookLine, type BookStore, type JobBook, type KnownLines } from '../book/book-ports.ts';
import { hasBaselineGap, type RebuiltPeriod, rebuildBook } from '../book/rebuild-book.ts';
import { followDisputes } from '../disputes/follow-disputes.ts';
import type { ObjectStore } from '../files/object-ports.ts';
import { lineFiler } from '../identities/book-lines.ts';
import { identifyMembers, returningWarnings, type UnfiledStatement } from '../identities/identify-members.ts';
import type { ClaimedJob, JobFailure, JobProgress, JobStore } from './job-ports.ts';
import { type Patience, retryWhileAway } from './retry-while-away.ts';

/**
 * The worker's job: claim → bytes → lines → scores, ended in one transaction
 * (docs/reference/uploads-and-jobs.md#what-a-job-does). Everything between reading the bytes and that transaction is a
 * function of the bytes and the configuration.
 */

export interface StatementWorker extends Patience {
  readonly jobs: JobStore;
  readonly books: BookStore;
  readonly objects: ObjectStore;
  readonly openStatement: (bytes: Uint8Array, options: ReadOptions) => StatementSource;
  /** What a statement may cost is counted by it. */
  readonly clock: ProcessorClock;
  /** Reports an error that will be tried again; never with what a statement says. */
  readonly onError: (error: unknown, job: ClaimedJob) => void;
}

export type ProcessResult =
  /** Ended, or nothing to do: the message can go. */
  | { readonly kind: 'done' }
  /** Failed for now: the same message should come back after this delay. */
  | { readonly kind: 'retry'; readonly delaySeconds: number }
  /** Not begun, because the book is another job's: a message of its own should come after this delay, and this one can go. */
  | { readonly kind: 'later'; readonly accountId: string; readonly delaySeconds: number }
  /** Failed for good after the last try: the message belongs in the dead-letter queue. */
  | { readonly kind: 'dead' };

/** Runs one try of a job. Errors that may pass are counted and answered with `retry`; nothing is half done. */
export async function processStatement(worker: StatementWorker, jobId: string): Promise<ProcessResult> {
  const claimId = randomUUID();
  const job = await retryWhileAway(awayRetryPolicy(worker), () => worker.jobs.claim(jobId, claimId));
  if (job === null) return { kind: 'done' };
  try {
    const failure =
      job.mode === 'retract' || job.mode === 'rescore' ? await rebuildOnly(worker, job) : await ingest(worker, job);
    if (failure !== null) await worker.jobs.fail(job, failure);
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof BookBusy)
      return retryWhileAway(awayRetryPolicy(worker), (isAgain) => putOff(worker, job, isAgain));
    worker.onError(error, job);
    return retryWhileAway(awayRetryPolicy(worker), (isAgain) => giveBack(worker, job, isAgain));
  }
}

const TEMPORARY_ERROR = 'The service could not finish this try; nothing of it was stored.';

const permanent = (error: string, errorCode: string | null = null): JobFailure => ({
  error,
  errorCode,
  exceptions: null,
});

/**
 * What ended a try is most often what keeps the job from being given back; not given back it stays in processing until the recovery
 * takes it for a dead worker's. Of no use where a line went silent: by the time that is noticed the worker's own time is over.
 */
export const awayRetryPolicy = ({ isAway, pause }: Patience) => ({
  isAway,
  pause,
  delaysSeconds: DATABASE_AWAY_DELAYS_SECONDS,
});

/**
 * A claim that was lost leaves nothing to give back. The recovery that took the job made a message of its own for it: this
 * one can go, and must not die in its place. Asked again, the claim may be lost because the job was given back, or failed, and only
 * the answer did not come; then no other message leads to it, and no other letter tells of it.
 */
async function giveBack({ jobs }: StatementWorker, job: ClaimedJob, isAgain: boolean): Promise<ProcessResult> {
  if (job.attempt >= JOB_ATTEMPTS_MAX) {
    const failed = await jobs.fail(job, permanent(`${TEMPORARY_ERROR} It was tried ${job.attempt} times.`));
    return failed || isAgain ? { kind: 'dead' } : { kind: 'done' };
  }
  const released = await jobs.release(job, TEMPORARY_ERROR);
  const delaySeconds = JOB_RETRY_DELAYS_SECONDS[job.attempt - 1] ?? 0;
  return released || isAgain ? { kind: 'retry', delaySeconds } : { kind: 'done' };
}

/**
 * Months of one book that come at once wait for each other longer than a worker should. Each message is received so often and no more,
 * so that this one can't be what comes back.
 */
async function putOff({ jobs }: StatementWorker, job: ClaimedJob, isAgain: boolean): Promise<ProcessResult> {
  const released = await jobs.release(job, null);
  return released || isAgain
    ? { kind: 'later', accountId: job.accountId, delaySeconds: BOOK_BUSY_DELAY_SECONDS }
    : { kind: 'done' };
}

/** Null when the job was completed, or when its claim was lost and another worker has it. */
async function ingest(worker: StatementWorker, job: ClaimedJob): Promise<JobFailure | null> {
  const read = await readStatement(worker, job);
  if ('error' in read) return read;
  const { mapped, statementMode } = read;
  await worker.jobs.reportProgress(job, { stage: 'scoring', percent: 40 });
  await worker.books.withJobBook(job, async (book) => {
    const files = decidePeriodFiles(await book.listOperations(job.period));
    const identified = await identifyMembers(book, unfiledStatement(job, read, files));
    const { lines } = identified;
    await book.acceptLines({ fileId: job.file.fileId, period: job.period, statementMode }, lines, mapped.unassigned);
    // The store keeps lines as they stand in the file; scoring takes them member by member.
    const known = new Map([[job.file.fileId, inOrderOfMembers(lines)]]);
    const { rebuilt, replaced, ofMonth } = await applyAndRebuild(worker, job, { book, files, known });
    const reconciled = reconcileStatedTotal(job.file.statedTotal, [
      ...lines,
      ...mapped.unassigned.filter((line) => line.isCounted),
    ]);
    const own = rebuilt.find(({ period }) => period === job.period);
    const repeated = repeatedWarnings(await book.findRepeated());
    const several = severalReplacedWarning(replaced.length < 2 ? [] : await book.namesOf(replaced));
    const ofFile = [
      ...mapped.warnings,
      ...reconciled.warnings,
      ...periodWarnings(own, ofMonth),
      ...ofMonth,
      ...repeated,
      ...several,
    ];
    const warnings = [...ofFile, ...identified.warnings, ...(await returningWarnings(book, own))];
    const unassigned = await book.loadUnassignedTotals(job.period);
    const stats = { ...jobStats(mapped, own?.rollup ?? null, unassigned), ...reconciled.stats };
    const { sheets, headers, failures } = mapped;
    await followDisputes(book, job);
    await book.complete({ stats, warnings, sheets }, { headers, failures });
  });
  return null;
}

/** Retract and rescore need no bytes: the stored lines are the truth. */
async function rebuildOnly(worker: StatementWorker, job: ClaimedJob): Promise<null> {
  await worker.books.withJobBook(job, async (book) => {
    const files = decidePeriodFiles(await book.listOperations(job.period));
    const { rebuilt, ofMonth } = await applyAndRebuild(worker, job, { book, files, known: new Map() });
    const own = rebuilt.find(({ period }) => period === job.period);
    const unassigned = await book.loadUnassignedTotals(job.period);
    const stats = jobStats(null, own?.rollup ?? null, unassigned);
    await followDisputes(book, job);
    const warnings = [...periodWarnings(own, ofMonth), ...ofMonth];
    await book.complete({ stats, warnings, sheets: null }, null);
  });
  return null;
}

interface AppliedJob {
  readonly rebuilt: readonly RebuiltPeriod[];
  /** Files whose place the job's file took. */
  readonly replaced: readonly string[];
  /** Warnings about the month's files. */
  readonly ofMonth: readonly StatementWarning[];
}

async function applyAndRebuild(
  worker: StatementWorker,
  job: ClaimedJob,
  { book, files, known }: { readonly book: JobBook; readonly files: DecidedPeriodFiles; readonly known: KnownLines },
): Promise<AppliedJob> {
  await book.applyFiles(files);
  const situation = await book.loadMonth(job.period);
  const month = monthAfterJob(situation, job.jobId);
  await book.saveMonth(job.period, month);
  const rebuilt = await rebuildBook(book, job.ratesFrom ?? job.period, {
    known,
    onProgress: async (done, total) => {
      const progress: JobProgress = { stage: 'scoring', percent: 40 + Math.floor((55 * done) / total) };
      await worker.jobs.reportProgress(job, progress);
    },
  });
  const red = rebuilt.find(({ period }) => period === job.period)?.rollup.red ?? 0;
  const laterClosed = rebuilt.flatMap(({ period, changesClosed }) =>
    changesClosed && period !== job.period ? [period] : [],
  );
  const ofMonth = monthWarnings(month, { isClosed: situation.isClosed, red, laterClosed });
  return { rebuilt, replaced: files.supersededBy.get(job.file.fileId) ?? [], ofMonth };
}

function unfiledStatement(job: ClaimedJob, read: ReadStatement, files: DecidedPeriodFiles): UnfiledStatement {
  const { period, file } = job;
  return {
    key: job,
    period,
    headers: read.mapped.headers,
    rule: read.memberIdRule,
    lines: read.lines,
    staying: files.active.filter((fileId) => fileId !== file.fileId),
    replaced: [...files.replaced, ...files.retracted],
    counts: files.active.includes(file.fileId),
  };
}

/** Blocks that left are told when all files of the month have come: until then a file on its way may have them. */
function periodWarnings(own: RebuiltPeriod | undefined, ofMonth: readonly StatementWarning[]): StatementWarning[] {
  if (own === undefined) return [];
  const isOpen = ofMonth.some(({ code }) => code === 'month_open');
  const events = own.events
    .filter((event) => needsAttention(event) && !(isOpen && event.kind === 'members_left'))
    .map(({ detail }) => ({ code: 'carrier_event', detail }) as const);
  if (!hasBaselineGap(own)) return events;
  const detail = `Compared with ${own.baselinePeriod}: no statement of the months between has been loaded.`;
  return [{ code: 'baseline_gap', detail }, ...events];
}

interface ReadStatement {
  readonly mapped: MappedStatement;
  readonly lines: readonly BookLine[];
  readonly statementMode: StatementConfig['statementMode'];
  readonly memberIdRule: StatementConfig['memberId'];
}

async function readStatement(worker: StatementWorker, job: ClaimedJob): Promise<ReadStatement | JobFailure> {
  if (job.config === null) return permanent('The carrier has no statement format any more.');
  if (job.config.laterOptions.length > 0) return laterFormat(job.config);
  await worker.jobs.reportProgress(job, { stage: 'reading', percent: 5 });
  const bytes = await worker.objects.get(job.file.objectKey);
  if (bytes === null) {
    return permanent('The file itself is no longer stored; upload it again.', 'unreadable_file');
  }
  if (createHash('sha256').update(bytes).digest('hex') !== job.file.checksumSha256) {
    throw new Error('The stored bytes are not the ones that were uploaded.');
  }
  await worker.jobs.reportProgress(job, { stage: 'mapping', percent: 15 });
  const { config } = job.config;
  const read = mapLines(worker, job, { bytes, config, knownHeaders: job.knownHeaders });
  if ('mapped' in read) return read;
  const { rejection, exceptions } = read;
  const continued = rejection.code === 'missing_columns' ? mapLaterLayouts(worker, job, bytes) : null;
  return continued ?? { ...permanent(rejection.detail, rejection.code), exceptions: exceptions ?? null };
}

interface ReadAttempt {
  readonly bytes: Uint8Array;
  readonly config: StatementConfig;
  readonly knownHeaders: readonly string[] | null;
}

/** Each attempt files its own lines: a file that is rejected at its second sheet has filed those of the first. */
function mapLines(
  worker: StatementWorker,
  job: ClaimedJob,
  { bytes, config, knownHeaders }: ReadAttempt,
): ReadStatement | Extract<Mapping, { kind: 'rejected' }> {
  const { lines, file } = lineFiler(job, job.file.fileId);
  const { period, knownSheets } = job;
  const context = { period, knownHeaders, knownSheets, keep: file, clock: worker.clock };
  const mapping = mapBytes(worker, bytes, { config, context });
  if (mapping.kind === 'rejected') return mapping;
  return { mapped: mapping.statement, lines, statementMode: config.statementMode, memberIdRule: config.memberId };
}

/** By the first format of a carrier that continues this one which can read the file; null when none can. */
function mapLaterLayouts(worker: StatementWorker, job: ClaimedJob, bytes: Uint8Array): ReadStatement | null {
  for (const { carrierName, config } of job.laterLayouts) {
    const isFirst = job.knownHeaders === null || !hasRequiredColumns(config, job.knownHeaders);
    // A known change of layout is no drift of the headers.
    const read = mapLines(worker, job, { bytes, config, knownHeaders: isFirst ? null : job.knownHeaders });
    if (!('mapped' in read)) continue;
    const warnings = isFirst ? [...layoutWarning(carrierName), ...read.mapped.warnings] : read.mapped.warnings;
    return { ...read, mapped: { ...read.mapped, warnings } };
  }
  return null;
}

/** After going back a version. Read without these options, the statement could come to other amounts. */
function laterFormat({ version, laterOptions }: NonNullable<ClaimedJob['config']>): JobFailure {
  const options = laterOptions.map((option) => `"${option}"`).join(', ');
  return permanent(
    `Version ${version} of the carrier's format has options of a later version of the service, which this one does not know: ${options}. ` +
      'Start the later version again, or add a version of the format without them; then retry this job.',
    'later_format',
  );
}

function mapBytes(
  worker: StatementWorker,
  bytes: Uint8Array,
  { config, context }: { readonly config: StatementConfig; readonly context: MappingContext },
): Mapping {
  try {
    return mapStatement(worker.openStatement(bytes, config), config, context);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'rejected', rejection: { code: 'unreadable_file', detail: error.message } };
  }
}
