import type { Money } from '../../money.ts';
import type { Period } from '../../period.ts';
import { counted, dollars, monthName, sharePercent } from '../../wording.ts';
import type { RowDraft, SignalCase } from '../scored-row.ts';
import type { SignalCode } from '../signal.ts';
import { type CarrierEvent, type EventScope, scopeClause } from './carrier-event.ts';
import { includesRatio, payChange, type RatioRange, sharedRatio } from './pay-change.ts';

/** Finds the members whose warnings of one code share a figure. */

/** A member's warning of one code. */
export interface TalliedWarning {
  readonly code: WarnedCode;
  readonly memberRefId: string;
  /** Null for a code without figures. */
  readonly figures: Figures | null;
}

/** Members with a figure in common; `ratio` and `each` are null where they share another figure, or none is known. */
export interface Alike<Member extends TalliedWarning> {
  readonly members: readonly Member[];
  readonly ratio: number | null;
  readonly each: Money | null;
}

/** Returns the most members who share one figure: a ratio, else dollars, else a text. All are alike if the code has no figures. */
export function mostAlike<Member extends TalliedWarning>(warnings: readonly Member[]): Alike<Member> {
  const [first] = warnings;
  if (first === undefined || first.figures === null) return { members: warnings, ratio: null, each: null };
  let best: Alike<Member> = { members: [], ratio: null, each: null };
  const offer = (next: Alike<Member>) => {
    if (next.members.length > best.members.length) best = next;
  };
  for (const index of first.figures.ratios.keys()) {
    const ratio = sharedRatio(warnings.flatMap(({ figures }) => figures?.ratios[index] ?? []))?.ratio ?? null;
    if (ratio === null) continue;
    const members = warnings.filter(({ figures }) => includesRatio(figures?.ratios[index] ?? null, ratio));
    offer({ members, ratio, each: null });
  }
  const byEach = largestGroup(warnings, ({ figures }) => figures?.each ?? null);
  if (byEach !== null) offer({ members: byEach.members, ratio: null, each: byEach.value });
  const byText = largestGroup(warnings, ({ figures }) => figures?.text ?? null);
  if (byText !== null) offer({ members: byText.members, ratio: null, each: null });
  return best;
}

function largestGroup<Member, Value>(members: readonly Member[], figureOf: (member: Member) => Value | null) {
  let largest: { readonly value: Value; readonly members: readonly Member[] } | null = null;
  for (const [value, own] of Map.groupBy(members, figureOf)) {
    if (value !== null && own.length > (largest?.members.length ?? 0)) largest = { value, members: own };
  }
  return largest;
}

/** Returns whether a member's figures are those of an event. A code without figures fits always, and a text never fits a later month. */
export function fits(
  figures: Figures | null,
  { ratio, each }: { readonly ratio: number | null; readonly each: Money | null },
): boolean {
  if (figures === null) return true;
  if (figures.text !== null) return false;
  if (ratio !== null) return figures.ratios.some((range) => includesRatio(range, ratio));
  return each === null || figures.each === each;
}

/** The words of shared findings: the sentence of an event, and the clause by which a member's signal names it. */

/** The facts about an event that its words tell. */
export interface SharedMatter {
  readonly code: WarnedCode;
  readonly scope: EventScope;
  /** The number of members, those of earlier months included. */
  readonly members: number;
  /** The number of members in the scope that names the event. */
  readonly inScope: number;
  readonly compared: number;
  readonly ratio: number | null;
  readonly each: Money | null;
  /** The first month of warnings that add up month after month; null for warnings of one period alone. */
  readonly since: Period | null;
}

