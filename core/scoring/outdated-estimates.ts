import { exactFromMoney } from '../money.ts';
import { type ExpectedRate, expectedOf, isEstimateShort, type RateTable, ratedParts } from './expected.ts';
import type { MemberMonth } from './member-month.ts';

/** With fewer payments a share of one half proves nothing about the carrier's rate. */
const PAYMENTS_MIN = 5;

/**
 * Marks the estimates that a book-wide change of pay contradicts: those by which half or more of the period's payments are short. Every
 * period is checked anew, so that the order of statements has no effect. `months`: the period's members.
 */
export function markOutdatedEstimates(table: RateTable, months: () => Iterable<MemberMonth>): RateTable {
  if (table.estimateCount === 0) return table;
  const counts = new Map<ExpectedRate, { valued: number; short: number }>();
  for (const { records } of months()) {
    for (const record of records) {
      if (record.paid <= 0) continue;
      for (const { part, rate } of ratedParts(record, table)) {
        if (rate?.source !== 'estimated') continue;
        const expected = expectedOf(part, rate);
        if (expected === null) continue;
        const count = counts.get(rate) ?? { valued: 0, short: 0 };
        if (count.valued === 0) counts.set(rate, count);
        count.valued += 1;
        if (isEstimateShort(expected, exactFromMoney(part.paid), rate.rateType)) count.short += 1;
      }
    }
  }
  const outdated = [...counts].filter(([, { valued, short }]) => valued >= PAYMENTS_MIN && short * 2 >= valued);
  if (outdated.length === 0) return table;
  const rates = new Set(outdated.map(([rate]) => rate));
  return { ...table, rateCount: table.rateCount - rates.size, outdated: rates };
}
