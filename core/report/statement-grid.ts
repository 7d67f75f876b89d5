import {
  type Arrival,
  isExpected,
  type StatementState,
  statementState,
  type UsualDay,
  usualDate,
  usualDay,
  usualWords,
} from '../month/statement-state.ts';
import { addMonths, type Period, periodOfDate } from '../period.ts';
import { dollarsText } from '../wording.ts';

/** Composes the screen of statements: a row for each book, a cell for each month (docs/reference/uploads-and-jobs.md#statements). */

export interface GridBook {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly carrierId: string;
  readonly carrierName: string;
  /** The months with data; null when no file of the book could be read. */
  readonly firstPeriod: Period | null;
  readonly lastPeriod: Period | null;
}

interface BookMonth {
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly period: Period;
}

/** The files of a month of a book. */
export interface MonthFiles extends BookMonth {
  /** Files that count. */
  readonly received: number;
  readonly failed: number;
  /** True when the newest file could not be read. */
  readonly hasFailed: boolean;
  /** Rows of counting files that could not be read, and that nobody left. */
  readonly unreadRows: number;
  /** The day on which the first file came that counts or was replaced. */
  readonly arrivedOn: string | null;
  readonly openJobs: number;
  /** The sum that all counting files print, in dollars; null when one of them prints none. */
  readonly printedTotal: number | null;
}

/** A month of a book with data or a closing. */
export interface GridMonth extends BookMonth {
  readonly expected: number | null;
  readonly isOpen: boolean;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly signedBy: string | null;
  readonly leftOpen: readonly string[] | null;
  readonly current: {
    readonly memberCount: number;
    readonly paidNet: number;
    readonly paidGross: number;
    readonly chargebacks: number;
  };
}

export interface GridDeposit extends BookMonth {
  readonly amount: number;
}

export interface GridFacts {
  /** The latest month with data of any carrier; null without data. */
  readonly latest: Period | null;
  readonly books: readonly GridBook[];
  /** Files of the shown months and of the months from which usual days are learned. */
  readonly files: readonly MonthFiles[];
  readonly months: readonly GridMonth[];
  readonly deposits: readonly GridDeposit[];
}

export interface GridRange {
  /** The newest month; null leaves it to the data. */
  readonly to: Period | null;
  readonly count: number;
  readonly today: string;
  /** True keeps books without anything in the shown months. */
  readonly keepsEmpty?: boolean;
}

/** Returns the newest month to show: the month after the latest statement, but none that has not begun. */
function newestShown(latest: Period | null, today: string): Period {
  const current = periodOfDate(today);
  if (latest === null) return current;
  const next = addMonths(latest, 1);
  if (next <= current) return next;
  if (latest > current) return latest;
  return current;
}

/** Composes the grid. Months are newest first, books in their given order. Dollars are rounded to cents. */
export function statementGrid(facts: GridFacts, { to: wanted, count, today, keepsEmpty = false }: GridRange) {
  const { books, latest } = facts;
  const to = wanted ?? newestShown(latest, today);
  const periods = Array.from({ length: count }, (_, index) => addMonths(to, -index));
  const from = periods.at(-1) ?? to;
  const shared = { ...index(facts), periods, latestOfAll: latest ?? to, today };
  const carriers = books
    .map((book) => rowOf(book, shared))
    .filter(({ cells }) => keepsEmpty || cells.some(({ state }) => state !== 'nothing'));
  const first = books.reduce<Period | null>(
    (least, { firstPeriod }) => (firstPeriod !== null && (least === null || firstPeriod < least) ? firstPeriod : least),
    null,
  );
  return {
    from,
    to,
    hasEarlier: first !== null && first < from,
    hasLater: to < newestShown(latest, today),
    late: carriers.reduce((sum, { cells }) => sum + cells.filter(({ state }) => state === 'late').length, 0),
    months: periods.map((period, at) => monthOf(period, { rows: carriers, at, months: facts.months })),
    carriers,
  };
}

type Row = ReturnType<typeof rowOf>;

const keyOf = ({ workspaceId, carrierId }: Omit<BookMonth, 'period'>) => `${workspaceId} ${carrierId}`;
const cellKey = (month: BookMonth) => `${keyOf(month)} ${month.period}`;

