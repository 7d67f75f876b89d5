import type { Money } from '../../money.ts';
import type { ComparedScores } from '../scored-row.ts';
import type { SignalCode } from '../signal.ts';
import type { SignalCase } from '../signals/signal-case.ts';
import { payChange, type RatioRange } from './pay-change.ts';

/**
 * The facts about each code for the stage of shared findings (docs/reference/signals.md#what-many-members-share): the members for whom it
 * could fire, and the figures that its warnings may share.
 */

/** The members for whom a code could fire. The first ones are much the same every month; the others are new ones in each month. */
export const REACHES = [
  'compared',
  'on_statement',
  'with_rates',
  'owed',
  'limited',
  'several_lines',
  'charged_back',
  'paid_again',
  'ended',
] as const;
type Reach = (typeof REACHES)[number];

/** Reaches whose members are much the same every month, so that those of several months are not added up. */
const SAME_EVERY_MONTH: ReadonlySet<Reach> = new Set(['compared', 'on_statement', 'with_rates', 'owed', 'limited']);

/**
 * The codes of warnings, and for whom each could fire. Of several codes about the same members the first names the event, so causes come
 * before what follows from them.
 */
const REACH_OF = {
  CHARGEBACK_DUPLICATE: 'charged_back',
  CHARGEBACK_EXCEEDS_PAID: 'charged_back',
  CHARGEBACK_UNMATCHED: 'charged_back',
  CHARGEBACK_ON_ACTIVE: 'charged_back',
  REINSTATED_NOT_REPAID: 'paid_again',
  DUPLICATE_PAYMENT: 'several_lines',
  COMMISSION_REDUCED: 'compared',
  UNDERPAID: 'owed',
  RATE_CHANGED: 'with_rates',
  MISSED_MONTHS: 'compared',
  ABOVE_CMS_MAX: 'limited',
  RAPID_DISENROLLMENT: 'ended',
  RETRO_TERMINATION: 'ended',
  AGENT_CHANGED: 'compared',
  ZERO_COMMISSION: 'on_statement',
  NEGATIVE_NET: 'on_statement',
} as const satisfies Partial<Record<SignalCode, Reach>>;
export type WarnedCode = keyof typeof REACH_OF;

/** Returns whether a signal of the code may be a warning, so that its members may share it. */
export function isWarnedCode(code: SignalCode): code is WarnedCode {
  return Object.hasOwn(REACH_OF, code);
}

/** The codes in the order in which they name an event. */
export const WARNED_CODES: readonly WarnedCode[] = Object.keys(REACH_OF).filter((code): code is WarnedCode =>
  Object.hasOwn(REACH_OF, code),
);

/** Returns the position in `REACHES` of the members for whom the code could fire. */
export function reachIndex(code: WarnedCode): number {
  return REACHES.indexOf(REACH_OF[code]);
}

/** Returns whether the members for whom the code could fire are much the same every month, so that months are not added up. */
export function isMonthly(code: WarnedCode): boolean {
  return SAME_EVERY_MONTH.has(REACH_OF[code]);
}

/** Returns the reaches that contain the member: a sum of 2 to the power of each position in `REACHES`. The signals must be known. */
export function reachMask({ context, prior, month, owed }: SignalCase, row: ComparedScores): number {
  const isEnded =
    (row.status === 'red' && row.counted) ||
    (row.signals.length > 0 && row.signals.some(({ code }) => code === 'TERMINATED'));
  let mask = isEnded ? BIT.ended : 0;
  if (month === undefined) return mask;
  if (row.status !== 'red') mask |= BIT.on_statement;
  if (prior !== undefined) {
    mask |= BIT.compared;
    if (prior.history.rate !== null && row.history.rate !== null) mask |= BIT.with_rates;
    if (prior.history.clawedOpen > 0 && month.paid > 0) mask |= BIT.paid_again;
  }
  if (owed !== null && owed.expected !== null) mask |= BIT.owed;
  if (context.productLine === 'medicare' && row.history.planYear !== null && month.paid > 0) mask |= BIT.limited;
  if (month.lineCount > 1) mask |= BIT.several_lines;
  if (month.chargeback > 0) mask |= BIT.charged_back;
  return mask;
}

const bitOf = (reach: Reach): number => 2 ** REACHES.indexOf(reach);
const BIT = {
  compared: bitOf('compared'),
  on_statement: bitOf('on_statement'),
  with_rates: bitOf('with_rates'),
  owed: bitOf('owed'),
  limited: bitOf('limited'),
  several_lines: bitOf('several_lines'),
  charged_back: bitOf('charged_back'),
  paid_again: bitOf('paid_again'),
  ended: bitOf('ended'),
} as const satisfies Record<Reach, number>;

/** The figures of one member's warning. Members share a matter only if they share one of them. */
export interface Figures {
  /** Ratios of what is paid to what was paid, or is due, measured in several ways. Each way has its place in the list. */
  readonly ratios: readonly (RatioRange | null)[];
  /** Dollars less, in ten-thousandths; null where the dollars do not matter. */
  readonly each: Money | null;
  /** A text that the members share, such as a move from one agent to another. */
  readonly text: string | null;
}

/** Returns the figures of a member's warning; null for a code whose warnings have none, so that all of them are alike. */
export function figuresOf(code: WarnedCode, signalCase: SignalCase, row: ComparedScores): Figures | null {
  const { context, prior, month } = signalCase;
  switch (code) {
    case 'COMMISSION_REDUCED':
    case 'RATE_CHANGED': {
      if (prior === undefined || month === undefined) return NO_FIGURES;
      const { amount, perPremium, rate } = payChange({ prior, month, row }, context.tolerance);
      if (code === 'RATE_CHANGED') return { ...NO_FIGURES, ratios: [rate] };
      // A rate explains no more than its own share of a reduction.
      const byRate = rate !== null && (amount === null || amount.high >= rate.low) ? rate : null;
      const each = row.prevCommissionAmount - row.comparedAmount;
      return { ratios: [amount, perPremium ?? amount, byRate], each, text: null };
    }
    case 'UNDERPAID': {
      if (month === undefined || row.expectedAmount === null || row.expectedAmount <= 0n) return NO_FIGURES;
      const due = Number(row.expectedAmount) / EXACT_PER_MONEY;
      const rounding = HALF_A_CENT * month.lineCount;
      const range = { low: (month.paid - rounding) / due, high: (month.paid + rounding) / due };
      return { ratios: [range], each: Math.round(due - month.paid), text: null };
    }
    case 'AGENT_CHANGED': {
      const detail = row.signals.find((signal) => signal.code === code)?.detail ?? null;
      return { ...NO_FIGURES, text: detail };
    }
    default:
      return null;
  }
}

const NO_FIGURES: Figures = { ratios: [], each: null, text: null };
/** Units of an exact amount (ten-billionths) in a unit of money (ten-thousandths). */
const EXACT_PER_MONEY = 1_000_000;
const HALF_A_CENT: Money = 50;
