import { earned, type Payment, type Policy } from './policies.ts';
import type { Records, Row } from './records.ts';

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
