import type { Money } from '../../money.ts';
import { addMonths, periodMonth, periodOfDate, periodYear } from '../../period.ts';
import { type CmsMaximum, cmsMaximum } from '../cms-maximum.ts';
import { compensationOf } from '../member-history.ts';
import { amountSignal, type Signal } from '../signal.ts';
import { dollars } from '../wording.ts';
import type { SignalCase } from './signal-case.ts';

/**
 * Medicare plans often pay a new enrollment the renewal amount at once, and the difference to the initial amount (the
 * true-up) when CMS has confirmed that it is the member's first year. Amounts are told by the CMS maximum, for the whole
 * year or for the months from the effective date on.
 */
export function trueUpSignals({ context, prior, month, row }: SignalCase, found: Signal[]): void {
  if (context.productLine !== 'medicare' || row.status === 'red') return;
  const typed = month === undefined ? 0 : typedTrueUp(month.records.flatMap(({ lines }) => lines));
  if (typed > 0) {
    found.push(amountSignal('TRUE_UP', 'info', { amount: typed, detail: `${dollars(typed)} is paid as a true-up.` }));
    return;
  }
  const { effectiveDate } = row.profile;
  const { planYear, planYearPaid } = row.history;
  if (effectiveDate === null || planYear === null || periodYear(effectiveDate) !== planYear) return;
  const maximum = cmsMaximum(planYear, row.profile);
  if (maximum === null) return;
  const amounts = firstYearAmounts(maximum, 13 - periodMonth(periodOfDate(effectiveDate)));
  const paidBefore = prior?.history.planYear === planYear ? prior.history.planYearPaid : 0;
  if (month !== undefined && month.paid > 0) {
    const paidNow = compensationOf(month);
    if (isAdvance(paidBefore, amounts) && isOneOf(planYearPaid, amounts.initial)) {
      const detail = `${dollars(paidNow)} brings the first year up to the initial amount of ${dollars(planYearPaid)}.`;
      found.push(amountSignal('TRUE_UP', 'info', { amount: paidNow, detail }));
      return;
    }
  }
  const isDue =
    context.period >= addMonths(periodOfDate(effectiveDate), TRUE_UP_MONTHS) && periodYear(context.period) === planYear;
  if (!isDue || !isAdvance(planYearPaid, amounts) || row.history.lastPaidAmount !== planYearPaid) return;
  const paidFor = amounts.renewal.findIndex((amount) => isOneOf(planYearPaid, [amount]));
  const missing = (amounts.initial[paidFor] ?? planYearPaid) - planYearPaid;
  const detail = `Paid ${dollars(planYearPaid)}, the renewal amount; if this is the member's first enrollment, a true-up is due.`;
  found.push(amountSignal('TRUE_UP_MISSING', 'info', { amount: missing, detail }));
}

const TRUE_UP_TYPE = /true[\s_-]*up/i;
/** Months from the effective date after which a true-up should have been paid. */
const TRUE_UP_MONTHS = 3;
/** Plans pay in rounded dollars. In ten-thousandths. */
const ROUNDING = 10_000;

interface FirstYearAmounts {
  readonly initial: readonly Money[];
  readonly renewal: readonly Money[];
}

function typedTrueUp(lines: readonly { readonly amount: Money; readonly transactionType: string | null }[]): Money {
  let total: Money = 0;
  for (const { amount, transactionType } of lines) {
    if (amount > 0 && transactionType !== null && TRUE_UP_TYPE.test(transactionType)) total += amount;
  }
  return total;
}

function firstYearAmounts({ initial, renewal }: CmsMaximum, months: number): FirstYearAmounts {
  return {
    initial: [initial, Math.round((initial * months) / 12)],
    renewal: [renewal, Math.round((renewal * months) / 12)],
  };
}

/** The renewal amount, and not the initial one of fewer months that comes to the same. */
function isAdvance(paid: Money, { initial, renewal }: FirstYearAmounts): boolean {
  return isOneOf(paid, renewal) && !isOneOf(paid, initial);
}

function isOneOf(paid: Money, amounts: readonly Money[]): boolean {
  return paid > 0 && amounts.some((amount) => Math.abs(paid - amount) <= ROUNDING);
}
