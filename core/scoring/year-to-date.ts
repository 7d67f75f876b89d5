import { addMoney, type Money } from '../money.ts';
import { type Period, periodYear } from '../period.ts';
import { memberMonths, type ScorableLine } from './member-month.ts';

/**
 * Statements that print each policy's total since January (contract 3 and 11, `statementMode: ytd`). What a month paid is
 * the total now less the total of the baseline, record by record; in January the totals begin again.
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

/**
 * One line for each record, with what it was paid since the totals. A total that went down is a chargeback. Descriptive
 * fields are the record's: the first line's that has one.
 */
export function sinceTotals(lines: Iterable<ScorableLine>, totals: Iterable<RecordTotal>): ScorableLine[] {
  const before = new Map<string, Money>();
  for (const total of totals) before.set(recordKey(total), total.amount);
  const since: ScorableLine[] = [];
  for (const { memberExternalId, records } of memberMonths(lines).values()) {
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
