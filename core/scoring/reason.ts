import { type Money, moneyToDollars } from '../money.ts';
import { lastCoveredDay, monthIndex, type Period, periodOfDate } from '../period.ts';
import { counted, dayName, dollars, monthName, nearMonth, quantity, quoted } from '../wording.ts';
import { carrierStatusClause } from './amount-comparison.ts';
import { isPaidAhead } from './catch-up.ts';
import { goneCoverageClause } from './gone-parts.ts';
import { type MemberMonth, type MemberProfile, principalRecord } from './member-month.ts';
import { rateBeside } from './open-matters.ts';
import { isCancelled } from './policy-term.ts';
import { doubleTakenBack } from './regular-pay.ts';
import type { ComparedScores, PriorRow, ScoringContext } from './scored-row.ts';
import type { Signal, SignalCode } from './signal.ts';
import { chargedBackIn } from './signals/chargeback-signals.ts';
import { expectedReduction } from './signals/commission-signals.ts';

/** The input of a row's reason. */
export interface ReasonCase {
  readonly context: ScoringContext;
  readonly row: ComparedScores;
  readonly prior: PriorRow | undefined;
  readonly month: MemberMonth | undefined;
  readonly signals: readonly Signal[];
}

/** Maximum number of characters of a reason, so that it fits a line of a report. */
export const REASON_MAX = 200;

/**
 * Returns the reason of a row (docs/reference/signals.md#reasons): a sentence about the commission and the likeliest cause. A second
 * sentence follows for a signal that needs action, if both fit into `REASON_MAX` characters.
 */
export function reasonFor(reasonCase: ReasonCase): string {
  const { text, told } = mainSentence(reasonCase);
  if (reasonCase.signals.length === 0) return text;
  const extra = ACTIONABLE.find(
    (code) => !told.includes(code) && reasonCase.signals.some((signal) => signal.code === code),
  );
  const signal = reasonCase.signals.find(({ code }) => code === extra);
  const detail = signal === undefined || isSuperseded(signal, reasonCase.row) ? undefined : signal.detail;
  return detail === undefined || text.length + 1 + detail.length > REASON_MAX ? text : `${text} ${detail}`;
}

/** Adds the clause that names the row's event to its reason, unless it says so already or gets too long. */
export function withEventClause(reason: string, clause: string): string {
  const longer = `${reason.replace(/\.$/, '')}, ${clause}.`;
  return reason.includes(clause) || longer.length > REASON_MAX ? reason : longer;
}

/** Signals that need action, the most urgent first. */
const ACTIONABLE: readonly SignalCode[] = [
  'CHARGEBACK_EXCEEDS_PAID',
  'CHARGEBACK_DUPLICATE',
  'CHARGEBACK_UNMATCHED',
  'REINSTATED_NOT_REPAID',
  'DUPLICATE_PAYMENT',
  'CHARGEBACK_ON_ACTIVE',
  'MISSED_MONTHS',
  'RAPID_DISENROLLMENT',
  'RETRO_TERMINATION',
  'ABOVE_CMS_MAX',
  'UNDERPAID',
  'AGENT_CHANGED',
  'TRUE_UP_MISSING',
];

/** Returns whether a signal adds nothing, because it is only an estimate and a planned step or a payment of nothing says more. */
function isSuperseded({ certainty }: Signal, { plannedStep, commissionAmount }: ComparedScores): boolean {
  return certainty === 'estimated' && (plannedStep !== null || commissionAmount === 0);
}

/** A sentence of the reason. */
interface Sentence {
  readonly text: string;
  /** Signals that the sentence already reports, so that no second sentence repeats them. */
  readonly told: readonly SignalCode[];
}

function mainSentence(reasonCase: ReasonCase): Sentence {
  if (isWithoutPay(reasonCase))
    return untold(`Nothing due in ${monthName(reasonCase.context.period)}: the carrier does not pay this month.`);
  switch (reasonCase.row.status) {
    case 'new':
      return untold(newSentence(reasonCase));
    case 'green':
    case 'yellow':
      return comparedSentence(reasonCase);
    case 'red':
      return reasonCase.row.counted ? droppedSentence(reasonCase) : untold(chargedBackSentence(reasonCase));
    case 'reappeared':
      return reappearedSentence(reasonCase);
    case 'carried':
      return untold(`Nothing due in ${monthName(reasonCase.context.period)}: ${paidAheadClause(reasonCase)}.`);
  }
}

const NOTHING_TOLD: readonly SignalCode[] = [];
const untold = (text: string): Sentence => ({ text, told: NOTHING_TOLD });

