import type { ProductLine } from '../catalogue/shared-carrier.ts';
import { addMoney, type Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { type IsUnpaidMonth, type LineCadence, ownMonth } from './cadence.ts';
import { paidIntervals, paymentLag, skippedMonths, statedModes } from './due-months.ts';
import { markOutdatedEstimates } from './estimate-rates.ts';
import { type CarrierEvent, compareEvents } from './events/carrier-event.ts';
import { findLeftTogether } from './events/event-groups.ts';
import {
  type Candidate,
  candidateOf,
  type EventThreshold,
  findPayEvents,
  isVariation,
  membersLeftOut,
  type PayExplainer,
  payExplainer,
  raisedGroups,
} from './events/pay-events.ts';
import { type FindingTally, type SharedFindings, sharedFindings } from './events/shared-findings.ts';
import { contractedSteps, type ExpectedRate, evaluateOwed, type Owed, type RateTable, rateTable } from './expected.ts';
import { findSignals, usualTrueUps } from './find-signals.ts';
import type { RecordOfAgent } from './gone-parts.ts';
import { withLearnedTerms, withRecoveredRows, withSalesPaidOnce } from './learned-terms.ts';
import { type MemberMonth, memberMonthOf, type ScorableLine } from './member-month.ts';
import { rememberCut, rememberMissed } from './open-matters.ts';
import { type IsBetweenPayments, paymentInterval, seasonWithoutPay } from './payment-interval.ts';
import { type PeriodMember, type PeriodMembers, periodMembers } from './period-members.ts';
import {
  type AgentNet,
  agentPaySums,
  countRow,
  emptyRollup,
  type MemberBridge,
  memberBridgeSums,
  type PayDifference,
  type Rollup,
} from './period-sums.ts';
import { reasonFor, withEventClause } from './reason.ts';
import { changedPaydays, withoutRecoveries } from './regular-pay.ts';
import { scoreMember } from './score-member.ts';
import {
  isPresentCase,
  type PriorRow,
  type RaiseOfOthers,
  type RowDraft,
  type ScoredRow,
  type ScoringContext,
  type SignalCase,
} from './scored-row.ts';
import type { Signal } from './signal.ts';
import { dueByStatement, type StatementRates, statementRates, withPremiumScale } from './statement-rate.ts';
import type { Tolerance } from './tolerance.ts';
import { usualPay } from './usual-pay.ts';
import { yearOfPay } from './year-of-pay.ts';

/** The facts about a book and a period that scoring needs besides the members. The same inputs always give the same scores. */
export interface PeriodInputs {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  /** The earliest period of the book with data. What was paid before it is unknown. */
  readonly firstPeriod: Period;
  readonly rates: readonly ExpectedRate[];
  readonly tolerance: Tolerance;
  readonly newestFileId: string;
  readonly cadence: LineCadence;
  readonly kindOf: LineKindOf;
  readonly isUnpaidMonth: IsUnpaidMonth;
  readonly isPolicyTerm: boolean;
  readonly productLine: ProductLine | null;
  /** Events of the book's earlier periods. They explain members who were away since before the event and now return. */
  readonly earlierEvents: readonly CarrierEvent[];
  /** The warnings of the book's earlier periods that were no event. */
  readonly earlierTallies: readonly FindingTally[];
  /** Finds the record of an agent; absent where the agency has none. */
  readonly recordOfAgent?: RecordOfAgent;
}

/** The results for all members of a period. */
export interface PeriodOutcome {
  readonly rollup: Rollup;
  readonly events: readonly CarrierEvent[];
  /** The net pay of the period by the agent of each line. */
  readonly agentPay: readonly AgentNet[];
  /** The difference to the pay of the baseline, by part; null without a baseline. */
  readonly bridge: MemberBridge | null;
  /** The members that the bridge is made of; none without a baseline. */
  readonly differences: readonly PayDifference[];
  /** The warnings of the period that are no event. */
  readonly tally: FindingTally;
}

/** The results and rows of a period. A job gets the same rows in steps. */
export interface PeriodScores extends PeriodOutcome {
  readonly rows: readonly ScoredRow[];
}

/** Yields rows in batches, so that a batch can be saved while the next one is scored. Returns the results for all members at the end. */
export type ScoringSteps = Generator<readonly ScoredRow[], PeriodOutcome, void>;

/** Members in a step. A step stays below a millisecond, so that the process can do other work between two steps. */
const ROWS_PER_STEP = 100;

/**
 * Scores a period in steps, member by member in the order of their ids. Rows with a warning come last, because many members may share it.
 * Throws a RangeError for sums that are not exact.
 */
export function* scoreInSteps(inputs: PeriodInputs, members: PeriodMembers): ScoringSteps {
  const rollup = emptyRollup();
  const contractedStep = contractedSteps(inputs.rates, inputs);
  const lag = paymentLag(members.inOrder(), inputs.period);
  const skipped = skippedMonths(members.inOrder(), { ...inputs, paymentLag: lag });
  const isContracted = inputs.rates.some(({ source }) => source === 'contracted');
  const usual = usualPay({ ...inputs, isContracted, paymentLag: lag }, members.inOrder);
  const isInInterval = paymentInterval(members.inOrder(), { ...inputs, paymentLag: lag });
  const isInSeason = seasonWithoutPay(members.inOrder(), inputs.period);
  const isBetweenPayments: IsBetweenPayments = (prior) => isInInterval(prior) || isInSeason(prior);
  const paydays = changedPaydays(members.inOrder());
  const modes = statedModes(members.lines, ownMonth({ ...inputs, paymentLag: lag }));
  const intervals = paidIntervals(members.inOrder(), inputs);
  const usualTrueUp = usualTrueUps(members.inOrder(), inputs);
  const learnedPay = { usual, isBetweenPayments, usualTrueUp, paymentLag: lag, skipped, paydays, modes, intervals };
  const withSteps = { ...inputs, contractedStep, ...learnedPay };
  const { context: learned, members: withTerms } = withLearnedTerms(withSteps, members.inOrder());
  const { context: recovered, members: withoutAdvances } = withRecoveredRows(learned, withTerms);
  const { context, members: allMembers } = withSalesPaidOnce(
    withPremiumScale(recovered, withoutAdvances),
    withoutAdvances,
  );
  const { events: payEvents, asked, leftOut } = yield* payEventsInSteps(context, allMembers);
  const explainPay = payExplainer(context, [...context.earlierEvents, ...payEvents]);
  const rates = markOutdatedEstimates(rateTable(context.rates, context), () => members.months());
  const printedRates = statementRates(members.lines, context.kindOf);
  const agentPay = agentPaySums();
  const bridge = memberBridgeSums();
  const findings = sharedFindings(context, { events: context.earlierEvents, tallies: context.earlierTallies });
  const scoring: Scoring = { context, rates, rollup, printedRates, explainPay, leftOut, findings };
  const gone: PriorRow[] = [];
  let rows: ScoredRow[] = [];
  for (const { prior, lines } of allMembers) {
    const month = lines === undefined ? undefined : memberMonthOf(lines);
    if (month !== undefined) agentPay.add(month);
    const scored = scoreOne(scoring, prior, month);
    bridge.add({ before: prior?.commissionAmount ?? 0, now: month?.amount ?? 0, row: scored?.row ?? null, prior });
    if (scored === null) continue;
    const { row, isWaiting } = scored;
    if (prior !== undefined && isGone(context, prior, row)) gone.push(prior);
    if (isWaiting) continue;
    rows.push(row);
    if (rows.length < ROWS_PER_STEP) continue;
    yield rows;
    rows = [];
  }
  yield rows;
  const shared = findings.finish();
  for (let index = 0; index < shared.rows.length; index += ROWS_PER_STEP)
    yield shared.rows.slice(index, index + ROWS_PER_STEP).map(({ row, signalCase, clause }) => {
      if (clause === null) row.signals = withoutRepeatedZero(row.signals, signalCase);
      completeRow(row, signalCase, clause);
      return row;
    });
  const blocks = findLeftTogether(context.period, gone, allMembers);
  const events = [...asked, ...blocks, ...shared.events].sort(compareEvents);
  const isCompared = context.baselinePeriod !== null;
  return {
    rollup,
    events,
    agentPay: agentPay.sums(),
    bridge: isCompared ? bridge.sums() : null,
    differences: isCompared ? bridge.differences(events) : [],
    tally: shared.tally,
  };
}

/** The state while the members of a period are scored. */
interface Scoring {
  readonly context: ScoringContext;
  readonly rates: RateTable;
  readonly rollup: Rollup;
  /** The rates that the statements print, as far as the lines are paid by them. */
  readonly printedRates: StatementRates;
  readonly explainPay: PayExplainer;
  readonly leftOut: PayEvents['leftOut'];
  readonly findings: SharedFindings;
}

/** A row without its reason. `isWaiting`: it has a warning, which other members may share. */
interface ScoredMember {
  readonly row: RowDraft;
  readonly isWaiting: boolean;
}

/** Scores one member and adds the row to the rollup. Returns null for a member who has no row this period. */
function scoreOne(
  { context, rates, rollup, printedRates, explainPay, leftOut, findings }: Scoring,
  prior: PriorRow | undefined,
  month: MemberMonth | undefined,
): ScoredMember | null {
  const row = scoreMember(context, prior, month);
  if (row === null) return null;
  // A member whose earned pay repays an advance is not underpaid, so its rates are not evaluated.
  const isPaid = month !== undefined && row.status !== 'red' && !context.recovering.has(month.memberRefId);
  const year = isPaid ? yearOfPay(context, prior, { month, planYear: row.history.planYear }) : null;
  const byRates = isPaid ? evaluateOwed(month, rates, year) : null;
  const byStatement = isPaid && year === null ? owedByStatement(byRates, month, { context, printedRates }) : null;
  const owed = byStatement ?? byRates;
  if (isPaid && prior !== undefined) row.payEvent = explainPay({ prior, month, row });
  row.raiseOfOthers = leftOut.get(row.memberRefId) ?? null;
  const earned = month === undefined ? undefined : withoutRecoveries(month, context.kindOf);
  const signalCase = { context, prior, month: earned, row, owed, year, rates };
  addFindings(row, signalCase);
  const isWaiting = findings.take(row, signalCase);
  if (!isWaiting) completeRow(row, signalCase, null);
  countRow(rollup, row, owed !== null);
  if (month !== undefined) {
    rollup.gross = addMoney(rollup.gross, month.paid);
    rollup.lineCount += month.lineCount;
  }
  return { row, isWaiting };
}

/**
 * Returns whether a member is gone, or may be: on a second statement it is only supposed that somebody is between two payments, so that a
 * block of those who are carried is asked about.
 */
function isGone(context: ScoringContext, prior: PriorRow, { status, counted, paidThrough }: RowDraft): boolean {
  if (status === 'red') return counted;
  const isSupposed = status === 'carried' && paidThrough === null && context.firstPeriod === context.baselinePeriod;
  return isSupposed && !context.isUnpaidMonth(prior.profile, context.period);
}

/** Computes owed by the rates that the statement prints; null if a contracted rate decides, because only an estimate ranks lower. */
function owedByStatement(
  byRates: Owed | null,
  month: MemberMonth,
  { context, printedRates }: Pick<Scoring, 'context' | 'printedRates'>,
): Owed | null {
  if (byRates === null || (byRates.expected !== null && !byRates.estimated)) return null;
  const due = dueByStatement(month, printedRates, context);
  return due === null ? null : { ...due, estimated: false, isByStatement: true };
}

/** Tells pay of nothing once to a member who was never paid: it asks no more of an agency than it did a month ago. */
function withoutRepeatedZero(signals: readonly Signal[], { prior }: SignalCase): readonly Signal[] {
  if (prior === undefined || prior.history.paidTotal > 0) return signals;
  return signals.map((one) => (one.code === 'ZERO_COMMISSION' ? { ...one, severity: 'info' } : one));
}

/** Adds the amount owed and the signals to a row. */
function addFindings(row: RowDraft, signalCase: SignalCase): void {
  const { owed } = signalCase;
  if (owed !== null) {
    row.expectedAmount = owed.expected;
    row.commissionOwed = owed.owed;
    row.owedEstimated = owed.estimated;
  }
  row.signals = findSignals(signalCase);
}

/** Adds the facts that follow from the signals to a row, and its reason. `clause`: names the event that the row is part of. */
function completeRow(row: RowDraft, signalCase: SignalCase, clause: string | null): void {
  const { context, prior, month } = signalCase;
  // Signals that are reported once are stored with the row.
  if (row.signals.some(({ code }) => code === 'RAPID_DISENROLLMENT')) {
    row.history = { ...row.history, rapidToldFor: row.profile.effectiveDate };
  }
  if (isPresentCase(signalCase)) {
    rememberCut(row, signalCase);
    rememberMissed(row, signalCase);
  }
  const reason = reasonFor({ context, row, prior, month, signals: row.signals });
  row.reason = clause === null ? reason : withEventClause(reason, clause);
}

/** Number of members that are sampled first in a larger book. All members are examined only if the sample shows a shared change. */
const SAMPLE_MEMBERS = 2_000;
/** The members of a sample who must share a change before all members are examined. */
const SAMPLE_THRESHOLD: EventThreshold = { membersMin: 5, shareMin: 0.65 };
const NO_ROWS: readonly ScoredRow[] = [];

/** The changes of pay that the members of a period share. */
interface PayEvents {
  readonly events: readonly CarrierEvent[];
  /** The events that are no ordinary variation of the carrier's pay. */
  readonly asked: readonly CarrierEvent[];
  /** The members whom a raise left out. */
  readonly leftOut: ReadonlyMap<string, RaiseOfOthers>;
}

const NO_EVENTS: PayEvents = { events: [], asked: [], leftOut: new Map() };

/** Finds the pay events of the period. Yields empty steps, so that the process can do other work meanwhile. */
function* payEventsInSteps(
  inputs: ScoringContext & Pick<PeriodInputs, 'earlierEvents'>,
  members: readonly PeriodMember[],
): Generator<readonly ScoredRow[], PayEvents, void> {
  if (inputs.baselinePeriod === null) return NO_EVENTS;
  const stride = Math.ceil(members.length / SAMPLE_MEMBERS);
  if (stride > 1) {
    const sample = yield* candidatesInSteps(inputs, members, stride);
    const isShared = findPayEvents(sample, inputs, SAMPLE_THRESHOLD).length > 0;
    if (!isShared && raisedGroups(sample).length === 0) return NO_EVENTS;
  }
  const candidates = yield* candidatesInSteps(inputs, members, 1);
  const events = findPayEvents(candidates, inputs);
  const asked = events.filter((event) => !isVariation(event, inputs.earlierEvents));
  return { events, asked, leftOut: membersLeftOut(candidates, inputs.period) };
}

/** Returns the members whose change of pay can be compared, looking at every `stride`th member. */
function* candidatesInSteps(
  inputs: ScoringContext,
  members: readonly PeriodMember[],
  stride: number,
): Generator<readonly ScoredRow[], readonly Candidate[], void> {
  const candidates: Candidate[] = [];
  for (let index = 0, seen = 1; index < members.length; index += stride, seen += 1) {
    if (seen % ROWS_PER_STEP === 0) yield NO_ROWS;
    const { prior, lines } = members[index] ?? {};
    if (prior === undefined || lines === undefined || prior.status === 'red') continue;
    const month = memberMonthOf(lines);
    const row = scoreMember(inputs, prior, month);
    const candidate = row === null ? null : candidateOf({ prior, month, row }, inputs);
    if (candidate !== null) candidates.push(candidate);
  }
  return candidates;
}

/**
 * Scores a whole period at once. `priorRows` has the latest earlier row of each member of the baseline or of the lines. `lines` has the
 * lines of all active files, in order of acceptance.
 */
export function scorePeriod(
  inputs: PeriodInputs,
  priorRows: Iterable<PriorRow>,
  lines: Iterable<ScorableLine>,
): PeriodScores {
  return collectScores(scoreInSteps(inputs, periodMembers(priorRows, lines)));
}

/** Runs all steps at once and returns the rows with the results. */
export function collectScores(steps: ScoringSteps): PeriodScores {
  const rows: ScoredRow[] = [];
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { rows, ...step.value };
    rows.push(...step.value);
  }
}

/** Sums all lines, including chargebacks, in ten-thousandths of a dollar. Throws a RangeError if the sum is not exact. */
export function netTotal(lines: Iterable<Pick<ScorableLine, 'amount'>>): Money {
  let total: Money = 0;
  for (const { amount } of lines) total = addMoney(total, amount);
  return total;
}
