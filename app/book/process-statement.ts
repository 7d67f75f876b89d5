import { createHash, randomUUID } from 'node:crypto';
import { BookBusy, MonthArchived } from '../../core/book-key.ts';
import { monthsOfPlaces, namingPlaces } from '../../core/infer/assign-columns.ts';
import type { NamedMonth } from '../../core/infer/named-months.ts';
import { fileFigures, jobStats, reconcileStatedTotal } from '../../core/job/job-stats.ts';
import {
  type DecidedPeriodFiles,
  decidePeriodFiles,
  type EarlierStatement,
  otherMonthOf,
  otherMonthWarnings,
  repeatedWarnings,
  severalReplacedWarning,
} from '../../core/job/period-files.ts';
import {
  DATABASE_RETRY_DELAYS_SECONDS,
  JOB_ATTEMPTS_MAX,
  JOB_RETRY_DELAYS_SECONDS,
  putOffSeconds,
} from '../../core/limits/job-limits.ts';
import { monthAfterJob, monthWarnings, withNote } from '../../core/month/month-state.ts';
import type { Period } from '../../core/period.ts';
import { sortByMember } from '../../core/scoring/period-members.ts';
import { hasRequiredColumns } from '../../core/statement/column-binding.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { MappedStatement, StatementWarning } from '../../core/statement/line.ts';
import { type Mapping, type MappingContext, mapStatement } from '../../core/statement/map-statement.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import { type UnassignedTotals, unassignedTotals } from '../../core/statement/unassigned-line.ts';
import type { ProcessorClock } from '../../core/statement/work-budget.ts';
import { layoutWarning } from '../../core/upload/decide-upload.ts';
import {
  type JobFailure,
  type JobProgress,
  type JobStore,
  type LeasedJob,
  laterFormat,
  type PreviousLayout,
  permanentFailure,
} from '../jobs/job-store.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import { type AwayRetry, retryWhileUnavailable } from '../platform/retry-while-unavailable.ts';
import type { OpenStatement } from '../reading/test-config.ts';
import type { BookLine, BookStatements, BookStore, JobBook, KnownLines, LockedBook } from './book-store.ts';
import { identifyMembers, lineCollector, returningWarnings, type StatementToIdentify } from './identify-members.ts';
import {
  continuedBlockWarnings,
  followDisputes,
  periodWarnings,
  type RebuiltPeriod,
  rebuildBook,
} from './rebuild-book.ts';

/**
 * The job of the worker: claim → bytes → lines → scores, ended in one transaction (docs/reference/uploads-and-jobs.md#what-a-job-does).
 * Mapping does no I/O: it depends on the bytes, the formats and the facts of the claim, and stops at a limit of processor time.
 */

export interface StatementWorker extends AwayRetry {
  readonly jobs: JobStore;
  readonly books: BookStore;
  readonly objects: ObjectStore;
  readonly openStatement: OpenStatement;
  /** The most jobs of one account at once, where all accounts share the workers. Absent: no limit. */
  readonly ofAccountMax?: number;
  /** Measures how much time a statement takes. */
  readonly clock: ProcessorClock;
  /** Reports an error that will be retried. Never pass content of a statement. */
  readonly onError: (error: unknown, job: LeasedJob) => void;
}

export type ProcessResult =
  /** The job has ended or there is nothing to do: delete the message. */
  | { readonly kind: 'done' }
  /** The attempt failed: the same message should be delivered again after this delay. */
  | { readonly kind: 'retry'; readonly delaySeconds: number }
  /** Another job holds the book: a new message should be sent after this delay, and this message deleted. */
  | { readonly kind: 'later'; readonly accountId: string; readonly delaySeconds: number }
  /** The last attempt failed: the message belongs in the dead-letter queue. */
  | { readonly kind: 'dead' };

/**
 * Runs one attempt of a job, which leaves nothing half done. A busy book costs no attempt. Any other thrown error is retried, and the last
 * attempt fails the job.
 */
export async function processStatement(worker: StatementWorker, jobId: string): Promise<ProcessResult> {
  const leaseId = randomUUID();
  const job = await retryWhileUnavailable(unavailableRetryPolicy(worker), () => worker.jobs.lease(jobId, leaseId));
  if (job === null) return { kind: 'done' };
  if (job.othersAtWork >= (worker.ofAccountMax ?? Infinity))
    return retryWhileUnavailable(unavailableRetryPolicy(worker), (isRepeat) => releaseBusy(worker, job, isRepeat));
  try {
    const failure =
      job.mode === 'retract' || job.mode === 'rescore' ? await rebuildOnly(worker, job) : await ingest(worker, job);
    if (failure !== null) await worker.jobs.fail(job, failure);
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof BookBusy)
      return retryWhileUnavailable(unavailableRetryPolicy(worker), (isRepeat) => releaseBusy(worker, job, isRepeat));
    if (error instanceof MonthArchived) {
      await worker.jobs.fail(job, permanentFailure(`${error.message}.`, 'month_archived'));
      return { kind: 'done' };
    }
    worker.onError(error, job);
    return retryWhileUnavailable(unavailableRetryPolicy(worker), (isRepeat) => releaseOrFail(worker, job, isRepeat));
  }
}

