import { addMoney, type Money } from '../money.ts';
import { type Period, periodYear, yearStart } from '../period.ts';
import { memberMonths, type ScorableLine } from './member-month.ts';

/**
 * Statements that print each policy's total since January (`statementMode: ytd`,
 * docs/reference/scoring.md#year-to-date-statements). What a month paid is the total now less what it stood at at the
 * baseline, record by record; in January the totals begin again. A record that the baseline doesn't print stands where
 * the last statement of the year with it left it: its money has been counted. So have payments of statements that print
 * those instead.
 */

/** What one member's one policy stood at on a statement. */
export interface RecordTotal {
  readonly memberRefId: string;
  readonly policyRefId: string | null;
  readonly amount: Money;
}

/** False in a book's first period and when the year has turned: then the totals are what was paid. */
export function continuesTotals(period: Period, baselinePeriod: Period | null): baselinePeriod is Period {
  return baselinePeriod !== null && periodYear(baselinePeriod) === periodYear(period);
}

/** Whether a first statement says what one month paid: later in the year its totals are of nobody knows how many. */
export function totalsOneMonth(period: Period): boolean {
  return period === yearStart(period);
}

/** Those with a record that is not among the totals. */
export function membersWithoutTotal(lines: Iterable<ScorableLine>, totals: Iterable<RecordTotal>): string[] {
  const known = new Set<string>();
  for (const total of totals) known.add(recordKey(total));
  const members = new Set<string>();
  for (const line of lines) if (!known.has(recordKey(line))) members.add(line.memberRefId);
  return [...members];
}

/**
 * One line for each record, with what it was paid since the totals, of which a record's last one counts. A total that went down is a
 * chargeback. Descriptive fields are the record's: the first line's that has one.
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