function index({ files, months, deposits }: GridFacts) {
  const arrivals = new Map<string, Arrival[]>();
  const withData = new Map<string, Set<Period>>();
  for (const { arrivedOn, received, ...month } of files) {
    const key = keyOf(month);
    if (arrivedOn !== null && received > 0)
      arrivals.set(key, [...(arrivals.get(key) ?? []), { period: month.period, date: arrivedOn }]);
    if (received > 0) withData.set(key, (withData.get(key) ?? new Set<Period>()).add(month.period));
  }
  return {
    arrivals,
    withData,
    files: new Map(files.map((one) => [cellKey(one), one])),
    months: new Map(months.map((one) => [cellKey(one), one])),
    deposits: new Map(deposits.map((one) => [cellKey(one), one.amount])),
  };
}

type Shared = ReturnType<typeof index> & {
  readonly periods: readonly Period[];
  readonly latestOfAll: Period;
  readonly today: string;
};

function rowOf(book: GridBook, shared: Shared) {
  const { firstPeriod: _first, lastPeriod: _last, ...named } = book;
  const usual = usualDay(shared.arrivals.get(keyOf(book)) ?? []);
  return {
    ...named,
    usual: usual === null ? null : { ...usual, words: usualWords(usual) },
    cells: shared.periods.map((period) => cellOf(book, { period, usual }, shared)),
  };
}

/** Compares a deposit with the sum that the statement prints, else with the sum of what was read. */
function depositDifference(deposit: number | null, printedTotal: number | null, paidNet: number | null) {
  const sum = printedTotal ?? paidNet;
  return deposit === null || sum === null ? null : (Math.round(deposit * 100) - Math.round(sum * 100)) / 100;
}

function cellOf(
  book: GridBook,
  { period, usual }: { readonly period: Period; readonly usual: UsualDay | null },
  shared: Shared,
) {
  const key = cellKey({ ...book, period });
  const files = shared.files.get(key);
  const month = shared.months.get(key);
  const deposit = shared.deposits.get(key) ?? null;
  const received = files?.received ?? 0;
  const hasData = received > 0;
  const facts = { period, hasData, isWaiting: month?.isOpen === true, usual, today: shared.today };
  const state = statementState({
    ...facts,
    isClosed: month !== undefined && month.closedAt !== null,
    openJobs: files?.openJobs ?? 0,
    hasFailed: files?.hasFailed === true,
    isExpected: hasData || isExpectedIn(book, { period, usual }, shared),
  });
  const counted = hasData ? (month?.current ?? null) : null;
  const printedTotal = files?.printedTotal ?? null;
  const expected = month?.expected ?? null;
  const unreadRows = files?.unreadRows ?? 0;
  const cell = { period, state, received, expected, failed: files?.failed ?? 0, unreadRows };
  return {
    ...cell,
    members: counted?.memberCount ?? null,
    paidNet: counted?.paidNet ?? null,
    printedTotal,
    deposit,
    depositDifference: depositDifference(deposit, printedTotal, counted?.paidNet ?? null),
    dueOn: usual === null || hasData || state === 'nothing' ? null : usualDate(usual, period),
    detail: [detailOf(cell, usual), ...unreadWords(unreadRows)].join(' '),
  };
}

function isExpectedIn(
  book: GridBook,
  { period, usual }: { readonly period: Period; readonly usual: UsualDay | null },
  { withData, latestOfAll }: Shared,
): boolean {
  const { firstPeriod, lastPeriod } = book;
  if (firstPeriod === null || lastPeriod === null) return false;
  const own = withData.get(keyOf(book)) ?? new Set<Period>();
  const [before, after] = [addMonths(period, -1), addMonths(period, 1)];
  return isExpected({ period, withData: own, firstPeriod, lastPeriod, latestOfAll, usual, before, after });
}

interface Described {
  readonly state: StatementState;
  readonly received: number;
  readonly expected: number | null;
  readonly failed: number;
}

const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;

/** Describes a cell in a few words. */
function detailOf({ state, received, expected, failed }: Described, usual: UsualDay | null): string {
  switch (state) {
    case 'reading':
      return 'A file is being read.';
    case 'failed':
      return received === 0
        ? `${failed === 1 ? 'The file' : 'Files'} could not be read.`
        : `The latest file could not be read. ${files(received)} ${received === 1 ? 'counts' : 'count'}.`;
    case 'waiting':
      return `${received} of ${files(expected ?? received)} ${received === 1 ? 'is' : 'are'} here.`;
    case 'late':
      return usual === null ? 'Late.' : `Late, ${usualWords(usual)}.`;
    case 'missing':
      return usual === null ? 'Not here yet.' : `Not here yet, ${usualWords(usual)}.`;
    case 'closed':
      return `Closed, with ${files(received)}.`;
    case 'complete':
      return `${files(received)} here.`;
    case 'nothing':
      return 'Nothing is expected.';
  }
}

