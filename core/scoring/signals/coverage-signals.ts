import { periodOfDate } from '../../period.ts';
import { type MonthSpan, monthsWithin } from '../cadence.ts';
import { caughtUp, missedMonths, monthlyPay } from '../catch-up.ts';
import { typedTrueUp } from '../member-history.ts';
import { amountSignal, type Signal, signal } from '../signal.ts';
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
  const detail = context.isPolicyTerm ? `Policy term to ${through}.` : `Paid ahead through ${through}.`;
  found.push(signal('PAID_AHEAD', 'info', detail));
}

/** A member who is paid again after months without pay: what of these months was paid now, and what was not. */
export function missedMonthsSignals({ context, prior, month }: PresentCase, found: Signal[]): void {
  const missed = prior === undefined || month.paid <= 0 ? null : missedMonths(prior, context);
  if (prior === undefined || missed === null) return;
  // Nothing but a true-up: it is no month's pay, and follows an advance for the year.
  if (context.productLine === 'medicare' && typedTrueUp(month, context.kindOf) === month.paid) return;
  const all = monthsWithin(missed, missed);
  const paidNow = caughtUp(month, prior, { ...context, missed });
  if (paidNow.months > 0) {
    const detail = `Pays for ${monthsOf(paidNow.months, all, 'missed ')} (${range(missed)}) as well.`;
    found.push(amountSignal('CATCH_UP_PAYMENT', 'info', { amount: paidNow.amount, detail }));
  }
  const left = all - paidNow.months;
  if (left === 0) return;
  const worth = left * monthlyPay(prior, context.productLine);
  const still =
    paidNow.months > 0
      ? `Still not paid for ${monthsOf(left, all, 'missed ')}`
      : `Not paid for ${monthsOf(left, all, '')}`;
  const detail = `${still} (${range(missed)})${worth > 0 ? `, about ${dollars(worth)}` : ''}.`;
  found.push(
    worth > 0
      ? amountSignal('MISSED_MONTHS', 'warn', { amount: worth, detail })
      : signal('MISSED_MONTHS', 'warn', detail),
  );
}

/** "2 missed months"; "1 of 2 missed months", because the range after it names all of them. */
function monthsOf(some: number, all: number, kind: string): string {
  return some === all ? counted(some, `${kind}month`) : `${some} of ${counted(all, `${kind}month`)}`;
}

function range({ from, to }: MonthSpan): string {
  return from === to ? from : `${from} to ${to}`;
}