/**
 * Reads the file, scores its period and later periods, and completes the job. Returns null when the job was completed, or when the claim
 * was lost and another worker has the job.
 */
async function ingest(worker: StatementWorker, job: LeasedJob): Promise<JobFailure | null> {
  let failure: JobFailure | null = null;
  await worker.books.withJobBook(job, async (jobBook) => {
    // The lock comes first, so that only one worker reads for a book, and the others take work of other books.
    const read = await readStatement(worker, job);
    if ('error' in read) {
      failure = read;
      return;
    }
    const { mapped, statementMode } = read;
    await worker.jobs.reportProgress(job, { stage: 'scoring', percent: 40 });
    const { book, files, statements, disputes } = jobBook;
    const decided = decidePeriodFiles(await files.listOperations(job.period));
    const identified = await identifyMembers(jobBook, statementToIdentify(job, read, decided));
    const { lines } = identified;
    // The store keeps lines in the order of the file. Scoring takes them by member.
    const byMember = sortByMember(lines);
    const { fileId } = job.file;
    const figures = fileFigures(byMember, mapped);
    await files.acceptLines({ fileId, period: job.period, statementMode, figures }, lines, mapped.unassigned);
    const known = new Map([[fileId, byMember]]);
    const applied = await applyAndRebuild(worker, job, { jobBook, decided, known });
    const { own, replaced } = applied;
    const counted = [...lines, ...mapped.unassigned.filter((line) => line.isCounted)];
    const reconciled = reconcileStatedTotal(job.file.statedTotal, counted);
    const repeated = repeatedWarnings(await statements.findRepeated());
    const several = severalReplacedWarning(replaced.length < 2 ? [] : await statements.namesOf(replaced));
    const warnings = [
      ...mapped.warnings,
      ...reconciled.warnings,
      ...applied.warnings,
      ...repeated,
      ...(await warnOfOtherMonth(statements, job, read)),
      ...several,
      ...identified.warnings,
      ...(await returningWarnings(jobBook, own)),
    ];
    const unassigned = await unassignedOf(book, job.period);
    const stats = { ...jobStats(mapped, own?.rollup ?? null, unassigned), ...reconciled.stats };
    const { sheets, headers, failures } = mapped;
    await followDisputes({ disputes, workspaceId: job.workspaceId });
    await jobBook.complete({ stats, warnings, sheets, readWith: read.readWith }, { headers, failures });
  });
  return failure;
}

interface ReadStatement {
  readonly mapped: MappedStatement;
  readonly lines: readonly BookLine[];
  /** Months that the file names outside its rows. */
  readonly namedMonths: readonly NamedMonth[];
  readonly statementMode: StatementConfig['statementMode'];
  readonly memberIdRule: StatementConfig['memberId'];
  readonly isPolicyTerm: boolean;
  /** The earlier version of the format that the file was read with; null for the version of the claim. */
  readonly readWith: PreviousLayout | null;
}

async function readStatement(worker: StatementWorker, job: LeasedJob): Promise<ReadStatement | JobFailure> {
  if (job.config === null) return permanentFailure('The carrier has no statement format any more.');
  if (job.config.laterOptions.length > 0) return laterFormat(job.config);
  await worker.jobs.reportProgress(job, { stage: 'reading', percent: 5 });
  const bytes = await worker.objects.get(job.file.objectKey);
  if (bytes === null) {
    return permanentFailure('The file itself is no longer stored; upload it again.', 'unreadable_file');
  }
  if (createHash('sha256').update(bytes).digest('hex') !== job.file.checksumSha256) {
    throw new Error('The stored bytes are not the ones that were uploaded.');
  }
  await worker.jobs.reportProgress(job, { stage: 'mapping', percent: 15 });
  const { config } = job.config;
  // With several layouts the newest file may be in another one, which is no change of this file's header.
  const hasOther = job.previousLayouts.length > 0 && isFirstInLayout(job, config);
  const read = await mapLines(worker, job, { bytes, config, knownHeaders: hasOther ? null : job.knownHeaders });
  if ('mapped' in read) return read;
  const { rejection, exceptions } = read;
  const isOtherLayout = rejection.code === 'missing_columns';
  const continued = isOtherLayout
    ? ((await mapPreviousLayouts(worker, job, bytes)) ?? (await mapLaterLayouts(worker, job, bytes)))
    : null;
  return continued ?? { ...permanentFailure(rejection.detail, rejection.code), exceptions: exceptions ?? null };
}

