import { modelBook } from '../../support/book-model.ts';
import { Fraction } from '../../support/book-model-fraction.ts';
import type { ModelRate } from '../../support/book-model-owed.ts';

/**
 * A second implementation of docs/howto/close-a-month.md and docs/reference/uploads-and-jobs.md#a-period-that-has-a-file: one workspace in
 * memory, and a function for each request. The scores of a month come from the book model. It shares no code with the service.
 */

export interface Content {
  /** The lines of members, with amounts as decimal text. */
  readonly paid: readonly (readonly [member: string, amount: string])[];
  /** The amounts of lines without a member. */
  readonly unassigned: readonly string[];
}

interface SentFile {
  readonly period: string;
  readonly content: Content;
  status: 'active' | 'failed' | 'replaced' | 'retracted';
}

interface ExpectedFiles {
  readonly expected: number | null;
  readonly known: 'set' | 'learned' | null;
}

/** The amounts and counts of a month, by the names of the answers. */
type Figures = Readonly<Record<string, Fraction>>;

interface Adjustment {
  readonly change: Figures;
  readonly cause: string;
  readonly jobId: string | null;
  readonly fileId: string | null;
  readonly jobPeriod: string | null;
}

interface Closing {
  readonly figures: Figures;
  /** Newest first. */
  readonly adjustments: Adjustment[];
}

/** A carrier with its book. Files are in the order of acceptance. */
export interface ModelCarrier {
  setting: number | null;
  readonly files: SentFile[];
  /** The expected number of files of each month with data, decided with its first file. */
  readonly expected: Map<string, ExpectedFiles>;
  readonly closed: Map<string, Closing>;
  rates: readonly ModelRate[];
}

/** The parts of an ended job that concern its month. */
export interface ModelJob {
  readonly status: 'completed' | 'failed';
  readonly month: MonthState | null;
  readonly absence: 'provisional' | 'final' | null;
  readonly warnings: readonly string[];
}

interface MonthState {
  readonly state: 'open' | 'complete' | 'closed';
  readonly files: ExpectedFiles & { readonly received: number };
}

export interface Upload {
  readonly period: string;
  readonly content: Content;
  readonly mode: 'ingest' | 'append' | 'replace';
  /** The place in `files` of the only file to replace. */
  readonly replaces?: number | undefined;
}

/** The id that the service gave the job. */
export interface JobIds {
  readonly jobId: string;
  readonly fileId: string;
}

const UNKNOWN: ExpectedFiles = { expected: null, known: null };

export function newCarrier(): ModelCarrier {
  return { setting: null, files: [], expected: new Map(), closed: new Map(), rates: [] };
}

/** True when POST /v1/files is accepted, false for 409. */
export function isAccepted(carrier: ModelCarrier, { period, content, mode, replaces }: Upload): boolean {
  const active = activeFiles(carrier, period);
  if (mode === 'ingest') return active.length === 0;
  if (mode === 'replace' && replaces === undefined) return true;
  const beside = active.filter((file) => file !== carrier.files[replaces ?? -1]);
  return !beside.some((file) => textOf(file.content) === textOf(content));
}

/** The job of an accepted POST /v1/files. A file without lines fails and changes nothing. */
export function upload(carrier: ModelCarrier, { period, content, mode, replaces }: Upload, ids: JobIds): ModelJob {
  const isReadable = content.paid.length + content.unassigned.length > 0;
  if (!isReadable) carrier.files.push({ period, content, status: 'failed' });
  const job = runJob(carrier, { cause: mode, ...ids, jobPeriod: period }, () => {
    if (!isReadable) return;
    const replaced = replaces === undefined ? activeFiles(carrier, period) : [carrier.files[replaces]];
    for (const file of mode === 'replace' ? replaced : []) if (file !== undefined) file.status = 'replaced';
    carrier.files.push({ period, content, status: 'active' });
  });
  return isReadable ? job : { ...job, status: 'failed' };
}

/** The month of a file that counts; null for any other file. */
export function activePeriod(carrier: ModelCarrier, at: number): string | null {
  const { period, status } = fileAt(carrier, at);
  return status === 'active' ? period : null;
}

/** The places in `files` of the files that count in a month. */
export function activePlaces(carrier: ModelCarrier, period: string): readonly number[] {
  return carrier.files.flatMap((file, at) => (file.period === period && file.status === 'active' ? [at] : []));
}

/** The job of DELETE /v1/files/{fileId}, which is accepted for an active file only. */
export function retract(carrier: ModelCarrier, { at, only }: { at: number; only: boolean }, ids: JobIds): ModelJob {
  const target = fileAt(carrier, at);
  return runJob(carrier, { cause: 'retract', ...ids, jobPeriod: target.period }, () => {
    for (const file of only ? [target] : activeFiles(carrier, target.period)) file.status = 'retracted';
  });
}

/** The job of POST /v1/files/{fileId}/rescore, which is accepted for an active file only. */
export function rescore(carrier: ModelCarrier, at: number, ids: JobIds): ModelJob {
  return runJob(carrier, { cause: 'rescore', ...ids, jobPeriod: fileAt(carrier, at).period }, () => {});
}