/** Tells the rows whose money is in no sum. */
const unreadWords = (rows: number): readonly string[] =>
  rows === 0 ? [] : [`${rows} ${rows === 1 ? 'row' : 'rows'} could not be read.`];

/** States that are still open when a month is closed. */
const OPEN_STATES: ReadonlySet<StatementState> = new Set(['waiting', 'missing', 'late', 'reading', 'failed']);

function monthOf(
  period: Period,
  { rows, at, months }: { readonly rows: readonly Row[]; readonly at: number; readonly months: readonly GridMonth[] },
) {
  const cells = rows.flatMap(({ cells: all, ...book }) => {
    const cell = all[at];
    return cell === undefined ? [] : [{ ...book, ...cell }];
  });
  const ofMonth = months.filter((month) => month.period === period);
  const closed = ofMonth.filter(({ closedAt }) => closedAt !== null);
  const [latest] = closed.toSorted((a, b) => ((a.closedAt ?? '') < (b.closedAt ?? '') ? 1 : -1));
  const withData = cells.filter(({ received }) => received > 0).length;
  const isClosed = closed.length > 0 && cells.every(({ state, received }) => received === 0 || state === 'closed');
  return {
    period,
    isClosed,
    withData,
    closedCount: closed.length,
    closedAt: latest?.closedAt ?? null,
    closedBy: latest?.closedBy ?? null,
    signedBy: latest?.signedBy ?? null,
    leftOpen: latest?.leftOpen ?? [],
    open: cells.flatMap((cell) => {
      const { carrierId, carrierName, workspaceId, state, detail, unreadRows, depositDifference: difference } = cell;
      const named = { carrierId, carrierName, workspaceId };
      const items = OPEN_STATES.has(state) || unreadRows > 0 ? [{ ...named, detail }] : [];
      if (difference !== null && difference !== 0) items.push({ ...named, detail: differenceWords(difference) });
      return items;
    }),
  };
}

/** Says how a deposit differs: "The deposit is $12.00 less than the statement." */
function differenceWords(difference: number): string {
  if (difference === 0) return 'The deposit is what the statement says.';
  return `The deposit is ${dollarsText(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than the statement.`;
}

/** Says in plain words what people and programs did with a statement, from the audit trail. */

export interface HistoryEvent {
  readonly at: string;
  /** The name of the person or the program. */
  readonly who: string;
  readonly action: string;
  /** The name of the file that the action concerned. */
  readonly fileName: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Returns a phrase that continues the name: "took march.csv back". */
export function historyText({ action, fileName, meta }: HistoryEvent): string {
  const file = fileName ?? 'a file';
  const text = (name: string) => (typeof meta[name] === 'string' ? meta[name] : '');
  const amount = typeof meta['amount'] === 'number' ? dollarsText(meta['amount']) : '';
  switch (action) {
    case 'file.upload':
      return meta['mode'] === 'append' ? `added ${file} to the month` : `added ${file}`;
    case 'file.replace':
      return `replaced the statement by ${file}`;
    case 'file.retract':
      return meta['only'] === true ? `took ${file} back` : 'took all files of the month back';
    case 'file.rescore':
      return 'had the month read again';
    case 'file.purge':
      return `deleted the original of ${file}`;
    case 'file.leave':
      return typeof meta['rows'] === 'number'
        ? `left ${meta['rows']} ${meta['rows'] === 1 ? 'row' : 'rows'} of ${file} that could not be read`
        : `left ${file}, which could not be read`;
    case 'file.take_up':
      return `took ${file} up again`;
    case 'job.retry':
      return `tried ${file} again`;
    case 'month.close':
      return text('signedBy') === '' ? 'closed the month' : `closed the month, signed by ${text('signedBy')}`;
    case 'month.reopen':
      return text('reason') === '' ? 'opened the month again' : `opened the month again: ${text('reason')}`;
    case 'deposit.set':
      return `wrote down a deposit of ${amount}`;
    case 'deposit.delete':
      return 'removed the deposit';
    default:
      return action;
  }
}