interface ReadAttempt {
  readonly bytes: Uint8Array;
  readonly config: StatementConfig;
  readonly knownHeaders: readonly string[] | null;
}

/** Maps the file with one format. Each attempt collects its own lines, because a rejected attempt may already have collected some. */
async function mapLines(
  worker: StatementWorker,
  job: LeasedJob,
  { bytes, config, knownHeaders }: ReadAttempt,
): Promise<ReadStatement | RejectedFile> {
  const { lines, collect } = lineCollector(job, job.file.fileId);
  const { period, knownSheets } = job;
  const context = { period, knownHeaders, knownSheets, keep: collect, clock: worker.clock };
  const read = await mapBytes(worker, job, { bytes, config, context });
  if ('rejection' in read) return read;
  const { statement: mapped, namedMonths } = read;
  return {
    mapped,
    lines,
    namedMonths,
    statementMode: config.statementMode,
    memberIdRule: config.memberId,
    isPolicyTerm: config.policyTerm === true,
    readWith: null,
  };
}

type RejectedFile = Extract<Mapping, { kind: 'rejected' }>;

async function mapBytes(
  worker: StatementWorker,
  { file }: LeasedJob,
  {
    bytes,
    config,
    context,
  }: { readonly bytes: Uint8Array; readonly config: StatementConfig; readonly context: MappingContext },
): Promise<RejectedFile | { readonly statement: MappedStatement; readonly namedMonths: readonly NamedMonth[] }> {
  try {
    const source = await worker.openStatement(bytes, config);
    const mapping = mapStatement(source, config, context);
    if (mapping.kind === 'rejected') return mapping;
    const namedMonths = monthsOfPlaces(namingPlaces(source, file.fileName), config.dates);
    return { statement: mapping.statement, namedMonths };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'rejected', rejection: { code: 'unreadable_file', detail: error.message } };
  }
}

/** Returns whether the book's newest header lacks required columns of the format. */
const isFirstInLayout = ({ knownHeaders }: LeasedJob, config: StatementConfig) =>
  knownHeaders === null || !hasRequiredColumns(config, knownHeaders);

/** Maps the file with the newest earlier version of the carrier's format that can read it; null when none can. */
async function mapPreviousLayouts(
  worker: StatementWorker,
  job: LeasedJob,
  bytes: Uint8Array,
): Promise<ReadStatement | null> {
  for (const layout of job.previousLayouts) {
    const { config } = layout;
    const knownHeaders = isFirstInLayout(job, config) ? null : job.knownHeaders;
    const read = await mapLines(worker, job, { bytes, config, knownHeaders });
    if ('mapped' in read) return { ...read, readWith: layout };
  }
  return null;
}

/** Maps the file with the first format of a continuing carrier that can read it; null when none can. */
async function mapLaterLayouts(
  worker: StatementWorker,
  job: LeasedJob,
  bytes: Uint8Array,
): Promise<ReadStatement | null> {
  for (const { carrierName, config } of job.laterLayouts) {
    const isFirst = isFirstInLayout(job, config);
    // The first file in a new layout is not compared with the old headers, because its change is known.
    const read = await mapLines(worker, job, {
      bytes,
      config,
      knownHeaders: isFirst ? null : job.knownHeaders,
    });
    if (!('mapped' in read)) continue;
    const warnings = isFirst ? [...layoutWarning(carrierName), ...read.mapped.warnings] : read.mapped.warnings;
    return { ...read, mapped: { ...read.mapped, warnings } };
  }
  return null;
}

/** Warns when the file names another month than the job. */
async function warnOfOtherMonth(
  statements: BookStatements,
  job: LeasedJob,
  read: ReadStatement,
): Promise<StatementWarning[]> {
  const other = otherMonthOf(read, job.period);
  if (other === null) return [];
  const earlier: EarlierStatement | null = other.foundIn === 'rows' ? await statements.findEarlierStatement() : null;
  return otherMonthWarnings(job.period, other, earlier);
}

function statementToIdentify(job: LeasedJob, read: ReadStatement, files: DecidedPeriodFiles): StatementToIdentify {
  const { period, file } = job;
  return {
    key: job,
    period,
    rule: read.memberIdRule,
    isPolicyTerm: read.isPolicyTerm,
    lines: read.lines,
    staying: files.active.filter((fileId) => fileId !== file.fileId),
    replaced: [...files.replaced, ...files.retracted],
    counts: files.active.includes(file.fileId),
  };
}