/** Returns whether the carrier pays nothing for the month by its rules, and has paid nothing. */
function isWithoutPay({ context, row, prior }: ReasonCase): boolean {
  if (prior === undefined || row.status === 'red') return false;
  if (row.commissionAmount !== 0 || row.chargebackAmount > 0 || isPaidAhead(prior, context)) return false;
  return context.isUnpaidMonth(prior.profile, context.period);
}

function newSentence({ context, row, month }: ReasonCase): string {
  const period = monthName(context.period);
  const paid = row.commissionAmount;
  if (row.recoveredAmount > 0) return `New in ${period}: ${amountClause({ row })}.`;
  if (month !== undefined && !month.hasPayment)
    return `New in ${period} with a chargeback of ${dollars(month.chargeback)} only.`;
  if (paid === 0) return `New in ${period}, but paid nothing so far${carrierStatusClause(month)}.`;
  if (paid < 0) return `New in ${period} with a net chargeback of ${dollars(-paid)}.`;
  return `New in ${period}: first paid ${dollars(paid)}.`;
}

function comparedSentence(reasonCase: ReasonCase): Sentence {
  const { row, prior, month } = reasonCase;
  const before = prior === undefined ? 'before' : paidWhen(prior);
  const prev = row.prevCommissionAmount;
  const paid = row.commissionAmount;
  if (row.plannedStep !== null && row.status === 'green') return untold(row.plannedStep);
  if (month !== undefined && doubleTakenBack(month, prior) !== null)
    return untold(
      `Paid ${dollars(month.paid)}, as ${before}; the ${dollars(month.chargeback)} that was paid twice is taken back.`,
    );
  if (!row.flags.includes('COMMISSION_CHANGED')) {
    const isAgain = prior !== undefined && prior.lastPresentAmount < 0 && row.plannedStep === null;
    return (isAgain ? paidAgain(reasonCase) : null) ?? untold(unchangedSentence(reasonCase, before));
  }
  if (prior !== undefined && prev === 0 && prior.lastPresentAmount !== 0) {
    const cancelled = cancelledSentence(reasonCase, prior);
    if (cancelled !== null) return cancelled;
    const whole = reasonCase.signals.find((signal) => isWholeAmount(signal, row));
    if (whole !== undefined) return { text: whole.detail, told: [whole.code] };
    const ahead = paidAheadIn(reasonCase, prior);
    return untold(
      `${amountClause(reasonCase, CAPITALS)} in a month that was ${ahead}${extraClause(reasonCase.signals)}.`,
    );
  }
  const again = paidAgain(reasonCase);
  if (again !== null) return again;
  const { cause, told } = causeOf(reasonCase);
  const basis = prev + row.recoveredAmount === prior?.lastPresentAmount ? '' : ', for equally many months';
  if (month !== undefined && month.chargeback > 0 && paid <= 0) {
    const net = paid === 0 ? 'nothing is left' : `the net is ${dollars(paid)}`;
    const text = `Chargeback of ${dollars(month.chargeback)}: ${net}, after ${dollars(prev)} ${before}.`;
    return untold(text);
  }
  if (paid === 0 && prev > 0 && row.recoveredAmount === 0)
    return {
      text: `Paid nothing; was paid ${dollars(prev)} ${before}${basis}${cause || carrierStatusClause(month)}.`,
      told,
    };
  // A reduced row shows the regular pay only, because one-off pay would hide the reduction.
  const now = row.status === 'yellow' ? Math.min(paid, row.comparedAmount) : paid;
  const word = now > prev ? 'more' : 'less';
  const kept = row.recoveredAmount;
  const beside = now < paid ? `, without ${dollars(paid - now)} that is paid once` : '';
  const amounts = `${dollars(prev + kept)} → ${dollars(now + kept)}${basis}${beside}`;
  const text = `Paid ${dollars(Math.abs(now - prev))} ${word} than ${before} (${amounts})${cause}.`;
  return { text, told };
}

/** Returns whether one signal, a true-up or a rapid disenrollment, explains the whole amount of a month that was paid ahead. */
function isWholeAmount({ code, amount }: Signal, { commissionAmount }: ComparedScores): boolean {
  if (amount !== moneyToDollars(Math.abs(commissionAmount))) return false;
  return code === (commissionAmount > 0 ? 'TRUE_UP' : 'RAPID_DISENROLLMENT');
}

