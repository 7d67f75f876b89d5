import type { Signal } from './signal.ts';
import { chargebackSignals } from './signals/chargeback-signals.ts';
import { commissionSignals } from './signals/commission-signals.ts';
import { cmsSignal, owedSignals } from './signals/owed-signals.ts';
import { missedMonthsSignals, paidAheadSignal } from './signals/paid-month-signals.ts';
import { policySignals } from './signals/policy-signals.ts';
import { isPresentCase, type SignalCase } from './signals/signal-case.ts';
import { terminationSignals } from './signals/termination-signals.ts';
import { trueUpSignals } from './signals/true-up-signals.ts';

/** The empty list, shared by nearly all members. */
const NO_SIGNALS: readonly Signal[] = [];

/**
 * Finds all signals of one member in one period, by the rules of docs/reference/signals.md. The same input gives the same signals in the
 * same order. The order matters, because some signals depend on signals found before them.
 */
export function findSignals(signalCase: SignalCase): readonly Signal[] {
  const found: Signal[] = [];
  if (!isPresentCase(signalCase)) {
    paidAheadSignal(signalCase, found);
    trueUpSignals(signalCase, found);
    terminationSignals(signalCase, found);
    return found.length === 0 ? NO_SIGNALS : found;
  }
  commissionSignals(signalCase, found);
  if (signalCase.row.status !== 'red') policySignals(signalCase, found);
  paidAheadSignal(signalCase, found);
  missedMonthsSignals(signalCase, found);
  trueUpSignals(signalCase, found);
  owedSignals(signalCase, found);
  cmsSignal(signalCase, found);
  terminationSignals(signalCase, found);
  chargebackSignals(signalCase, found);
  return found.length === 0 ? NO_SIGNALS : found;
}
