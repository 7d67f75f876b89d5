import { exactToDollars } from '../money.ts';
import type { Figures } from './carrier-month.ts';

/** Payments and chargebacks of carriers, in dollars. */
export interface Paid {
  /** paidGross − chargebacks. */
  readonly paidNet: number;
  /** Sum of the positive lines. */
  readonly paidGross: number;
  /** Sum of the negative lines, as a positive amount. */
  readonly chargebacks: number;
}

/**
 * Returns all that a carrier paid, rounded to cents. Money without a member is included, because carriers report it
 * too.
 */
export function paidOf({ gross, chargebackAmount, unassignedGross, unassignedChargebacks }: Figures): Paid {
  const paidGross = gross + unassignedGross;
  const chargebacks = chargebackAmount + unassignedChargebacks;
  return {
    paidNet: exactToDollars(paidGross - chargebacks),
    paidGross: exactToDollars(paidGross),
    chargebacks: exactToDollars(chargebacks),
  };
}
