import { monthIndex, type Period, periodOfDate } from '../period.ts';
import type { MemberMonth, MemberProfile } from './member-month.ts';
import type { PriorRow, ScoredRow } from './score-member.ts';
import type { Signal, SignalCode } from './signal.ts';
import { counted, dollars, quantity } from './wording.ts';

/**
 * The one plain sentence about a row (contract 6): what happened to the commission, and the likeliest cause. A second
 * sentence follows only for a finding that somebody should act on and the first doesn't tell.
 */
export interface ReasonCase {
  readonly period: Period;
  readonly row: ScoredRow;
  readonly prior: PriorRow | undefined;
  readonly month: MemberMonth | undefined;
  readonly signals: readonly Signal[];
}

/** Longer than a line of a report is no longer one plain sentence. */
export const REASON_MAX = 200;

export function reasonFor(one: ReasonCase): string {
  const { text, told } = mainSentence(one);
  const extra = ACT_ON.find((code) => !told.includes(code) && one.signals.some((signal) => signal.code === code));
  const detail = one.signals.find(({ code }) => code === extra)?.detail;
  return detail === undefined || text.length + 1 + detail.length > REASON_MAX ? text : `${text} ${detail}`;
}

/** Strongest first. */
const ACT_ON: readonly SignalCode[] = [
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

interface Sentence {
  readonly text: string;
  /** Findings it already tells. */
  readonly told: readonly SignalCode[];
}

function mainSentence(one: ReasonCase): Sentence {
  switch (one.row.status) {
    case 'new':
      return untold(newSentence(one));
    case 'green':
    case 'yellow':
      return comparedSentence(one);
    case 'red':
      return one.row.counted ? droppedSentence(one) : untold(chargedBackSentence(one));
    case 'reappeared':
      return untold(reappearedSentence(one));
    case 'carried':
      return { text: `Nothing due in ${one.period}: ${paidAheadClause(one)}.`, told: ['PAID_AHEAD'] };
  }
}

const untold = (text: string): Sentence => ({ text, told: [] });

function newSentence({ period, row, month }: ReasonCase): string {
  const paid = row.commissionAmount;
  if (month !== undefined && !month.hasPayment)
    return `New in ${period} with a chargeback of ${dollars(month.chargeback)} only.`;
  if (paid === 0) return `New in ${period}, but paid nothing so far.`;
  if (paid < 0) return `New in ${period} with a net chargeback of ${dollars(-paid)}.`;
  return `New in ${period}: first paid ${dollars(paid)}.`;
}

function comparedSentence(one: ReasonCase): Sentence {
  const { row, prior, month } = one;
  const before = prior?.lastPresentPeriod ?? row.comparedAgainstPeriod ?? one.period;
  const prev = row.prevCommissionAmount;
  const paid = row.commissionAmount;
  if (!row.flags.includes('COMMISSION_CHANGED')) return untold(unchangedSentence(one, before));
  if (prior !== undefined && prev === 0 && prior.lastPresentAmount !== 0) {
    return untold(
      `${capital(amountClause(one))} in a month that was paid ahead through ${throughOf(prior.paidThrough)}.`,
    );
  }
  const { cause, told } = causeOf(one);
  const basis = prev === prior?.lastPresentAmount ? '' : ', for equally many months';
  if (month !== undefined && month.chargeback > 0 && paid <= 0) {
    const net = paid === 0 ? 'nothing is left' : `the net is ${dollars(paid)}`;
    const text = `Chargeback of ${dollars(month.chargeback)}: ${net}, after ${dollars(prev)} in ${before}.`;
    return { text, told: ['COMMISSION_REDUCED', 'NEGATIVE_NET', 'ZERO_COMMISSION'] };
  }
  if (paid === 0 && prev > 0)
    return { text: `Paid nothing; was paid ${dollars(prev)} in ${before}${basis}${cause}.`, told };
  const word = paid > prev ? 'more' : 'less';
  const text = `Paid ${dollars(Math.abs(paid - prev))} ${word} than in ${before} (${dollars(prev)} → ${dollars(paid)}${basis})${cause}.`;
  return { text, told };
}

function unchangedSentence(one: ReasonCase, before: Period): string {
  const { row, prior } = one;
  const prev = row.prevCommissionAmount;
  if (prior !== undefined && prev !== prior.lastPresentAmount && prior.lastPresentAmount !== 0) {
    return prev === 0
      ? `${capital(amountClause(one))}; the month was paid ahead through ${throughOf(prior.paidThrough)}.`
      : `${capital(amountClause(one))}, as much a month as the ${dollars(prior.lastPresentAmount)} in ${before}.`;
  }
  if (row.commissionAmount === 0) return `Paid nothing, as in ${before}.`;
  return dollars(row.commissionAmount) === dollars(prev)
    ? `${capital(amountClause(one))}, as in ${before}.`
    : `${capital(amountClause(one))}, within the tolerance of ${dollars(prev)} in ${before}.`;
}

function droppedSentence({ period, row, prior, signals }: ReasonCase): Sentence {
  const { lastPresentAmount, lastPresentPeriod } = row;
  const wasPaid =
    lastPresentAmount > 0
      ? `was paid ${dollars(lastPresentAmount)}`
      : lastPresentAmount === 0
        ? 'was paid nothing'
        : `had a net of ${dollars(lastPresentAmount)}`;
  const ahead =
    prior !== undefined && prior.paidThrough !== null && row.history.paidMonths > 1
      ? ` for the months through ${throughOf(prior.paidThrough)}`
      : '';
  const ended =
    row.profile.termDate !== null && signals.some(({ code }) => code === 'TERMINATED')
      ? `; terminated ${row.profile.termDate}`
      : '';
  const text = `Not on the ${period} statement; ${wasPaid} in ${lastPresentPeriod}${ahead}${ended}.`;
  return { text, told: ended === '' ? [] : ['TERMINATED'] };
}

function chargedBackSentence({ row, prior }: ReasonCase): string {
  const since = prior?.history.unpaidSince ?? null;
  const after = since === null ? 'after the member dropped' : `; the member has not been paid since ${since}`;
  return `Chargeback of ${dollars(row.chargebackAmount)}${since === null ? ` ${after}` : after}.`;
}

function reappearedSentence(one: ReasonCase): string {
  const { period, row } = one;
  const missed = monthIndex(period) - monthIndex(row.comparedAgainstPeriod ?? period) - 1;
  const away = missed > 0 ? ` after ${counted(missed, 'month')}` : '';
  const prev = row.prevCommissionAmount;
  const now = row.flags.includes('REAPPEARED_WITH_DELTA') ? `instead of ${dollars(prev)}` : 'as before';
  return `Back on the ${period} statement${away}: ${amountClause(one)}, ${now} (last seen in ${row.comparedAgainstPeriod ?? period}).`;
}

function amountClause({ row }: ReasonCase): string {
  const paid = row.commissionAmount;
  return paid === 0 ? 'paid nothing' : paid < 0 ? `charged back ${dollars(-paid)} net` : `paid ${dollars(paid)}`;
}

function paidAheadClause({ row }: ReasonCase): string {
  const { lastPresentAmount, lastPresentPeriod, paidThrough } = row;
  return `the ${dollars(lastPresentAmount)} paid in ${lastPresentPeriod} reaches through ${throughOf(paidThrough)}`;
}

function throughOf(paidThrough: string | null): string {
  return paidThrough === null ? 'then' : periodOfDate(paidThrough);
}

/** Findings that explain a changed amount, likeliest first; lives and months paid come before them. */
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

function causeOf({ row, prior, month, signals }: ReasonCase): {
  readonly cause: string;
  readonly told: readonly SignalCode[];
} {
  const lives = prior === undefined ? null : livesCause(prior.profile, row.profile);
  if (lives !== null) return { cause: `: ${lives}`, told: [] };
  if (month !== undefined && month.chargeback > 0 && row.status === 'yellow') {
    return { cause: `: a chargeback of ${dollars(month.chargeback)} is in it`, told: [] };
  }
  const code = CAUSES.find((cause) => signals.some((signal) => signal.code === cause));
  const detail = signals.find((signal) => signal.code === code)?.detail;
  if (code === undefined || detail === undefined) return { cause: '', told: [] };
  return { cause: `: ${detail.slice(0, 1).toLowerCase()}${detail.slice(1, -1)}`, told: [code] };
}

function livesCause({ lives: before }: MemberProfile, { lives: now }: MemberProfile): string | null {
  if (before === null || now === null || before === now) return null;
  return `${quantity(now)} ${now === 100 ? 'life' : 'lives'} instead of ${quantity(before)}`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
