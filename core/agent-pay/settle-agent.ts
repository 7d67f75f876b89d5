import type { Money } from '../money.ts';
import { roundTogether, type Share, takeShare } from './share-out.ts';

/** Money that an agency owes an agent, or the agent the agency, between two runs. */
export interface Balance {
  /** Money below the smallest payment, to be paid later. */
  readonly waiting: Money;
  /** Money held back until it is released. */
  readonly holdback: Money;
  /** Money that the agent owes: more was taken back than earned, or an advance is not earned yet. */
  readonly debt: Money;
}

export const NO_BALANCE: Balance = { waiting: 0, holdback: 0, debt: 0 };

/** How an agent is paid. */
export interface PayTerms {
  readonly minimum: Money;
  /** The part of what a run credits that is held back. */
  readonly holdback: Share;
  /** The largest part of what is available that pays off debt in one run. */
  readonly recovery: Share;
}

/** The amounts of an agent in a run. */
export interface RunSums {
  /** The sum of the agent's entries. */
  readonly credited: Money;
  /** Adjustments by hand: fees, bonuses, draws. */
  readonly adjustments: Money;
  /** Money lent now. It is paid at once and is a debt until it is earned. */
  readonly advance: Money;
  /** Held back money that is released now, at most what there is. */
  readonly released: Money;
}

export interface Settlement {
  readonly paid: Money;
  readonly heldBack: Money;
  readonly released: Money;
  readonly recovered: Money;
  readonly after: Balance;
}

/**
 * Settles an agent's run. Over all runs credited + adjustments = paid + holdback + waiting - debt, to the cent. A negative sum becomes
 * debt, after waiting money is used up.
 */
export function settleAgent(before: Balance, sums: RunSums, terms: PayTerms): Settlement {
  const heldBack = sums.credited > 0 ? cut(sums.credited, terms.holdback) : 0;
  const released = Math.min(sums.released, before.holdback);
  const holdback = before.holdback + heldBack - released;
  const available = before.waiting + sums.credited + sums.adjustments - heldBack + released;
  const recovered = available > 0 ? Math.min(before.debt, cut(available, terms.recovery)) : 0;
  const shortfall = available < 0 ? -available : 0;
  const due = available > 0 ? available - recovered : 0;
  const isPaid = due > 0 && due >= terms.minimum;
  return {
    paid: (isPaid ? due : 0) + sums.advance,
    ...{ heldBack, released, recovered },
    after: { waiting: isPaid ? 0 : due, holdback, debt: before.debt + shortfall - recovered + sums.advance },
  };
}

function cut(amount: Money, share: Share): Money {
  return roundTogether([takeShare(amount, share)])[0] ?? 0;
}
