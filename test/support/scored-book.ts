import type { BookFiles, BookLine, LockedBook, PeriodScoring, StoredPeriod } from '../../app/book/book-store.ts';
import { type RebuiltPeriod, rebuildBook } from '../../app/book/rebuild-book.ts';
import type { ProductLine } from '../../core/catalogue/shared-carrier.ts';
import { decidePeriodFiles, type PeriodFiles, type PeriodOperation } from '../../core/job/period-files.ts';
import { addMonths, type Period } from '../../core/period.ts';
import type { EstimatedRate } from '../../core/scoring/estimate-rates.ts';
import { keepDecisions } from '../../core/scoring/events/carrier-event.ts';
import { collectScores, type PeriodOutcome, type PeriodScores } from '../../core/scoring/score-period.ts';
import type { PriorRow } from '../../core/scoring/scored-row.ts';
import { type StatementConfig, statementConfigSchema } from '../../core/statement/config.ts';
import type { ModelInput } from './book-model.ts';
import type { ModelFile, ModelLine } from './book-model-record.ts';
import { bookLines, contractedRate } from './scored-book-lines.ts';

/**
 * Holds a book in memory, without a database, so that thousands of books are scored in seconds. The service's own use case rebuilds the
 * book. Between two jobs it holds the rows that a database would hold.
 */

const NO_FIGURES = { members: 0, net: 0, printed: null };

export interface SavedPeriod {
  readonly baselinePeriod: Period | null;
  /** Differences are left out: a database holds them without their events. */
  readonly scores: Omit<PeriodScores, 'differences'>;
}

interface Estimates {
  readonly basisPeriod: Period;
  readonly rates: readonly EstimatedRate[];
}

/** An accepted upload or retraction whose job has not run yet. */
export type BookJob = {
  readonly period: Period;
  readonly fileId: string;
  /** The one file that it replaces or retracts. */
  readonly onlyFileId?: string | null;
} & (
  | { readonly mode: 'ingest' | 'append' | 'replace'; readonly lines: readonly ModelLine[] }
  | { readonly mode: 'retract' }
);

export interface ScoredBook {
  /** Oldest first. */
  readonly periods: ReadonlyMap<Period, SavedPeriod>;
  readonly estimates: Estimates | null;
  /** The ids of active files by period, in order of acceptance. */
  readonly activeFiles: ReadonlyMap<Period, readonly string[]>;
}

export interface MemoryBook {
  /** Adds the job to the order of acceptance. A failing job is accepted and never run. */
  accept(job: BookJob): void;
  /** Runs the job of a file, or the retraction that names it, successfully, like the worker. */
  run(job: BookJob): Promise<readonly RebuiltPeriod[]>;
  /** Accepts the shared findings of a period, and scores the later periods again. */
  acceptEvents(period: Period): Promise<void>;
  /** Scores again, from this period on. */
  rebuild(from: Period): Promise<readonly RebuiltPeriod[]>;
  state(): ScoredBook;
}

/** The settings for scoring a book: those of the model, and those of signals and cadence, which the model does not know. */
export interface BookSettings extends Omit<ModelInput, 'files'> {
  readonly cadence?: StatementConfig['cadence'];
  readonly lineKinds?: StatementConfig['lineKinds'];
  readonly policyTerm?: boolean;
  readonly unpaidMonths?: StatementConfig['unpaidMonths'];
  readonly productLine?: ProductLine;
}

/** The tables of the database that one book needs. */
interface Tables {
  readonly operations: { readonly job: BookJob; succeeded: boolean }[];
  readonly lines: Map<string, readonly BookLine[]>;
  readonly activeFiles: Map<Period, readonly string[]>;
  readonly saved: Map<Period, SavedPeriod>;
  estimates: Estimates | null;
}

export function memoryBook(settings: BookSettings): MemoryBook {
  const tables: Tables = {
    operations: [],
    lines: new Map(),
    activeFiles: new Map(),
    saved: new Map(),
    estimates: null,
  };
  return {
    accept: (job) => {
      tables.operations.push({ job, succeeded: false });
    },
    run: async (job) => {
      const operation = tables.operations.find((known) => known.job === job);
      if (operation === undefined) throw new Error('This job was not accepted.');
      operation.succeeded = true;
      const book = lockedBook(tables, settings);
      const files = bookFiles(tables, job.period);
      const known = new Map<string, readonly BookLine[]>();
      if (job.mode !== 'retract') {
        known.set(job.fileId, bookLines(job.fileId, job.lines));
        await files.acceptLines(
          { ...job, statementMode: 'period', figures: NO_FIGURES },
          known.get(job.fileId) ?? [],
          [],
        );
      }
      await files.applyFiles(decidePeriodFiles(await files.listOperations(job.period)));
      return rebuildBook(book, job.period, { known });
    },
    acceptEvents: async (period) => {
      const saved = tables.saved.get(period);
      if (saved === undefined) throw new Error(`No period ${period}`);
      const events = saved.scores.events.map((event) =>
        event.shared === null ? event : { ...event, shared: { ...event.shared, isAccepted: true } },
      );
      tables.saved.set(period, { ...saved, scores: { ...saved.scores, events } });
      await rebuildBook(lockedBook(tables, settings), addMonths(period, 1));
    },
    rebuild: (from) => rebuildBook(lockedBook(tables, settings), from),
    state: () => ({
      periods: new Map([...tables.saved].sort(([a], [b]) => (a < b ? -1 : 1))),
      estimates: tables.estimates,
      activeFiles: new Map([...tables.activeFiles].filter(([, files]) => files.length > 0)),
    }),
  };
}

