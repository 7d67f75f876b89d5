import { addMoney, type Money } from '../money.ts';
import { type Period, periodYear, yearStart } from '../period.ts';
import { memberMonths, type ScorableLine } from './member-month.ts';

/**
 * Turns totals of the year into payments (`statementMode: ytd`, docs/reference/scoring.md#year-to-date-statements). A month's payment is
 * the total now minus the total at the baseline, record by record; in January the totals start again. A record that is missing from the
 * baseline uses the last statement of the year that printed it. Payments of statements that print payments count too.
 */

/** The total of one member's one policy on a statement. */
export interface RecordTotal {
  readonly memberRefId: string;
  readonly policyRefId: string | null;
  readonly amount: Money;
}

/** Returns the baseline if its totals continue. In a book's first period and after the turn of the year the totals are payments. */
export function continuesTotals(period: Period, baselinePeriod: Period | null): baselinePeriod is Period {
  return baselinePeriod !== null && periodYear(baselinePeriod) === periodYear(period);
}

/** Returns whether a first statement shows the pay of one month. Later in the year its totals cover an unknown number of months. */
export function totalsOneMonth(period: Period): boolean {
  return period === yearStart(period);
}

/** Returns the members with a record that is not among the totals. */
export function membersWithoutTotal(lines: Iterable<ScorableLine>, totals: Iterable<RecordTotal>): string[] {
  const known = new Set<string>();
  for (const total of totals) known.add(recordKey(total));
  const members = new Set<string>();
  for (const line of lines) if (!known.has(recordKey(line))) members.add(line.memberRefId);
  return [...members];
}

/**
 * Returns one line for each record, with its payment since the latest total. A lower total is a chargeback. Descriptive fields come from
 * the record's first line that has one.
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
