import type { Dice } from '../../../demo/statements/seeded.ts';
import { earned, type Payment, type Policy } from './policies.ts';
import type { Records, Row } from './records.ts';

/** The stories of single policies, with the facts that follow by the rules of the trade. */

export interface Story {
  readonly records: Records;
  readonly policy: Policy;
  readonly dice: Dice;
  readonly payments: readonly Payment[];
  /** The index of the payment with which the story begins. */
  readonly k: number;
  readonly payment: Payment;
  readonly last: Payment;
}

/** A function that tells a story. It returns false where the story cannot happen to this policy. */
export type Telling = (story: Story) => boolean;

/** The statements before and after the story's own that must pay one month each, or null where any rhythm of pay will do. */
export interface Needs {
  readonly months: readonly [number, number] | null;
  readonly tell: Telling;
}

export const single = (months: readonly [number, number], tell: Telling): Needs => ({ months, tell });
export const anyRhythm = (tell: Telling): Needs => ({ months: null, tell });

export const due = (records: Records, policy: Policy, ...payments: readonly Payment[]): number =>
  payments.reduce((total, payment) => total + Math.abs(amountOf(records, policy, payment)), 0);

export const has = (
  { records }: Story,
  column: 'term' | 'agent' | 'effective' | 'lives' | 'type' | 'coverage',
): boolean => records.carrier.columns.has(column);

/** Makes the chargeback of a payment, or of its later months. */
export function takenBack(payment: Payment, at: number, months: number, term: number | null): Payment {
  const from = payment.from + payment.months - months;
  return { ...payment, at, from, months, sign: -1, type: 'chargeback', term };
}

/** An end is retroactive where the statement tells it two months or more after it happened. */
export function isRetroactive(at: number, term: number): boolean {
  return term <= at - 2;
}

export function endsWith(story: Story, kept: readonly Payment[], from: number, until?: number): void {
  story.records.forget(story.policy, from, until);
  story.records.replace(story.policy, kept);
}

/** Moves a payment to a later statement. Up to two statements later it is late; three later it was unpaid until then. */
export function delay(records: Records, policy: Policy, payment: Payment, by: number): void {
  const others = records.paymentsOf(policy).filter((one) => one !== payment);
  records.replace(policy, [...others, { ...payment, at: payment.at + by }]);
  const wasPaid = others.some(({ at }) => at < payment.at);
  if (!wasPaid || others.some(({ at }) => at === payment.at)) return;
  if (by < 3) records.fact(policy, payment.at, 'late_premium');
  else {
    records.fact(policy, payment.at, 'unpaid');
    if (others.some(({ at }) => at === payment.at + 1)) records.fact(policy, payment.at + 1, 'missed_months');
    records.owe(policy, payment.at + 1, 0, due(records, policy, payment));
  }
  if (payment.at + by < records.carrier.months) records.fact(policy, payment.at + by, 'catch_up');
}

/** Tells a story of a policy at a payment drawn among those where it can happen. Returns false where there is none. */
export function tellStory(records: Records, policy: Policy, dice: Dice, { months, tell }: Needs): boolean {
  const payments = records.paymentsOf(policy);
  const isSingle = (index: number, at: number): boolean => {
    const one = payments[index];
    return one !== undefined && one.at === at && one.months === 1 && one.scale === 1 && payments[index + 1]?.at !== at;
  };
  const candidates = payments.flatMap((payment, k) => {
    const last = payments[k - 1];
    if (last === undefined) return [];
    const [before, after] = months ?? [0, 0];
    const around = Array.from({ length: before + after + 1 }, (_, index) => index - before);
    const fits = months === null || around.every((offset) => isSingle(k + offset, payment.at + offset));
    return fits ? [{ k, payment, last }] : [];
  });
  // A payment for many months may be the only one, so its end is drawn at the place after the last.
  const final = payments.at(-1);
  if (months === null && final !== undefined && final.months > 2)
    candidates.push({ k: payments.length, payment: { ...final, at: records.carrier.months }, last: final });
  if (candidates.length === 0) return false;
  return tell({ records, policy, dice, payments, ...dice.pick(candidates) });
}

/** Returns the rows by which a payment is printed, one for each unit in force. */
export function rowsOf(records: Records, policy: Policy, payment: Payment): Row[] {
  const { carrier, unpaidPlans } = records;
  const cut = records.cutOf(policy, payment.priced);
  const units = policy.units.filter(
    (unit) => unit.from <= payment.from && payment.from < unit.until && payment.without?.(unit) !== true,
  );
  const isUnpaid = unpaidPlans.includes(policy.plan);
  return units.map((unit) => {
    const exact = earned(carrier, policy, unit, payment, cut) * payment.months * payment.scale;
    const whole = Math.max(1, Math.round(exact));
    const cents = payment.fixed ?? payment.sign * Math.round(whole * payment.share);
    return { policy, unit, payment, cents: isUnpaid ? 0 : cents };
  });
}

export function amountOf(records: Records, policy: Policy, payment: Payment): number {
  return rowsOf(records, policy, payment).reduce((total, { cents }) => total + cents, 0);
}
