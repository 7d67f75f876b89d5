import { addMoney, type Money } from '../money.ts';
import { type Period, periodYear, yearStart } from '../period.ts';
import { memberMonths, type ScorableLine } from './member-month.ts';

/** The sum of the year that a statement prints for one policy of one member, in ten-thousandths of a dollar. */
export interface RecordTotal {
  readonly memberRefId: string;
  readonly policyRefId: string | null;
  readonly amount: Money;
}

/**
 * Returns whether the year's sums of a statement continue those of the baseline (docs/reference/scoring.md#year-to-date-statements). False
 * in a book's first period and after the turn of the year, where the sums themselves are the payments.
 */
export function continuesTotals(period: Period, baselinePeriod: Period | null): baselinePeriod is Period {
  return baselinePeriod !== null && periodYear(baselinePeriod) === periodYear(period);
}

/** Returns whether a book's first statement has the pay of one month, as in January. Later sums cover an unknown number of months. */
export function totalsOneMonth(period: Period): boolean {
  return period === yearStart(period);
}

/** Returns the ids of members who have a record without an earlier sum. */
export function membersWithoutTotal(lines: Iterable<ScorableLine>, totals: Iterable<RecordTotal>): string[] {
  const known = new Set<string>();
  for (const total of totals) known.add(recordKey(total));
  const members = new Set<string>();
  for (const line of lines) if (!known.has(recordKey(line))) members.add(line.memberRefId);
  return [...members];
}

/**
 * Returns a line for each record, whose amount is the record's sum of the year minus its earlier sum. A lower sum makes a chargeback.
 * A descriptive field comes from the record's first line that has it. Throws a RangeError for sums that are not exact.
 */
export function sinceTotals(lines: Iterable<ScorableLine>, totals: Iterable<RecordTotal>): ScorableLine[] {
  const before = new Map<string, Money>();
  for (const total of totals) before.set(recordKey(total), total.amount);
  const since: ScorableLine[] = [];
  for (const { memberExternalId, records } of memberMonths(lines)) {
    for (const { lines: own, ...record } of records) {
      const [first] = own;
      if (first === undefined) continue;
      const earlier = before.get(recordKey(first)) ?? 0;
      since.push({ ...first, ...record, memberExternalId, amount: addMoney(record.amount, -earlier) });
    }
  }
  return since;
}

function recordKey({ memberRefId, policyRefId }: Omit<RecordTotal, 'amount'>): string {
  return `${memberRefId}/${policyRefId ?? ''}`;
}