/** Returns the sentence about a cancellation within the policy's term; null for any other month. */
function cancelledSentence({ context, month }: ReasonCase, { lastPresentAmount }: PriorRow): Sentence | null {
  if (!context.isPolicyTerm || month === undefined || month.paid > 0 || !isCancelled(month)) return null;
  if (month.chargeback === 0 || lastPresentAmount < month.chargeback) return null;
  const whole = `the term's ${dollars(lastPresentAmount)}`;
  const takenBack = lastPresentAmount === month.chargeback ? whole : `${dollars(month.chargeback)} of ${whole}`;
  return untold(`Cancelled: ${takenBack} was taken back.`);
}

function unchangedSentence(reasonCase: ReasonCase, before: string): string {
  const { row, prior, month } = reasonCase;
  const prev = row.prevCommissionAmount;
  if (row.recoveredAmount > 0) return `${amountClause(reasonCase, CAPITALS)}.`;
  if (prior !== undefined && prev !== prior.lastPresentAmount && prior.lastPresentAmount !== 0) {
    return prev === 0
      ? `${amountClause(reasonCase, CAPITALS)}; the month was ${paidAheadIn(reasonCase, prior)}.`
      : `${amountClause(reasonCase, CAPITALS)}${monthlyClause(row, prior, before)}.`;
  }
  if (row.commissionAmount === 0) return `Paid nothing, as ${before}${carrierStatusClause(month)}.`;
  return row.commissionAmount === prev || dollars(row.commissionAmount) === dollars(prev)
    ? // Nearly every row has this sentence. `join` makes one flat string, where `+` would keep all pieces in memory.
      [amountClause(reasonCase, CAPITALS), ', as ', before, '.'].join('')
    : `${amountClause(reasonCase, CAPITALS)}, within the tolerance of ${dollars(prev)} ${before}.`;
}

function droppedSentence({ context: { period, isPolicyTerm }, row, prior, signals }: ReasonCase): Sentence {
  const { lastPresentAmount } = row;
  const goneSince = prior === undefined ? null : goneSinceChargeback(prior, { period, row });
  if (goneSince !== null) return untold(goneSince);
  const wasPaid =
    lastPresentAmount > 0
      ? `was paid ${dollars(lastPresentAmount)}`
      : lastPresentAmount === 0
        ? 'was paid nothing'
        : `had a net of ${dollars(lastPresentAmount)}`;
  const ahead =
    prior !== undefined && prior.paidThrough !== null && row.history.paidMonths > 1
      ? ` for the ${isPolicyTerm ? 'policy term to' : 'months through'} ${throughOf(prior.paidThrough)}`
      : '';
  const ended =
    row.profile.termDate !== null && signals.some(({ code }) => code === 'TERMINATED')
      ? `; terminated, covered until ${dayName(lastCoveredDay(row.profile.termDate))}`
      : '';
  return untold(`Not on the ${monthName(period)} statement; ${wasPaid} ${paidWhen(row)}${ahead}${ended}.`);
}

function chargedBackSentence({ row, prior }: ReasonCase): string {
  const last = prior?.history.lastPaidPeriod ?? null;
  const paid = last === null ? '' : `; last paid in ${monthName(last)}`;
  return `Chargeback of ${dollars(row.chargebackAmount)} after the member dropped${paid}.`;
}

function reappearedSentence(reasonCase: ReasonCase): Sentence {
  const again = paidAgain(reasonCase) ?? renewedLate(reasonCase);
  if (again !== null) return again;
  const { row, prior, signals } = reasonCase;
  const { period } = reasonCase.context;
  const prev = row.prevCommissionAmount;
  const isScaled = prior !== undefined && prev + row.recoveredAmount !== prior.lastPresentAmount;
  const same = isScaled ? monthlyClause(row, prior, 'before') : ', as before';
  const now = row.flags.includes('REAPPEARED_WITH_DELTA')
    ? ` instead of ${dollars(prev)}${isScaled ? ' for equally many months' : ''}`
    : same;
  const back =
    row.commissionAmount > 0
      ? `Paid again in ${nearMonth(period, period)}: ${dollars(row.commissionAmount)}`
      : `Back on the ${monthName(period)} statement: ${amountClause(reasonCase)}`;
  // Signals of missed months already state since when.
  const isStated = signals.some(({ code }) => code === 'MISSED_MONTHS' || code === 'CATCH_UP_PAYMENT');
  const lastSeen = isStated ? '' : ` (last seen in ${monthName(row.comparedAgainstPeriod ?? period)})`;
  const gone = goneCoverage(reasonCase);
  return untold(`${back}${now}${lastSeen}${extraClause(signals)}${gone === null ? '' : `; ${gone}`}.`);
}