async function unassignedOf(book: LockedBook, period: Period): Promise<UnassignedTotals> {
  return (await book.unassignedTotals([period])).get(period) ?? unassignedTotals([]);
}

/** Runs a retract or rescore job, which works on stored lines and needs no bytes. */
async function rebuildOnly(worker: StatementWorker, job: LeasedJob): Promise<null> {
  await worker.books.withJobBook(job, async (jobBook) => {
    const { book, files, disputes, identities } = jobBook;
    const decided = decidePeriodFiles(await files.listOperations(job.period));
    if (job.mode === 'retract') await identities.separateFoundSince(job.period);
    const { own, warnings } = await applyAndRebuild(worker, job, { jobBook, decided, known: new Map() });
    const unassigned = await unassignedOf(book, job.period);
    const stats = jobStats(null, own?.rollup ?? null, unassigned);
    await followDisputes({ disputes, workspaceId: job.workspaceId });
    await jobBook.complete({ stats, warnings, sheets: null }, null);
  });
  return null;
}

interface AppliedJob {
  /** The job's own period; undefined when it has no lines. */
  readonly own: RebuiltPeriod | undefined;
  /** Files that the job's file replaced. */
  readonly replaced: readonly string[];
  /** Warnings about the rebuilt periods and the month's files. */
  readonly warnings: readonly StatementWarning[];
}

/** Applies the decision about the month's files, then scores the job's period and all later ones. */
async function applyAndRebuild(
  worker: StatementWorker,
  job: LeasedJob,
  {
    jobBook: { book, files, months, identities },
    decided,
    known,
  }: { readonly jobBook: JobBook; readonly decided: DecidedPeriodFiles; readonly known: KnownLines },
): Promise<AppliedJob> {
  await files.applyFiles(decided);
  const situation = await months.load(job.period);
  const month = monthAfterJob(situation, job.jobId);
  await months.save(job.period, withNote(month));
  const rebuilt = await rebuildBook(book, job.ratesFrom ?? job.period, {
    known,
    identities,
    onProgress: async (done, total) => {
      const progress: JobProgress = { stage: 'scoring', percent: 40 + Math.floor((55 * done) / total) };
      await worker.jobs.reportProgress(job, progress);
    },
  });
  const own = rebuilt.find(({ period }) => period === job.period);
  const laterClosed = rebuilt.flatMap(({ period, changesClosed }) =>
    changesClosed && period !== job.period ? [period] : [],
  );
  const monthFileWarnings = monthWarnings(month, {
    isClosed: situation.isClosed,
    red: own?.rollup.red ?? 0,
    laterClosed,
  });
  const ofPeriods = [...periodWarnings(own, monthFileWarnings), ...continuedBlockWarnings(rebuilt, job.period)];
  const replaced = decided.supersededBy.get(job.file.fileId) ?? [];
  return { own, replaced, warnings: [...ofPeriods, ...monthFileWarnings] };
}

const TEMPORARY_ERROR = 'The service could not finish this try; nothing of it was stored.';

/**
 * Makes the retry policy for claiming and releasing a job while the database is away. A job that is not released stays in processing until
 * the recovery task finds it.
 */
export const unavailableRetryPolicy = ({ isTransient, pause }: AwayRetry) => ({
  isTransient,
  pause,
  delaysSeconds: DATABASE_RETRY_DELAYS_SECONDS,
});

/**
 * Queues the job again after a failed attempt, or fails it after the last one. After a lost claim the message is deleted, because the
 * recovery task queued a new one. With `isRepeat` a first call may have released the job, so the message stays.
 */
async function releaseOrFail({ jobs }: StatementWorker, job: LeasedJob, isRepeat: boolean): Promise<ProcessResult> {
  if (job.attempt >= JOB_ATTEMPTS_MAX) {
    const failed = await jobs.fail(job, permanentFailure(`${TEMPORARY_ERROR} It was tried ${job.attempt} times.`));
    return failed || isRepeat ? { kind: 'dead' } : { kind: 'done' };
  }
  const released = await jobs.release(job, TEMPORARY_ERROR);
  const delaySeconds = JOB_RETRY_DELAYS_SECONDS[job.attempt - 1] ?? 0;
  return released || isRepeat ? { kind: 'retry', delaySeconds } : { kind: 'done' };
}

/**
 * Releases a job whose book is busy, to be sent in a new message. The old message can't be retried: it is received a limited number of
 * times, and jobs of one book may wait for longer.
 */
async function releaseBusy({ jobs }: StatementWorker, job: LeasedJob, isRepeat: boolean): Promise<ProcessResult> {
  const released = await jobs.release(job, null);
  return released || isRepeat
    ? { kind: 'later', accountId: job.accountId, delaySeconds: putOffSeconds(job) }
    : { kind: 'done' };
}
