/**
 * The rules of contract 5 and 6 written down a second time, over whole books in memory: months of lines in cents, for carriers
 * that pay month by month. Nothing here is shared with the service.
 */

/** Period → member → the member's lines. Periods in ascending order. */
export type Book = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

export interface ModelAsked {
  readonly from: string;
  readonly to: string;
  readonly granularity: 'month' | 'quarter' | 'year';
}

/** "A yellow 5000 → 4000". */
export function modelRows(book: Book, { from, to, granularity }: ModelAsked): readonly string[] {
  const sideOf = (period: string) => sideName(period, granularity);
  const members = [...new Set(Object.values(book).flatMap((month) => Object.keys(month)))].sort();
  return members.flatMap((member) => {
    const paid = presentMonths(book, member);
    const sumOf = (side: string) => {
      const months = [...paid].filter(([period]) => sideOf(period) === side);
      return months.length === 0 ? null : months.reduce((sum, [, amount]) => sum + amount, 0);
    };
    const [prev, curr] = [sumOf(sideOf(from)), sumOf(sideOf(to))];
    const row = (status: string, earlier: number, later: number) => [`${member} ${status} ${earlier} → ${later}`];
    if (curr === null) return prev === null ? [] : row('red', prev, 0);
    if (prev !== null) return row(curr < prev - 1 ? 'yellow' : 'green', prev, curr);
    const last = [...paid.keys()].filter((period) => sideOf(period) < sideOf(from)).at(-1);
    return last === undefined ? row('new', 0, curr) : row('reappeared', sumOf(sideOf(last)) ?? 0, curr);
  });
}

function sideName(period: string, granularity: ModelAsked['granularity']): string {
  if (granularity === 'month') return period;
  const year = period.slice(0, 4);
  return granularity === 'year' ? year : `${year} Q${Math.ceil(Number(period.slice(5)) / 3)}`;
}

/** Months with lines, save those that hold nothing but chargebacks after a drop. */
function presentMonths(book: Book, member: string): ReadonlyMap<string, number> {
  const present = new Map<string, number>();
  let isAway = false;
  for (const [period, month] of Object.entries(book)) {
    const lines = month[member] ?? [];
    if (lines.length === 0) isAway ||= present.size > 0;
    else if (!isAway || lines.some((amount) => amount >= 0)) {
      present.set(
        period,
        lines.reduce((sum, amount) => sum + amount, 0),
      );
      isAway = false;
    }
  }
  return present;
}
