import { exactFromMoney } from '../money.ts';
import { type ExpectedRate, expectedOf, isEstimateShort, type RateTable, ratedParts } from './expected.ts';
import type { MemberMonth } from './member-month.ts';

/** Minimum number of payments that can contradict an estimate. */
const PAYMENTS_MIN = 5;

/**
 * Marks estimates by which half or more of the period's payments are short, because the carrier has changed its pay since. Each period is
 * checked by itself, so that the order of statements has no effect. `months`: yields the months of all members with lines.
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