/** POST and DELETE /v1/expected-rates: the rates that the carrier has afterwards. */
export function setRates(carrier: ModelCarrier, rates: readonly ModelRate[]): void {
  const before = collectScores(carrier);
  carrier.rates = rates;
  recordAdjustments(carrier, before, { cause: 'rates', jobId: null, fileId: null, jobPeriod: null });
}

/** PUT /v1/carriers/{carrierId}/expected-files. */
export function setExpectedFiles(carrier: ModelCarrier, expectedFiles: number | null): void {
  const open = periodsWithData(carrier).filter((period) => stateOf(carrier, period).state === 'open');
  carrier.setting = expectedFiles;
  for (const period of new Set([...open, ...periodsWithData(carrier).slice(-1)])) {
    carrier.expected.set(period, expectedAt(carrier, period));
  }
}

/** GET /v1/carriers/{carrierId}. */
export function carrierShown(carrier: ModelCarrier) {
  const { expected, known } = expectedAfter(carrier, periodsWithData(carrier));
  return { expectedFiles: expected, expectedFilesKnown: known };
}

/** PUT /v1/months/{period}. Returns the carriers whose month changed; null for 404, as none has data in the month. */
export function putMonth(
  carriers: readonly ModelCarrier[],
  period: string,
  state: 'open' | 'closed',
): readonly ModelCarrier[] | null {
  const reached = carriers.filter((carrier) => listedPeriods(carrier).includes(period));
  if (reached.length === 0) return null;
  const changed = reached.filter(({ closed }) => closed.has(period) !== (state === 'closed'));
  for (const carrier of changed) {
    if (state === 'open') carrier.closed.delete(period);
    else carrier.closed.set(period, { figures: collectScores(carrier).get(period)?.figures ?? {}, adjustments: [] });
  }
  return changed;
}

/** The months of GET /v1/months, newest first, with the adjustments of GET /v1/months/{period}. */
export function monthsShown(carrier: ModelCarrier) {
  const scores = collectScores(carrier);
  return listedPeriods(carrier).map((period) => {
    const closing = carrier.closed.get(period);
    const current = shown(scores.get(period)?.figures ?? {});
    const closed = closing === undefined ? null : shown(closing.figures);
    return {
      period,
      ...stateOf(carrier, period),
      current,
      closed,
      // The difference is that of the rounded figures, because those are shown beside it.
      adjusted: closed === null ? null : shown(difference(exact(current), exact(closed))),
      adjustments: (closing?.adjustments ?? []).map(({ change, ...job }) => ({ ...inDollars(change), ...job })),
    };
  });
}

function listedPeriods(carrier: ModelCarrier): readonly string[] {
  const all = new Set([...periodsWithData(carrier), ...carrier.closed.keys()]);
  return [...all].sort().reverse();
}

function runJob(
  carrier: ModelCarrier,
  job: Omit<Adjustment, 'change'> & { readonly jobPeriod: string },
  change: () => void,
): ModelJob {
  const period = job.jobPeriod;
  const before = collectScores(carrier);
  const earlier = stateOf(carrier, period);
  change();
  const { received } = stateOf(carrier, period).files;
  if (received === 0) carrier.expected.delete(period);
  else if (earlier.files.received === 0) carrier.expected.set(period, expectedAt(carrier, period));
  const changed = recordAdjustments(carrier, before, job);
  const now = stateOf(carrier, period);
  const wasComplete = earlier.files.received > 0 && earlier.state === 'complete';
  const absence = now.state === 'open' ? 'provisional' : now.state === 'closed' || wasComplete ? null : 'final';
  const isKnown = now.files.expected !== null;
  return {
    status: 'completed',
    month: isKnown ? now : null,
    absence: isKnown ? absence : null,
    warnings: [
      ...(now.state === 'complete' ? [] : [`month_${now.state}`]),
      ...(changed.some((other) => other !== period) ? ['month_closed'] : []),
    ],
  };
}

/** Returns the closed months that changed. */
function recordAdjustments(
  carrier: ModelCarrier,
  before: ReadonlyMap<string, MonthScores>,
  job: Omit<Adjustment, 'change'>,
): readonly string[] {
  const after = collectScores(carrier);
  return [...carrier.closed].flatMap(([period, { adjustments }]) => {
    const [was, is] = [before.get(period) ?? NOBODY, after.get(period) ?? NOBODY];
    const change = difference(is.figures, was.figures);
    if (Object.values(change).some((amount) => !amount.equals(Fraction.zero))) adjustments.unshift({ change, ...job });
    else if (was.statuses === is.statuses) return [];
    return [period];
  });
}

function fileAt(carrier: ModelCarrier, at: number): SentFile {
  const file = carrier.files[at];
  if (file === undefined) throw new RangeError(`No file ${at}.`);
  return file;
}

function expectedAt(carrier: ModelCarrier, period: string): ExpectedFiles {
  const earlier = periodsWithData(carrier).filter((other) => other < period);
  return expectedAfter(carrier, earlier);
}

