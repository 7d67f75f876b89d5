import { addMoney, type Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { CadenceOf } from './cadence.ts';
import { type ExpectedRate, evaluateOwed, rateTable } from './expected.ts';
import { findSignals } from './find-signals.ts';
import type { MemberHistory } from './member-history.ts';
import { type MemberMonth, memberMonths, type ScorableLine } from './member-month.ts';
import { reasonFor } from './reason.ts';
import { countRow, emptyRollup, type Rollup } from './rollup.ts';
import { type PriorRow, type ProductLine, type ScoredRow, type ScoringContext, scoreMember } from './score-member.ts';
import type { Signal } from './signal.ts';
import type { SignalCase } from './signals/signal-case.ts';
import type { Tolerance } from './tolerance.ts';

/** Everything one period's scores are made from. The same inputs always give the same scores. */
export interface PeriodInputs {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  /** The lines of all active files, in the order in which the files were accepted. */
  readonly lines: Iterable<ScorableLine>;
  /** Latest earlier row of every member of the baseline and of every member of these lines. */
  readonly priorRows: ReadonlyMap<string, PriorRow>;
  readonly rates: readonly ExpectedRate[];
  readonly tolerance: Tolerance;
  readonly newestFileId: string;
  readonly cadence: CadenceOf;
  readonly productLine: ProductLine | null;
}

export interface PeriodScores {
  readonly rows: readonly ScoredRow[];
  readonly rollup: Rollup;
}

/** Scores a period: every member of its lines, and every member of the baseline who is missing from them. */
export function scorePeriod(inputs: PeriodInputs): PeriodScores {
  return scoreMonths(inputs, memberMonths(inputs.lines));
}

/** The same for lines that are grouped already (estimating rates needs the groups too). */
export function scoreMonths(
  inputs: Omit<PeriodInputs, 'lines'>,
  months: ReadonlyMap<string, MemberMonth>,
): PeriodScores {
  const context: ScoringContext = inputs;
  const rates = rateTable(inputs.rates, inputs.period);
  const hasRates = rates.rateCount > 0;
  const rollup = emptyRollup();
  const rows: ScoredRow[] = [];
  for (const month of months.values()) {
    const prior = inputs.priorRows.get(month.memberRefId);
    const row = scoreMember(context, prior, month);
    if (row === null) continue;
    const owed = row.status === 'red' ? null : evaluateOwed(month, rates);
    const scored = explained({ context, prior, month, row, owed, hasRates });
    rows.push(scored);
    countRow(rollup, scored, owed !== null);
    rollup.gross = addMoney(rollup.gross, month.paid);
    rollup.lineCount += month.lineCount;
  }
  for (const prior of inputs.priorRows.values()) {
    if (months.has(prior.memberRefId)) continue;
    const row = scoreMember(context, prior, undefined);
    if (row === null) continue;
    const scored = explained({ context, prior, month: undefined, row, owed: null, hasRates });
    rows.push(scored);
    countRow(rollup, scored, false);
  }
  return { rows, rollup };
}

/** The row with what is owed, what was found about it, and the same said in words. */
function explained(one: SignalCase): ScoredRow {
  const signals = findSignals(one);
  const { context, prior, month, row, owed } = one;
  return {
    ...row,
    expectedAmount: owed?.expected ?? null,
    commissionOwed: owed?.owed ?? null,
    owedEstimated: owed?.estimated ?? false,
    signals,
    history: rememberTold(row, signals),
    reason: reasonFor({ context, row, prior, month, signals }),
  };
}

/** What is told once is remembered with the row that tells it. */
function rememberTold({ history, profile }: ScoredRow, signals: readonly Signal[]): MemberHistory {
  const isTold = signals.some(({ code }) => code === 'RAPID_DISENROLLMENT');
  return isTold ? { ...history, rapidToldFor: profile.effectiveDate } : history;
}

/** Sum of all lines, chargebacks included: what a stated total is compared with. */
export function netTotal(lines: Iterable<Pick<ScorableLine, 'amount'>>): Money {
  let total: Money = 0;
  for (const { amount } of lines) total = addMoney(total, amount);
  return total;
}
