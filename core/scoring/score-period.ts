import { addMoney, type Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import type { CadenceOf } from './cadence.ts';
import { type ExpectedRate, evaluateOwed, type Owed, type RateTable, rateTable } from './expected.ts';
import { findSignals } from './find-signals.ts';
import { type MemberMonth, monthOf, type ScorableLine } from './member-month.ts';
import { withoutOutdatedEstimates } from './outdated-estimates.ts';
import { type PeriodMembers, periodMembers } from './period-members.ts';
import { reasonFor } from './reason.ts';
import { countRow, emptyRollup, type Rollup } from './rollup.ts';
import { type PriorRow, type RowDraft, type ScoredRow, type ScoringContext, scoreMember } from './score-member.ts';
import type { SignalCase } from './signals/signal-case.ts';
import { areStatementRatesKept, dueByStatement } from './statement-rate.ts';
import type { Tolerance } from './tolerance.ts';
import { yearOfPay } from './year-of-pay.ts';

/** What one period's scores are made from, with its members. The same inputs always give the same scores. */
export interface PeriodInputs {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly rates: readonly ExpectedRate[];
  readonly tolerance: Tolerance;
  readonly newestFileId: string;
  readonly cadence: CadenceOf;
  readonly kindOf: LineKindOf;
  readonly isPolicyTerm: boolean;
  readonly productLine: ProductLine | null;
}

/** PeriodScores, the last of the five values. While a job runs they come in steps. */
export interface PeriodScores {
  readonly rows: readonly ScoredRow[];
  readonly rollup: Rollup;
}

/** Some members' rows at a time, so that they can be dealt with while they are at hand; in the end what all come to. */
export type ScoringSteps = Generator<readonly ScoredRow[], Rollup, void>;

/** Less than a millisecond's work. */
const ROWS_PER_STEP = 100;

/** In the order of the members' ids. */
export function* scoreInSteps(inputs: PeriodInputs, members: PeriodMembers): ScoringSteps {
  const rollup = emptyRollup();
  const rates = withoutOutdatedEstimates(rateTable(inputs.rates, inputs), () => members.months());
  const keepsRates = areStatementRatesKept(linesOf(members), inputs.kindOf);
  const scoring: Scoring = { context: inputs, rates, rollup, keepsRates };
  let rows: ScoredRow[] = [];
  for (const { prior, own } of members.inOrder()) {
    const row = scoreOne(scoring, prior, own === undefined ? undefined : monthOf(own));
    if (row === null) continue;
    rows.push(row);
    if (rows.length < ROWS_PER_STEP) continue;
    yield rows;
    rows = [];
  }
  yield rows;
  return rollup;
}

/**
 * A whole period at once. The lines are those of all active files, in the order in which the files were accepted; the rows before are the
 * latest of every member of the baseline and of every member of the lines who was ever seen.
 */
export function scorePeriod(
  inputs: PeriodInputs,
  priorRows: Iterable<PriorRow>,
  lines: Iterable<ScorableLine>,
): PeriodScores {
  return scoresOf(scoreInSteps(inputs, periodMembers(priorRows, lines)));
}

/** All steps at once. */
export function scoresOf(steps: ScoringSteps): PeriodScores {
  const rows: ScoredRow[] = [];
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { rows, rollup: step.value };
    rows.push(...step.value);
  }
}

interface Scoring {
  readonly context: ScoringContext;
  readonly rates: RateTable;
  readonly rollup: Rollup;
  /** The statements pay what their own rates say. */
  readonly keepsRates: boolean;
}

function* linesOf(members: PeriodMembers): Generator<ScorableLine, void> {
  for (const { own } of members.inOrder()) {
    if (own === undefined) continue;
    if (Array.isArray(own)) yield* own;
    else yield own;
  }
}

/** One member, of this period's lines or missing from them: its row, and what it adds to the totals. */
function scoreOne(
  { context, rates, rollup, keepsRates }: Scoring,
  prior: PriorRow | undefined,
  month: MemberMonth | undefined,
): ScoredRow | null {
  const row = scoreMember(context, prior, month);
  if (row === null) return null;
  const isPaid = month !== undefined && row.status !== 'red';
  const year = isPaid ? yearOfPay(context, prior, { month, planYear: row.history.planYear }) : null;
  const byRates = isPaid ? evaluateOwed(month, rates, year) : null;
  const byStatement = keepsRates && isPaid && year === null ? byOwnRates(byRates, month, context) : null;
  const owed = byStatement ?? byRates;
  explain(row, { context, prior, month, row, owed, year, hasRates: rates.rateCount > 0 });
  countRow(rollup, row, owed !== null);
  if (month !== undefined) {
    rollup.gross = addMoney(rollup.gross, month.paid);
    rollup.lineCount += month.lineCount;
  }
  return row;
}

/** The statement's own rate comes after a contracted one, and before an estimate. */
function byOwnRates(byRates: Owed | null, month: MemberMonth, { kindOf }: ScoringContext): Owed | null {
  if (byRates === null || (byRates.expected !== null && !byRates.estimated)) return null;
  const due = dueByStatement(month, kindOf);
  return due === null ? null : { ...due, estimated: false, isByStatement: true };
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
