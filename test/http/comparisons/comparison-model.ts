/**
 * A second implementation of the rules of docs/reference/members-and-comparisons.md#comparisons, over whole books in memory: months of
 * lines in cents, for carriers that pay month by month. It shares no code with the service.
 */

/** Period → member → the member's lines. Periods are in ascending order. */
export type Book = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

export interface ModelAsked {
  readonly from: string;
  readonly to: string;
  readonly granularity: 'month' | 'quarter' | 'year';
}

/** Rows in the form "A yellow 5000 → 4000". */
export function modelRows(book: Book, { from, to, granularity }: ModelAsked): readonly string[] {
  const sideOf = (period: string) => sideName(period, granularity);
  const members = [...new Set(Object.values(book).flatMap((month) => Object.keys(month)))].sort();
  return members.flatMap((member) => {
    const present = presentMonths(book, member);
    const isIn = (side: string) => present.some((period) => sideOf(period) === side);
    /** Sums all lines of the side, including a month in which the member is only charged back. */
    const netOf = (side: string) =>
      Object.entries(book)
        .filter(([period]) => sideOf(period) === side)
        .flatMap(([, month]) => month[member] ?? [])
        .reduce((sum, amount) => sum + amount, 0);
    const [earlier, later] = [sideOf(from), sideOf(to)];
    const row = (status: string, prev: number) => [`${member} ${status} ${prev} → ${netOf(later)}`];
    if (!isIn(later)) return isIn(earlier) ? row('red', netOf(earlier)) : [];
    if (isIn(earlier)) return row(netOf(later) < netOf(earlier) - 1 ? 'yellow' : 'green', netOf(earlier));
    const last = present.filter((period) => sideOf(period) < earlier).at(-1);
    return last === undefined ? row('new', 0) : row('reappeared', netOf(sideOf(last)));
  });
}

function sideName(period: string, granularity: ModelAsked['granularity']): string {
  if (granularity === 'month') return period;
  const year = period.slice(0, 4);
  return granularity === 'year' ? year : `${year} Q${Math.ceil(Number(period.slice(5)) / 3)}`;
}

/** The months with lines, except those that hold only chargebacks after a drop. */
function presentMonths(book: Book, member: string): readonly string[] {
  const present: string[] = [];
  let isAbsent = false;
  for (const [period, month] of Object.entries(book)) {
    const lines = month[member] ?? [];
    if (lines.length === 0) isAbsent ||= present.length > 0;
    else if (!isAbsent || lines.some((amount) => amount >= 0)) {
      present.push(period);
      isAbsent = false;
    }
  }
  return present;
}
