import type { Money } from '../../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate } from '../../period.ts';
import type { MemberMonth } from '../member-month.ts';
import { isPaidAhead } from '../score-member.ts';
import { amountSignal, type Signal, signal } from '../signal.ts';
import { toleratedDifference } from '../tolerance.ts';
import { counted, dollars } from '../wording.ts';
import type { PresentCase, SignalCase } from './signal-case.ts';

/** Months paid before their time: told with the payment when it is for several, and in every month it carries. */
export function paidAheadSignal({ context, prior, row }: SignalCase, found: Signal[]): void {
  if (row.paidThrough === null || row.history.paidMonths === 1) {
    if (row.status !== 'carried') return;
  }
  if (row.paidThrough === null) return;
  const through = periodOfDate(row.paidThrough);
  const isTold = row.status !== 'carried' && row.paidThrough === prior?.paidThrough;
  if (isTold || through < context.period) return;
  found.push(signal('PAID_AHEAD', 'info', `Paid ahead through ${through}.`));
}

/** A member who is paid again after months without pay: what of these months was paid now, and what was not. */
export function missedMonthsSignals({ context, prior, month }: PresentCase, found: Signal[]): void {
  const since = prior?.history.unpaidSince ?? null;
  if (prior === undefined || since === null || month.paid <= 0 || isPaidAhead(prior, context.period)) return;
  const missed = monthIndex(context.period) - monthIndex(since);
  if (missed <= 0) return;
  const monthly = prior.history.lastPaidAmount;
  const perMonth = Math.round(monthly / prior.history.paidMonths);
  const last = addMonths(context.period, -1);
  const caughtUp = Math.min(
    caughtUpMonths(month, { since, last, perMonth, slack: toleratedDifference(context.tolerance, perMonth) }),
    missed,
  );
  if (caughtUp > 0) {
    const detail = `Pays for ${counted(caughtUp, 'missed month')} (${range(since, last)}) as well.`;
    found.push(amountSignal('CATCH_UP_PAYMENT', 'info', { amount: Math.max(month.paid - perMonth, 0), detail }));
  }
  const left = missed - caughtUp;
  if (left === 0) return;
  const worth = perMonth > 0 ? `, about ${dollars(left * perMonth)}` : '';
  const still = caughtUp > 0 ? 'Still not paid' : 'Not paid';
  const detail = `${still} for ${counted(left, 'month')} (${range(since, last)})${worth}.`;
  found.push(
    perMonth > 0
      ? amountSignal('MISSED_MONTHS', 'warn', { amount: left * perMonth, detail })
      : signal('MISSED_MONTHS', 'warn', detail),
  );
}

interface Missed {
  readonly since: Period;
  readonly last: Period;
  /** What a month was last paid. */
  readonly perMonth: Money;
  readonly slack: Money;
}

/**
 * Coverage months decide where the statement has them, then its number of months paid; without either an amount that is a
 * multiple of what a month was paid before, and of no other amount.
 */
function caughtUpMonths(month: MemberMonth, { since, last, perMonth, slack }: Missed): number {
  const covered = new Set<Period>();
  let hasCoverage = false;
  let monthsPaid: number | null = null;
  for (const { lines, monthsPaid: stated } of month.records) {
    if (stated !== null) monthsPaid = Math.max(monthsPaid ?? 0, Math.floor(stated / 100));
    for (const { amount, coverageMonth } of lines) {
      if (amount <= 0 || coverageMonth === null) continue;
      hasCoverage = true;
      if (coverageMonth >= since && coverageMonth <= last) covered.add(coverageMonth);
    }
  }
  if (monthsPaid !== null && monthsPaid > 1) return Math.max(covered.size, monthsPaid - 1);
  if (hasCoverage) return covered.size;
  if (monthsPaid !== null || perMonth <= 0) return 0;
  const times = Math.round(month.paid / perMonth);
  return Math.abs(month.paid - times * perMonth) <= slack ? times - 1 : 0;
}

function range(since: Period, last: Period): string {
  return since === last ? since : `${since} to ${last}`;
}
