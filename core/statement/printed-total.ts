import type { Money } from '../money.ts';
import { readAmount } from './amount.ts';
import type { StatementConfig } from './config.ts';
import { ONE_CENT } from './footer-totals.ts';

/** Matches words beside the sum of a statement: "Total", "Net Commission Due", "Check amount". */
const SUM_WORDS =
  /\b(?:sub|grand)?[\s-]*totals?\b|\b(?:net|amount|payment|check|eft|deposit|balance)\b.*\b(?:due|paid|pay|payable|payment|amount|commissions?|deposit)\b|\b(?:commissions?|payment|amount)\s+(?:due|paid|payable|amount|earned)\b/i;
const AMOUNTS = /[-+(]{0,2}[$€£]?\s?[-+(]?\d[\d.,]*\d\)?-?(?:\s?(?:CR|DR)\b)?/gi;

/**
 * Tells whether a printed statement states a sum (docs/reference/carriers-and-formats.md#pdf): one of its notes names it as a total, or its
 * subtotals add up to it. `sums` are the sums of the rows as accepted and as printed, in ten-thousandths of a dollar.
 */
export function isSumPrinted(
  notes: readonly string[],
  sums: readonly Money[],
  { decimal, creditDebitMark }: Pick<StatementConfig['amounts'], 'decimal' | 'creditDebitMark'>,
): boolean {
  const isSum = (amount: Money) => sums.some((sum) => Math.abs(Math.abs(amount) - Math.abs(sum)) <= ONE_CENT);
  let subtotals: Money = 0;
  for (const note of notes) {
    if (!SUM_WORDS.test(note)) continue;
    const amounts = (note.match(AMOUNTS) ?? []).flatMap((text) => {
      const reading = readAmount(text, { decimal, creditDebitMark });
      return reading.ok ? [reading.amount] : [];
    });
    if (amounts.some(isSum)) return true;
    subtotals += amounts.at(-1) ?? 0;
  }
  return subtotals !== 0 && isSum(subtotals);
}
