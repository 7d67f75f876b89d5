import type { Signal } from './signal.ts';
import { chargebackSignals } from './signals/chargeback-signals.ts';
import { commissionSignals } from './signals/commission-signals.ts';
import { missedMonthsSignals, paidAheadSignal } from './signals/coverage-signals.ts';
import { cmsSignal, owedSignals } from './signals/owed-signals.ts';
import { policySignals } from './signals/policy-signals.ts';
import type { SignalCase } from './signals/signal-case.ts';
import { terminationSignals } from './signals/termination-signals.ts';
import { trueUpSignals } from './signals/true-up-signals.ts';

/**
 * All findings about one member in one period, by the rules of docs/signals.md. Equal input gives equal findings in equal
 * order, whatever the order of the members. What explains a finding is looked for before it.
 */
export function findSignals(one: SignalCase): readonly Signal[] {
  const found: Signal[] = [];
  const { month } = one;
  if (month === undefined) {
    paidAheadSignal(one, found);
    trueUpSignals(one, found);
    terminationSignals(one, found);
    return found;
  }
  const present = { ...one, month };
  commissionSignals(present, found);
  if (one.row.status !== 'red') policySignals(present, found);
  paidAheadSignal(one, found);
  missedMonthsSignals(present, found);
  trueUpSignals(one, found);
  owedSignals(present, found);
  cmsSignal(present, found);
  terminationSignals(one, found);
  chargebackSignals(present, found);
  return found;
}