/** The expected number of files of the month after the earlier months, which are oldest first. */
function expectedAfter(carrier: ModelCarrier, earlier: readonly string[]): ExpectedFiles {
  if (carrier.setting !== null) return { expected: carrier.setting, known: 'set' };
  const learned = learnedFiles(earlier.map((period) => activeFiles(carrier, period).length));
  return learned === null ? UNKNOWN : { expected: learned, known: 'learned' };
}

/** "The same number, at least two, in three months in a row. The newest month may have fewer." */
function learnedFiles(counts: readonly number[]): number | null {
  const inRow = ([a = 0, b, c]: readonly number[]) => (a >= 2 && a === b && a === c ? a : null);
  const latest = inRow(counts.slice(-3));
  if (latest !== null) return latest;
  const before = inRow(counts.slice(-4, -1));
  return before !== null && (counts.at(-1) ?? 0) < before ? before : null;
}

function stateOf(carrier: ModelCarrier, period: string): MonthState {
  const received = activeFiles(carrier, period).length;
  const files = { received, ...(carrier.expected.get(period) ?? UNKNOWN) };
  if (carrier.closed.has(period)) return { state: 'closed', files };
  return { state: files.expected !== null && received < files.expected ? 'open' : 'complete', files };
}

interface MonthScores {
  readonly figures: Figures;
  /** The number of members of each status, as text. */
  readonly statuses: string;
}

/** The results of a job's month, as "A red provisional". A chargeback after the drop is no absence. */
export function resultsShown(carrier: ModelCarrier, period: string): readonly string[] {
  const isOpen = stateOf(carrier, period).state === 'open';
  const rows = bookOf(carrier).get(period)?.rows ?? [];
  return rows.map(({ member, status, countedInRollup }) =>
    [member, status, ...(isOpen && status === 'red' && countedInRollup ? ['provisional'] : [])].join(' '),
  );
}

/** The scores of all months with data, without money that has no member. */
function bookOf(carrier: ModelCarrier) {
  const files = carrier.files.flatMap(({ status, period, content }) => {
    const lines = content.paid.map(([member, amount]) => ({ member, policy: null, amount }));
    return status === 'active' ? [{ period, lines }] : [];
  });
  const config = { toleranceAbsolute: '0.01', tolerancePercent: '0' };
  return modelBook({ files, rates: carrier.rates, estimates: true, config }).periods;
}

function collectScores(carrier: ModelCarrier): ReadonlyMap<string, MonthScores> {
  return new Map(
    [...bookOf(carrier)].map(([period, { rollup }]) => {
      const unassigned = activeFiles(carrier, period).flatMap(({ content }) => content.unassigned.map(Fraction.of));
      const gross = Fraction.of(rollup.gross).plus(Fraction.sum(unassigned.map((amount) => amount.orZero())));
      const takenBack = Fraction.sum(unassigned.map((amount) => amount.orZero().minus(amount).orZero()));
      const chargebacks = Fraction.of(rollup.chargebackAmount).plus(takenBack);
      const figures = {
        memberCount: Fraction.of(String(rollup.memberCount)),
        red: Fraction.of(String(rollup.red)),
        paidNet: gross.minus(chargebacks),
        paidGross: gross,
        chargebacks,
        commissionOwed: Fraction.of(rollup.commissionOwed),
        commissionOwedEstimated: Fraction.of(rollup.commissionOwedEstimated),
        commissionAtRisk: Fraction.of(rollup.commissionAtRisk),
      };
      const statuses = `${rollup.green} ${rollup.yellow} ${rollup.new} ${rollup.reappeared}`;
      return [period, { figures, statuses }];
    }),
  );
}

const NOBODY: MonthScores = { figures: {}, statuses: '' };

function difference(a: Figures, b: Figures): Figures {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => [name, (a[name] ?? Fraction.zero).minus(b[name] ?? Fraction.zero)]),
  );
}

/** The figures of a month, without the amount at risk. */
function shown(figures: Figures): ShownFigures {
  const { commissionAtRisk: _, ...others } = inDollars(figures);
  return others;
}

type ShownFigures = Readonly<Record<string, number>>;

const NO_FIGURES: ShownFigures = {
  memberCount: 0,
  red: 0,
  paidNet: 0,
  paidGross: 0,
  chargebacks: 0,
  commissionOwed: 0,
  commissionOwedEstimated: 0,
  commissionAtRisk: 0,
};

/** Rounds figures to cents, as answers show amounts. */
function inDollars(figures: Figures): ShownFigures {
  const rounded = Object.entries(figures).map(
    ([name, amount]) => [name, Number(amount.rounded(2).toDecimal())] as const,
  );
  return { ...NO_FIGURES, ...Object.fromEntries(rounded) };
}

function exact(figures: ShownFigures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, Fraction.of(String(amount))]));
}

function textOf(content: Content): string {
  return JSON.stringify(content);
}

function activeFiles(carrier: ModelCarrier, period: string): readonly SentFile[] {
  return carrier.files.filter((file) => file.period === period && file.status === 'active');
}

function periodsWithData(carrier: ModelCarrier): readonly string[] {
  const active = carrier.files.filter(({ status }) => status === 'active');
  return [...new Set(active.map(({ period }) => period))].sort();
}
