import type { Money } from '../../money.ts';
import { periodYear } from '../../period.ts';
import { isPaidAhead, paidYear } from '../catch-up.ts';
import type { MemberHistory } from '../member-history.ts';
import type { PriorRow, ScoredRow, ScoringContext } from '../score-member.ts';
import { amountSignal, type Signal, signal } from '../signal.ts';
import { toleratedDifference } from '../tolerance.ts';
import { counted, dollars } from '../wording.ts';
import type { PresentCase } from './signal-case.ts';

/** What the amount itself says. Increases and reductions follow the status table, tolerance included. */
export function commissionSignals({ context, row, month, prior }: PresentCase, found: Signal[]): void {
  const change = row.commissionAmount - row.prevCommissionAmount;
  if (
    prior !== undefined &&
    (row.flags.includes('COMMISSION_CHANGED') || row.flags.includes('REAPPEARED_WITH_DELTA'))
  ) {
    const amounts = `${dollars(row.prevCommissionAmount)} → ${dollars(row.commissionAmount)}`;
    if (change > 0) {
      found.push(
        amountSignal('COMMISSION_INCREASED', 'info', {
          amount: change,
          detail: `Paid ${dollars(change)} more (${amounts}).`,
        }),
      );
    } else {
      const extra = expectedReduction(context, prior, row);
      found.push(
        amountSignal('COMMISSION_REDUCED', extra === null ? 'warn' : 'info', {
          amount: change,
          detail: `Paid ${dollars(-change)} less (${amounts})${extra === null ? '' : `: ${extra}`}.`,
        }),
      );
    }
  }
  if (row.status === 'red') return;
  if (month.amount < 0) {
    const detail = `Chargebacks of ${dollars(month.chargeback)} exceed the ${dollars(month.paid)} paid on this statement.`;
    found.push(amountSignal('NEGATIVE_NET', 'warn', { amount: month.amount, detail }));
  } else if (month.amount === 0 && (month.chargeback > 0 || !isNothingDue(context, prior))) {
    const detail =
      month.chargeback > 0
        ? `A chargeback takes back all of the ${dollars(month.paid)} on this statement.`
        : 'On the statement, but paid nothing.';
    found.push(signal('ZERO_COMMISSION', 'warn', detail));
  }
}

/** The renewal amount is half of the initial one of its own year, which is a little more than that of the year before. */
const RENEWAL_SHARE_MIN = 0.5;
const RENEWAL_SHARE_MAX = 0.6;

/** Why less was to be expected, in the words after the colon; null when it was not. */
export function expectedReduction(context: ScoringContext, prior: PriorRow, row: ScoredRow): string | null {
  const paid = row.commissionAmount;
  const isAsMuchAs = (amount: Money) => paid >= amount - toleratedDifference(context.tolerance, amount);
  const year = paidYear(prior, context.productLine);
  if (year !== null) {
    // Nothing is due until the year is over, and then a month's part of a renewal.
    const due = context.period <= year.december ? 0 : Math.floor(year.pay.renewal / year.pay.months);
    return isAsMuchAs(due) ? 'the payment before was for the year' : null;
  }
  const prev = row.prevCommissionAmount;
  const { extraAmount, lastPaidPeriod } = prior.history;
  const isWhole = lastPaidPeriod === prior.lastPresentPeriod && prev === prior.lastPresentAmount;
  const regular = isWhole ? prev - extraAmount : prev;
  if (regular < prev && isAsMuchAs(regular)) return extraBefore(prior.history);
  const { effectiveDate } = row.profile;
  const isRenewed =
    context.productLine === 'medicare' &&
    effectiveDate !== null &&
    periodYear(context.period) === periodYear(effectiveDate) + 1 &&
    isAsMuchAs(Math.floor(regular * RENEWAL_SHARE_MIN)) &&
    paid <= regular * RENEWAL_SHARE_MAX;
  return isRenewed ? 'a renewal is paid about half of what the first year is' : null;
}

function extraBefore({ extraMonths, extraAmount, paidMonths }: MemberHistory): string {
  return extraMonths > 0
    ? `the payment before was for ${counted(paidMonths + extraMonths, 'month')}`
    : `${dollars(extraAmount)} of the payment before was a true-up`;
}

/** A line of nothing in a month that an advance has paid for is as it should be. */
function isNothingDue({ period, productLine }: ScoringContext, prior: PriorRow | undefined): boolean {
  if (prior === undefined) return false;
  if (prior.history.paidMonths > 1 && isPaidAhead(prior, period)) return true;
  const year = paidYear(prior, productLine);
  return year !== null && period <= year.december;
}