/** Scores the book of these files. Each file is uploaded when the job of the file before has ended. */
export async function scoredBook({
  files,
  ...settings
}: BookSettings & Pick<ModelInput, 'files'>): Promise<ScoredBook> {
  const book = memoryBook(settings);
  for (const job of uploadsOf(files)) {
    book.accept(job);
    await book.run(job);
  }
  return book.state();
}

/** Makes the jobs of files: the first file of a period is uploaded, the others are appended. */
export function uploadsOf(files: readonly ModelFile[]): BookJob[] {
  return files.map(({ period, lines }, index) => {
    const isFirst = files.findIndex((other) => other.period === period) === index;
    return { fileId: `file ${index}`, period, lines, mode: isFirst ? 'ingest' : 'append' };
  });
}

function bookFiles(tables: Tables, ofJob: Period): BookFiles {
  return {
    listOperations: async (period) => operationsOf(tables, period),
    acceptLines: async ({ fileId }, lines) => {
      tables.lines.set(fileId, lines);
    },
    applyFiles: async (files) => applyPeriodFiles(tables, ofJob, files),
  };
}

function lockedBook(tables: Tables, settings: BookSettings): LockedBook {
  const config = scoringConfig(settings);
  return {
    outline: async (from) => ({
      periods: [...new Set([...filledPeriods(tables), ...tables.saved.keys()])]
        .filter((period) => period >= from)
        .sort(),
      events: [...tables.saved].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, { scores }]) => scores.events),
      tallies: [...tables.saved.values()].map(({ scores }) => scores.tally),
      closed: [],
      estimatesRates: settings.estimates,
      agentTexts: [],
    }),
    read: async (period, known): Promise<StoredPeriod | null> => {
      const fileIds = tables.activeFiles.get(period) ?? [];
      const newestFileId = fileIds.at(-1);
      if (newestFileId === undefined) return null;
      const before = [...tables.saved.keys()].filter((other) => other < period).sort();
      return {
        baselinePeriod: before.at(-1) ?? null,
        firstPeriod: before[0] ?? null,
        lines: fileIds.flatMap((fileId) => known.get(fileId) ?? tables.lines.get(fileId) ?? []),
        newestFileId,
        // No model book prints year-to-date totals.
        totalsFileIds: new Set(),
        productLine: settings.productLine ?? null,
        rates: [...settings.rates.map(contractedRate), ...estimatedRates(tables.estimates)],
        config,
      };
    },
    recordTotals: async () => [],
    rows: async (period) => tables.saved.get(period)?.scores.rows ?? [],
    earlierRows: async (period, memberRefIds) => earlierRows(tables, period, memberRefIds),
    save: savedInto(tables),
    unassignedTotals: async () => new Map(),
    saveAdjustments: async () => {},
  };
}

const estimatedRates = (estimates: Estimates | null) =>
  (estimates?.rates ?? []).map((rate) => ({ ...rate, basisPeriod: estimates?.basisPeriod ?? null }));

function savedInto(tables: Tables): LockedBook['save'] {
  async function save(period: Period, scored: PeriodScoring): Promise<PeriodOutcome>;
  async function save(period: Period, scored: null): Promise<null>;
  async function save(period: Period, scored: PeriodScoring | null): Promise<PeriodOutcome | null> {
    if (scored === null) {
      tables.saved.delete(period);
      return null;
    }
    const { baselinePeriod, steps, estimates } = scored;
    if (estimates !== null) tables.estimates = { basisPeriod: period, rates: estimates };
    const scores = collectScores(steps);
    const before = tables.saved.get(period)?.scores.events ?? [];
    tables.saved.set(period, { baselinePeriod, scores: { ...scores, events: keepDecisions(before, scores.events) } });
    return scores;
  }
  return save;
}

function scoringConfig({
  config: tolerance,
  cadence,
  lineKinds,
  policyTerm,
  unpaidMonths,
}: BookSettings): StoredPeriod['config'] {
  const { toleranceAbsolute, tolerancePercent } = tolerance;
  const config = statementConfigSchema.parse({
    fileType: 'csv',
    columns: { member_external_id: 'Member', commission_amount: 'Amount' },
    tolerance: { absolute: Number(toleranceAbsolute), percent: Number(tolerancePercent) },
    ...(cadence === undefined ? {} : { cadence }),
    ...(lineKinds === undefined ? {} : { lineKinds }),
    ...(policyTerm === undefined ? {} : { policyTerm }),
    ...(unpaidMonths === undefined ? {} : { unpaidMonths }),
  });
  return { configId: 'config', config };
}

function operationsOf(tables: Tables, period: Period): PeriodOperation[] {
  return tables.operations.flatMap(({ job, succeeded }, position) =>
    job.period === period
      ? [{ fileId: job.fileId, mode: job.mode, onlyFileId: job.onlyFileId ?? null, position, succeeded }]
      : [],
  );
}

function applyPeriodFiles(tables: Tables, period: Period, { active, replaced, retracted }: PeriodFiles): void {
  tables.activeFiles.set(period, active);
  for (const fileId of [...replaced, ...retracted]) tables.lines.delete(fileId);
}

function filledPeriods(tables: Tables): Period[] {
  return [...tables.activeFiles].flatMap(([period, files]) => (files.length === 0 ? [] : [period]));
}

/** Returns the latest row of each of these members before the period. */
function earlierRows(tables: Tables, period: Period, memberRefIds: readonly string[]): PriorRow[] {
  const earlier = [...tables.saved].filter(([other]) => other < period).sort(([a], [b]) => (a < b ? 1 : -1));
  return memberRefIds.flatMap((memberRefId) => {
    for (const [, { scores }] of earlier) {
      const row = scores.rows.find((one) => one.memberRefId === memberRefId);
      if (row !== undefined) return [row];
    }
    return [];
  });
}