/** Words for the matter that members of an event share, as a verb that follows "8 of 12 members". */
const WORDS_OF: Readonly<Record<WarnedCode, string>> = {
  COMMISSION_REDUCED: 'are paid less',
  UNDERPAID: 'are paid less than is due',
  ZERO_COMMISSION: 'are on the statement, but paid nothing',
  MISSED_MONTHS: 'are paid again, but not for the months between',
  DUPLICATE_PAYMENT: 'are paid by lines that repeat another line',
  CHARGEBACK_DUPLICATE: 'are charged back what was charged back before',
  CHARGEBACK_EXCEEDS_PAID: 'are charged back more than was paid',
  CHARGEBACK_UNMATCHED: 'are charged back what no loaded statement shows as paid',
  CHARGEBACK_ON_ACTIVE: 'are charged back for months in force',
  NEGATIVE_NET: 'have more taken back than paid',
  REINSTATED_NOT_REPAID: 'are paid again without what was taken back',
  ABOVE_CMS_MAX: 'are paid more than the CMS maximum',
  RETRO_TERMINATION: 'are told to have ended months before',
  RAPID_DISENROLLMENT: 'left within three months',
  AGENT_CHANGED: 'have another agent',
};

/** Codes whose dollars are short in each month from now on. */
const EVERY_MONTH: ReadonlySet<WarnedCode> = new Set(['COMMISSION_REDUCED', 'UNDERPAID']);

/**
 * Returns the sentence of an event: '8 of 8 members of plan "Gold" are paid 12 % instead of 16 % since Mar 2026: $61.40 a month.' `rates`:
 * the rates that all members' lines print, before and now; null where they differ or none is printed.
 */
export function sentenceOf(
  matter: SharedMatter,
  { period, amount, rates }: { readonly period: Period; readonly amount: Money; readonly rates: RatePair | null },
): string {
  const isLasting = EVERY_MONTH.has(matter.code) || matter.since !== null;
  const when = `${isLasting ? 'since' : 'in'} ${monthName(matter.since ?? period)}`;
  const money = amount === 0 ? '' : `: ${dollars(amount)}${EVERY_MONTH.has(matter.code) ? ' a month' : ''}`;
  return `${membersText(matter)} ${verbOf(matter, rates)} ${when}${money}.`;
}

export interface RatePair {
  readonly before: string;
  readonly now: string;
}

function verbOf({ code, ratio, each }: SharedMatter, rates: RatePair | null): string {
  if (rates !== null && code === 'COMMISSION_REDUCED') return `are paid ${rates.now} instead of ${rates.before}`;
  if (ratio !== null && ratio < 1)
    return WORDS_OF[code].replace('less', `${sharePercent((1 - ratio) * 1_000_000)} less`);
  if (each !== null) return WORDS_OF[code].replace('less', `${dollars(each)} less each`);
  return WORDS_OF[code];
}

function membersText({ members, inScope, compared, scope }: SharedMatter): string {
  const most = inScope === members ? '' : ` (${inScope} of them${scopeClause(scope)})`;
  return `${members.toLocaleString('en-US')} of ${counted(compared, 'member')}${inScope === members ? scopeClause(scope) : most}`;
}

/** Returns the clause that follows a member's finding: 'as for 8 of 8 members of plan "Gold"'. */
export function clauseOf(matter: SharedMatter): string {
  return `as for ${membersText(matter)}${matter.since === null ? '' : ` since ${monthName(matter.since)}`}`;
}

/** Returns the clause that follows a finding that an earlier event covers. */
export function habitClause({ scope, period, members, shared }: CarrierEvent): string {
  if (shared?.isAccepted !== true) return `as for ${counted(members, 'member')} in ${monthName(period)}`;
  return `as accepted${scopeClause(scope)} since ${monthName(period)}`;
}

/** Returns the text by which a signal names its event within the book and period. */
export function eventKey({ scope, shared }: Pick<CarrierEvent, 'scope' | 'shared'>): string {
  return [shared?.code ?? '', scope.field, scope.key].join(' ').trim();
}

/**
 * The facts about each code for the stage of shared findings (docs/reference/signals.md#what-many-members-share): the members for whom it
 * could fire, and the figures that its warnings may share.
 */

/** The members for whom a code could fire. The first ones are much the same every month; the others are new ones in each month. */
export const REACHES = [
  'compared',
  'on_statement',
  // No code has this reach any more. Stored tallies are read by position, so its place is kept.
  'with_rates',
  'owed',
  'limited',
  'several_lines',
  'charged_back',
  'paid_again',
  'ended',
  // No code has this reach either. Its members show that pay goes up and down.
  'risen_a_little',
] as const;
type Reach = (typeof REACHES)[number];

