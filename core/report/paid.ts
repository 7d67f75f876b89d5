import { exactToDollars } from '../money.ts';
import type { Figures } from './carrier-month.ts';

/** What carriers paid and took back, in dollars. */
export interface Paid {
  /** paidGross − chargebacks. */
  readonly paidNet: number;
  /** Sum of the lines above zero. */
  readonly paidGross: number;
  /** Sum of the lines below zero, as a positive amount. */
  readonly chargebacks: number;
}

/** A carrier reports all it paid, also what belongs to no member. */
export function paidOf({ gross, chargebackAmount, unassignedGross, unassignedChargebacks }: Figures): Paid {
  const paidGross = gross + unassignedGross;
  const chargebacks = chargebackAmount + unassignedChargebacks;
  return {
    paidNet: exactToDollars(paidGross - chargebacks),
    paidGross: exactToDollars(paidGross),
    chargebacks: exactToDollars(chargebacks),
  };
}
