import type { Signal } from './signal.ts';
import { chargebackSignals } from './signals/chargeback-signals.ts';
import { commissionSignals } from './signals/commission-signals.ts';
import { missedMonthsSignals, paidAheadSignal } from './signals/coverage-signals.ts';
import { cmsSignal, owedSignals } from './signals/owed-signals.ts';
import { policySignals } from './signals/policy-signals.ts';
import { isPresentCase, type SignalCase } from './signals/signal-case.ts';
import { terminationSignals } from './signals/termination-signals.ts';
import { trueUpSignals } from './signals/true-up-signals.ts';

/** Nearly every member has no signals, so one list is shared. */
const NO_SIGNALS: readonly Signal[] = [];

/**
 * Finds all signals of one member in one period, by the rules of docs/reference/signals.md. The same input gives the same signals in the
 * same order. Signals that explain others are found first.
 */
export function findSignals(one: SignalCase): readonly Signal[] {
  const found: Signal[] = [];
  if (!isPresentCase(one)) {
    paidAheadSignal(one, found);
    trueUpSignals(one, found);
    terminationSignals(one, found);
    return found.length === 0 ? NO_SIGNALS : found;
  }
  commissionSignals(one, found);
  if (one.row.status !== 'red') policySignals(one, found);
  paidAheadSignal(one, found);
  missedMonthsSignals(one, found);
  trueUpSignals(one, found);
  owedSignals(one, found);
  cmsSignal(one, found);
  terminationSignals(one, found);
  chargebackSignals(one, found);
  return found.length === 0 ? NO_SIGNALS : found;
}
