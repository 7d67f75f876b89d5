import { addMoney, type Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { CadenceOf } from './cadence.ts';
import { type ExpectedRate, evaluateOwed, type RateTable, rateTable } from './expected.ts';
import { findSignals } from './find-signals.ts';
import { type MemberMonth, type MemberMonths, memberMonths, type ScorableLine } from './member-month.ts';
import { reasonFor } from './reason.ts';
import { countRow, emptyRollup, type Rollup } from './rollup.ts';
import {
  type PriorRow,
  type ProductLine,
  type RowDraft,
  type ScoredRow,
  type ScoringContext,
  scoreMember,
} from './score-member.ts';
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
export function scoreMonths(inputs: Omit<PeriodInputs, 'lines'>, months: MemberMonths): PeriodScores {
  const steps = scoreInTurns(inputs, months);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Less than a millisecond's work. */
const MEMBERS_PER_TURN = 100;

/** The same with a pause after every so many members, for whoever has other work in hand. */
export function* scoreInTurns(
  inputs: Omit<PeriodInputs, 'lines'>,
  months: MemberMonths,
): Generator<void, PeriodScores> {
  const scoring: Scoring = {
    context: inputs,
    rates: rateTable(inputs.rates, inputs.period),
    rows: [],
    rollup: emptyRollup(),
  };
  let members = 0;
  for (const month of months.values()) {
    scoreOne(scoring, inputs.priorRows.get(month.memberRefId), month);
    if (++members % MEMBERS_PER_TURN === 0) yield;
  }
  for (const prior of inputs.priorRows.values()) {
    if (!months.has(prior.memberRefId)) scoreOne(scoring, prior, undefined);
    if (++members % MEMBERS_PER_TURN === 0) yield;
  }
  const { rows, rollup } = scoring;
  return { rows, rollup };
}

interface Scoring {
  readonly context: ScoringContext;
  readonly rates: RateTable;
  readonly rows: ScoredRow[];
  readonly rollup: Rollup;
}

/** One member, of this period's lines or missing from them: its row, and what it adds to the totals. */
function scoreOne(
  { context, rates, rows, rollup }: Scoring,
  prior: PriorRow | undefined,
  month: MemberMonth | undefined,
): void {
  const row = scoreMember(context, prior, month);
  if (row === null) return;
  const owed = month === undefined || row.status === 'red' ? null : evaluateOwed(month, rates);
  explain(row, { context, prior, month, row, owed, hasRates: rates.rateCount > 0 });
  rows.push(row);
  countRow(rollup, row, owed !== null);
  if (month === undefined) return;
  rollup.gross = addMoney(rollup.gross, month.paid);
  rollup.lineCount += month.lineCount;
}

/** Adds to the row what is owed, what was found about it, and the same said in words. */
function explain(row: RowDraft, one: SignalCase): void {
  const { context, prior, month, owed } = one;
  if (owed !== null) {
    row.expectedAmount = owed.expected;
    row.commissionOwed = owed.owed;
    row.owedEstimated = owed.estimated;
  }
  row.signals = findSignals(one);
  // What is told once is remembered with the row that tells it.
  if (row.signals.some(({ code }) => code === 'RAPID_DISENROLLMENT')) {
    row.history = { ...row.history, rapidToldFor: row.profile.effectiveDate };
  }
  row.reason = reasonFor({ context, row, prior, month, signals: row.signals });
}

/** Sum of all lines, chargebacks included: what a stated total is compared with. */
export function netTotal(lines: Iterable<Pick<ScorableLine, 'amount'>>): Money {
  let total: Money = 0;
  for (const { amount } of lines) total = addMoney(total, amount);
  return total;
}
