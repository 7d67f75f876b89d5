import { money } from '../parts/money.ts';
import { monthName } from '../parts/month-name.ts';
import type { Home } from './use-home.ts';

/** Describes the month in a sentence: "Paid $4,704.16, $224.32 less than April 2026." */
export function monthSentence({ totals, previousPeriod }: Home): string {
  const { paidNet, difference } = totals;
  const paid = `Paid ${money(paidNet)}`;
  if (previousPeriod === null || difference === null) return `${paid}. Add the next month to see what changed.`;
  if (difference === 0) return `${paid}, the same as ${monthName(previousPeriod)}.`;
  return `${paid}, ${money(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than ${monthName(previousPeriod)}.`;
}