/** Returns the clause about pay that is for another number of months than the payment before. */
function monthlyClause(row: ComparedScores, { history, lastPresentAmount }: PriorRow, before: string): string {
  const months = row.history.paidMonths;
  const isEach = (one: Money, other: Money, count: number) => Math.abs(one * count - other) <= count * CENT;
  if (history.paidMonths === 1 && isEach(lastPresentAmount, row.commissionAmount, months)) {
    return ` for ${counted(months, 'month')} (${dollars(lastPresentAmount)} each, as ${before})`;
  }
  return months === 1 && isEach(row.commissionAmount, lastPresentAmount, history.paidMonths)
    ? ` for a month; the ${dollars(lastPresentAmount)} paid ${before} was for ${history.paidMonths} months`
    : `, as much a month as the ${dollars(lastPresentAmount)} ${before}`;
}

/** A cent, in ten-thousandths of a dollar. */
const CENT = 100;

/** Returns the sentence about a late renewal of a policy with terms; null otherwise. A late term misses no month. */
function renewedLate({ context, row, prior, signals }: ReasonCase): Sentence | null {
  const since = prior?.history.unpaidSince ?? null;
  if (!context.isPolicyTerm || prior === undefined || since === null || prior.history.paidMonths <= 1) return null;
  if (row.commissionAmount <= 0 || prior.lastPresentAmount <= 0) return null;
  const isCaughtUp = signals.some(({ code }) => code === 'CATCH_UP_PAYMENT');
  if (!isCaughtUp || signals.some(({ code }) => code === 'MISSED_MONTHS')) return null;
  const late = monthIndex(context.period) - monthIndex(since);
  const was =
    row.commissionAmount === prior.lastPresentAmount ? ', as before' : `, was ${dollars(prior.lastPresentAmount)}`;
  return untold(`Renewed ${late === 1 ? 'a month' : `${late} months`} late: ${dollars(row.commissionAmount)}${was}.`);
}

/** Returns the sentence about pay after a chargeback, which says whether the chargeback is repaid; null for any other month. */
function paidAgain({ context: { period }, row, prior, month, signals }: ReasonCase): Sentence | null {
  if (prior === undefined || prior.history.clawedOpen === 0 || month === undefined || month.paid <= 0) return null;
  if (month.chargeback > 0) return null;
  const missing = signals.find(({ code }) => code === 'REINSTATED_NOT_REPAID');
  const paid = `Paid ${dollars(row.commissionAmount)} again`;
  if (missing !== undefined) {
    return { text: `${paid}; ${asClause(missing.detail)}.`, told: ['REINSTATED_NOT_REPAID', 'MISSED_MONTHS'] };
  }
  const takenBack = `the ${dollars(prior.history.clawedOpen)} taken back in ${nearMonth(chargedBackIn(prior), period)}`;
  return untold(`${paid}, with ${takenBack}.`);
}

/** Returns the sentence about a drop after a chargeback; null if the member dropped without one. */
function goneSinceChargeback(
  prior: PriorRow,
  { period, row }: { readonly period: Period; readonly row: ComparedScores },
): string | null {
  if (prior.history.clawedOpen === 0) return null;
  const { carrierStatus, termDate } = row.profile;
  const said = carrierStatus === null ? '' : `; the carrier says ${quoted(carrierStatus)}`;
  const ended = termDate === null ? said : `; terminated, covered until ${dayName(lastCoveredDay(termDate))}`;
  const possessive = `${nearMonth(chargedBackIn(prior), period)}'s`;
  return `Gone since ${possessive} ${dollars(prior.history.clawedOpen)} chargeback${ended}.`;
}

/** Returns a clause about a true-up or caught-up pay within the payment; empty without these. */
function extraClause(signals: readonly Signal[]): string {
  const extra = signals.find(({ code }) => code === 'TRUE_UP' || code === 'CATCH_UP_PAYMENT');
  return extra === undefined ? '' : `; ${asClause(extra.detail)}`;
}

/** Verbs at the beginning of a sentence. `SMALL_LETTERS` has the same verbs within a sentence. */
const CAPITALS = { paid: 'Paid', chargedBack: 'Charged back', earned: 'Earned' };
const SMALL_LETTERS: typeof CAPITALS = { paid: 'paid', chargedBack: 'charged back', earned: 'earned' };

function amountClause({ row }: Pick<ReasonCase, 'row'>, words = SMALL_LETTERS): string {
  const { commissionAmount: paid, recoveredAmount: kept } = row;
  if (kept > 0) return `${words.earned} ${dollars(paid + kept)}, of which ${dollars(kept)} repays an advance`;
  if (paid === 0) return `${words.paid} nothing`;
  return paid < 0 ? `${words.chargedBack} ${dollars(-paid)} net` : `${words.paid} ${dollars(paid)}`;
}

