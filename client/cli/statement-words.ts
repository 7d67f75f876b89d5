import type { Schema } from '../commission-client.ts';

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats dollars, such as `$1,735.20`. */
export const dollars = (amount: number): string => DOLLARS.format(amount);

/** Formats a number of things, such as `1 member` and `38 members`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Formats a period, such as `April 2026`. */
export const monthName = (period: string): string => MONTH.format(new Date(`${period}-15T00:00:00Z`));

/** Describes the changes of a month in a few words, such as "2 gone, 1 new". Leaves out counts of zero. */
export function changeCounts(stats: Schema<'Job'>['stats']): string {
  const counts = [
    [stats.red, 'gone'],
    [stats.yellow, 'paid less or more'],
    [stats.new, 'new'],
    [stats.reappeared, 'back'],
    [stats.green, 'the same'],
  ] as const;
  return counts.flatMap(([count, word]) => (count === undefined || count === 0 ? [] : [`${count} ${word}`])).join(', ');
}

/** Makes a table whose columns are as wide as their longest cells. Columns of amounts are aligned to the right. */
export function tableOf(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heading.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const isAmount = heading.map((_, index) => rows.every((row) => /^(-?\$[\d,.]+|)$/.test(row[index] ?? '')));
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, index) =>
        isAmount[index] === true ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [heading, ...rows].map(lineOf).join('\n');
}