/** Reaches whose members are much the same every month, so that those of several months are not added up. */
const SAME_EVERY_MONTH: ReadonlySet<Reach> = new Set(['compared', 'on_statement', 'owed', 'limited']);

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
  ZERO_COMMISSION: 'on_statement',
  COMMISSION_REDUCED: 'compared',
  UNDERPAID: 'owed',
  MISSED_MONTHS: 'compared',
  ABOVE_CMS_MAX: 'limited',
  RAPID_DISENROLLMENT: 'ended',
  RETRO_TERMINATION: 'ended',
  AGENT_CHANGED: 'compared',
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
export function reachMask({ context, prior, month, owed }: SignalCase, row: RowDraft): number {
  const isEnded =
    (row.status === 'red' && row.counted) ||
    (row.signals.length > 0 && row.signals.some(({ code }) => code === 'TERMINATED'));
  let mask = isEnded ? BIT.ended : 0;
  if (month === undefined) return mask;
  if (row.status !== 'red') mask |= BIT.on_statement;
  if (prior !== undefined) {
    mask |= BIT.compared;
    if (prior.history.clawedOpen > 0 && month.paid > 0) mask |= BIT.paid_again;
    if (row.comparedAmount > row.prevCommissionAmount && isLittle(row)) mask |= BIT.risen_a_little;
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
  owed: bitOf('owed'),
  limited: bitOf('limited'),
  several_lines: bitOf('several_lines'),
  charged_back: bitOf('charged_back'),
  paid_again: bitOf('paid_again'),
  ended: bitOf('ended'),
  risen_a_little: bitOf('risen_a_little'),
} as const satisfies Partial<Record<Reach, number>>;

/** Maximum change of pay that may be no more than a premium that goes up and down, as a share of the pay before. */
const LITTLE_MAX = 0.05;

type Changed = Pick<RowDraft, 'comparedAmount' | 'prevCommissionAmount' | 'profile' | 'payEvent'>;

/** Returns whether pay changed by no more than a premium does that no line prints, and as no event of the carrier. */
function isLittle({ comparedAmount, prevCommissionAmount, profile, payEvent }: Changed): boolean {
  const change = Math.abs(comparedAmount - prevCommissionAmount);
  return profile.premium === null && payEvent === null && change > 0 && change <= LITTLE_MAX * prevCommissionAmount;
}

/** A warning whose row may show a little less pay. */
interface LessPaid {
  readonly code: WarnedCode;
  readonly waiting: { readonly row: Changed };
}

/**
 * Returns the warnings of a little less pay with a clause, if at least as many members, and no fewer than five, were paid a little more in
 * the months of `reached`. Where pay goes up as often as down, the premium does so.
 */
export function paidALittleLess<Warning extends LessPaid>(
  warnings: readonly Warning[],
  reached: readonly (readonly number[])[],
): readonly { readonly warning: Warning; readonly clause: string; readonly event: null }[] {
  const index = REACHES.indexOf('risen_a_little');
  const risen = reached.reduce((sum, counts) => sum + (counts[index] ?? 0), 0);
  const less = warnings.filter(({ code, waiting }) => code === 'COMMISSION_REDUCED' && isLittle(waiting.row));
  if (risen < Math.max(RISEN_MIN, less.length)) return [];
  const clause = `while ${risen.toLocaleString('en-US')} payments were a little higher than before in the last year`;
  return less.map((warning) => ({ warning, clause, event: null }));
}

/** Minimum number of members who are paid a little more. */
const RISEN_MIN = 5;

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
export function figuresOf(code: WarnedCode, signalCase: SignalCase, row: RowDraft): Figures | null {
  const { context, prior, month } = signalCase;
  switch (code) {
    case 'COMMISSION_REDUCED': {
      if (prior === undefined || month === undefined) return NO_FIGURES;
      const { amount, perPremium, rate } = payChange({ prior, month, row }, context.tolerance);
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