function paidAheadIn({ context: { isPolicyTerm } }: ReasonCase, { paidThrough }: PriorRow): string {
  return `${isPolicyTerm ? 'within the policy term to' : 'paid ahead through'} ${throughOf(paidThrough)}`;
}

function paidAheadClause({ context: { isPolicyTerm }, row }: ReasonCase): string {
  const { lastPresentAmount, paidThrough } = row;
  if (paidThrough === null)
    return `this carrier does not pay every month; ${dollars(lastPresentAmount)} was paid ${paidWhen(row)}`;
  if (isPolicyTerm)
    return `policy term to ${throughOf(paidThrough)}, ${dollars(lastPresentAmount)} paid ${paidWhen(row)}`;
  return `the ${dollars(lastPresentAmount)} paid ${paidWhen(row)} reaches through ${throughOf(paidThrough)}`;
}

/**
 * Returns the month of the last payment, "in Jan 2026". Returns "before" if the month is uncertain, because a month within an advance had
 * other pay.
 */
function paidWhen({ history, lastPresentAmount, lastPresentPeriod }: PriorRow): string {
  if (history.lastPaidAmount === lastPresentAmount)
    return `in ${monthName(history.lastPaidPeriod ?? lastPresentPeriod)}`;
  return history.paidMonths === 1 ? `in ${monthName(lastPresentPeriod)}` : 'before';
}

function throughOf(paidThrough: string | null): string {
  return paidThrough === null ? 'then' : monthName(periodOfDate(paidThrough));
}

/** Signals that explain a changed amount, the likeliest first. An expected reduction and changed lives are tried before them. */
const CAUSES: readonly SignalCode[] = [
  'TRUE_UP',
  'CATCH_UP_PAYMENT',
  'DUPLICATE_PAYMENT',
  'RATE_CHANGED',
  'PLAN_CHANGED',
  'PREMIUM_CHANGED',
  'POLICY_CHANGED',
  'TERMINATED',
];

/** Returns the likeliest cause of a changed amount as a clause with its colon, and the signals that the clause reports. */
function causeOf(reasonCase: ReasonCase): {
  readonly cause: string;
  readonly told: readonly SignalCode[];
} {
  const { context, row, prior, month, signals } = reasonCase;
  const expected =
    prior === undefined || month === undefined || row.status !== 'yellow'
      ? null
      : expectedReduction({ context, prior, row, month });
  if (expected !== null) return { cause: `: ${expected}`, told: [] };
  const gone = goneCoverage(reasonCase);
  if (gone !== null) return { cause: `: ${gone}`, told: [] };
  const lives = prior === undefined ? null : livesCause(prior.profile, row.profile, month);
  if (lives !== null) return { cause: `: ${lives}`, told: [] };
  if (month !== undefined && month.chargeback > 0 && row.commissionAmount < row.prevCommissionAmount) {
    return { cause: `: a chargeback of ${dollars(month.chargeback)} is in it`, told: [] };
  }
  const code = CAUSES.find((cause) => signals.some((signal) => signal.code === cause));
  const detail = signals.find((signal) => signal.code === code)?.detail;
  if (code === undefined || detail === undefined) {
    const isLess = prior !== undefined && row.status === 'yellow' && (month?.chargeback ?? 0) === 0;
    const rate = isLess ? rateBeside(prior, row) : null;
    return { cause: rate === null ? '' : `: ${rate}`, told: [] };
  }
  return { cause: `: ${asClause(detail)}`, told: [code] };
}

function goneCoverage({ row, prior, month, signals }: ReasonCase): string | null {
  if (prior === undefined || month === undefined) return null;
  if (!signals.some(({ code }) => code === 'COMMISSION_REDUCED')) return null;
  return goneCoverageClause(prior.history, row.history, month);
}

/** Returns a sentence as a clause: in lower case at its beginning, and without the full stop. */
function asClause(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1, -1)}`;
}

/** Returns a clause about changed lives, or null. The paying line's lives count: lines of a correction print only the difference. */
function livesCause(prior: MemberProfile, own: MemberProfile, month: MemberMonth | undefined): string | null {
  const { lives: before } = prior;
  const lines = month === undefined ? [] : principalRecord(month).lines;
  const now = lines.find(({ amount, lives }) => amount > 0 && lives !== null)?.lives ?? own.lives;
  if (before === null || now === null || before === now || before <= 0 || now <= 0) return null;
  return `${quantity(now)} ${now === 100 ? 'life' : 'lives'} instead of ${quantity(before)}`;
}
