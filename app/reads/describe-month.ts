import { monthDetail, monthState } from '../../core/month/month-state.ts';
import type { MonthFacts, MonthRecord, ShownFigures } from './month-reads.ts';

/** Composes a month as it is shown: its state, a sentence, and the difference to its closed figures. Dollars are rounded to cents. */
export function describeMonth(facts: MonthFacts): MonthRecord {
  const { period, carrierId, carrierName, workspaceId, received, expected, known, current, closedAt, closedBy } = facts;
  const state = monthState({ isOpen: facts.isOpen, isClosed: closedAt !== null });
  const isClosed = closedAt !== null && closedBy !== null;
  return {
    period,
    carrierId,
    carrierName,
    workspaceId,
    state,
    files: { received, expected, known },
    detail: monthDetail({ state, received, expected, adjustments: facts.adjustmentCount }),
    current,
    closed: isClosed ? { closedAt, closedBy, ...facts.closed } : null,
    adjusted: isClosed ? differenceOf(current, facts.closed) : null,
  };
}

/** Subtracts rounded figures, so that shown figures add up to the cent. */
function differenceOf(current: ShownFigures, closed: ShownFigures): ShownFigures {
  const cents = (after: number, before: number) => (Math.round(after * 100) - Math.round(before * 100)) / 100;
  return {
    memberCount: current.memberCount - closed.memberCount,
    red: current.red - closed.red,
    paidNet: cents(current.paidNet, closed.paidNet),
    paidGross: cents(current.paidGross, closed.paidGross),
    chargebacks: cents(current.chargebacks, closed.chargebacks),
    commissionOwed: cents(current.commissionOwed, closed.commissionOwed),
    commissionOwedEstimated:
      current.commissionOwedEstimated === null || closed.commissionOwedEstimated === null
        ? null
        : cents(current.commissionOwedEstimated, closed.commissionOwedEstimated),
  };
}
