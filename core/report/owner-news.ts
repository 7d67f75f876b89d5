import { NEWS_MONTHS, TAKEN_BACK_DOLLARS_MIN, TAKEN_BACK_PERCENT_MIN } from '../limits/account-limits.ts';
import { type Period, periodOfDate } from '../period.ts';
import { counted, dollarsText, fullMonthName } from '../wording.ts';
import { type GridFacts, statementGrid } from './statement-grid.ts';

/** Decides which facts about its statements an agency is mailed (docs/reference/people.md#mails-to-owners). */

export const NEWS_KINDS = ['late', 'taken_back', 'complete'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** A fact. Each is mailed once. */
export interface NewsKey {
  readonly kind: NewsKind;
  /** Null, like `carrierId`, for a fact about all carriers. */
  readonly workspaceId: string | null;
  readonly carrierId: string | null;
  readonly period: Period;
}

export interface OwnerNews extends NewsKey {
  /** The fact as a sentence with its figures. */
  readonly text: string;
}

type Grid = ReturnType<typeof statementGrid>;
type Row = Grid['carriers'][number];

/** Returns the facts of the current month and of the months before it, by kind: late statements, money taken back, complete months. */
export function ownerNews(facts: GridFacts, today: string): readonly OwnerNews[] {
  const grid = statementGrid(facts, { to: periodOfDate(today), count: NEWS_MONTHS, today });
  const isNamed = new Set(grid.carriers.map(({ workspaceId }) => workspaceId)).size > 1;
  const nameOf = ({ carrierName, workspaceName }: Row) => (isNamed ? `${carrierName} (${workspaceName})` : carrierName);
  return [...lateNews(grid, nameOf), ...takenBackNews(grid, facts, nameOf), ...completeNews(grid, facts)];
}

const keyOf = ({ workspaceId, carrierId }: Row, period: Period) => ({ workspaceId, carrierId, period });

function lateNews({ carriers }: Grid, nameOf: (row: Row) => string): readonly OwnerNews[] {
  return carriers.flatMap((row) =>
    row.cells
      .filter(({ state }) => state === 'late')
      .map(({ period }) => ({
        kind: 'late' as const,
        ...keyOf(row, period),
        text: `${nameOf(row)} has sent no statement for ${fullMonthName(period)} yet${row.usual === null ? '' : `: it is ${row.usual.words}`}.`,
      })),
  );
}

function takenBackNews(grid: Grid, { months }: GridFacts, nameOf: (row: Row) => string): readonly OwnerNews[] {
  return grid.carriers.flatMap((row) =>
    months
      .filter(
        ({ workspaceId, carrierId, period, current }) =>
          workspaceId === row.workspaceId &&
          carrierId === row.carrierId &&
          period >= grid.from &&
          period <= grid.to &&
          isLarge(current),
      )
      .map(({ period, current }) => ({
        kind: 'taken_back' as const,
        ...keyOf(row, period),
        text: `${nameOf(row)} took back ${dollarsText(current.chargebacks)} in ${fullMonthName(period)}, and paid ${dollarsText(current.paidGross)} before that.`,
      })),
  );
}

/** True for a sum of chargebacks that is large by itself and beside the carrier's pay of the month. */
function isLarge({ chargebacks, paidGross }: { readonly chargebacks: number; readonly paidGross: number }): boolean {
  return chargebacks >= TAKEN_BACK_DOLLARS_MIN && chargebacks * 100 >= paidGross * TAKEN_BACK_PERCENT_MIN;
}

/** Months of which nothing is missing. The first month of an account is none: without an earlier one nothing is expected yet. */
function completeNews({ carriers, months }: Grid, facts: GridFacts): readonly OwnerNews[] {
  return months.flatMap(({ period }, at) => {
    const cells = carriers.map((row) => row.cells[at]).filter((cell) => cell !== undefined && cell.state !== 'nothing');
    const isHere = cells.every((cell) => cell?.state === 'complete' || cell?.state === 'closed');
    const complete = cells.filter((cell) => cell?.state === 'complete');
    const hasEarlier = facts.books.some(({ firstPeriod }) => firstPeriod !== null && firstPeriod < period);
    if (!isHere || complete.length === 0 || !hasEarlier) return [];
    const cents = cells.reduce((sum, cell) => sum + Math.round((cell?.paidNet ?? 0) * 100), 0);
    const text = `${fullMonthName(period)} is complete: ${counted(cells.length, 'statement')}, and ${dollarsText(cents / 100)} paid.`;
    return [{ kind: 'complete' as const, workspaceId: null, carrierId: null, period, text }];
  });
}

/** The screen of the news: the statements if all are late, the month if all are of one month, else the first page. */
export function newsPath(news: readonly NewsKey[]): string {
  const [first] = news;
  if (news.every(({ kind }) => kind === 'late')) return '/statements';
  return first !== undefined && news.every(({ period }) => period === first.period) ? `/months/${first.period}` : '/';
}
