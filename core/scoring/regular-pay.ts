import { addMoney, type Money } from '../money.ts';
import { type Period, periodOfDate } from '../period.ts';
import type { LineKind, LineKindOf } from '../statement/line-kind.ts';
import { policyOfTerm } from '../statement/member-key.ts';
import {
  isSameCoverage,
  linesIn,
  type MemberLines,
  type MemberMonth,
  memberMonthOf,
  type PolicyRecord,
  paidMonthOf,
  type ScorableLine,
  saysMoreThanAmount,
} from './member-month.ts';

/** The parts of a month's pay that the lines show not to come every month, in ten-thousandths of a dollar and never negative. */
export interface PaidOnce {
  /** Bonuses, true-ups, and fees and adjustments paid in addition to a commission. */
  readonly extras: Money;
  /** Lines for coverage months before the latest one of the same coverage. */
  readonly arrears: Money;
  /** Lines that repeat another line and show when their payment is for, by a month or a date. */
  readonly repeatedMonths: Money;
  /** Lines that repeat another line and describe their payment. */
  readonly repeatedDescribed: Money;
  /** All lines that repeat another line. */
  readonly repeated: Money;
}

const NOTHING: PaidOnce = { extras: 0, arrears: 0, repeatedMonths: 0, repeatedDescribed: 0, repeated: 0 };

/** Kinds of lines that are always one-off pay. */
export const ALWAYS_EXTRA: ReadonlySet<LineKind> = new Set(['bonus', 'true_up']);
/** Kinds of lines that are one-off pay only beside other pay, because some carriers pay everything as a fee or an adjustment. */
const EXTRA_BESIDE_PAY: ReadonlySet<LineKind> = new Set(['fee', 'adjustment']);

/** The facts about a carrier by which its lines are classified. */
interface PayContext {
  readonly kindOf: LineKindOf;
  /** True when the effective date of a line is the first day of the policy's term that the line pays for. */
  readonly isPolicyTerm: boolean;
}

/** Sums the one-off parts of a member's month. A line is an extra, or arrears, or a repetition, or none of these. */
export function paidOnce(month: MemberMonth, { kindOf, isPolicyTerm }: PayContext): PaidOnce {
  if (month.lineCount === 1) {
    const line = month.records[0]?.lines[0];
    return line !== undefined && line.amount > 0 && isAlwaysExtra(kindOf(line), isPolicyTerm)
      ? { ...NOTHING, extras: line.amount }
      : NOTHING;
  }
  const partOf = partClassifier(month, { kindOf, isPolicyTerm });
  const seen = new Set<string>();
  const parts = { extras: 0, arrears: 0, repeatedMonths: 0, repeatedDescribed: 0, repeated: 0 };
  for (const { lines } of month.records) {
    for (const line of lines) {
      if (line.amount <= 0) continue;
      const part = partOf(line);
      if (part !== null) {
        parts[part] += line.amount;
        continue;
      }
      if (lines.length < 2) continue;
      const key = paymentKey(line);
      if (!seen.has(key)) {
        seen.add(key);
        continue;
      }
      parts.repeated += line.amount;
      // A repeated advance is a double payment without a month, because an advance comes only once.
      const saysWhen =
        paidMonthOf(line) !== null || (isPolicyTerm && line.effectiveDate !== null) || kindOf(line) === 'advance';
      if (saysWhen) parts.repeatedMonths += line.amount;
      if (saysMoreThanAmount(line)) parts.repeatedDescribed += line.amount;
    }
  }
  return parts;
}

/** Returns the positive lines of a month that are regular pay. Of lines that repeat each other only the first is returned. */
export function regularLines(month: MemberMonth, kindOf: LineKindOf): ReadonlySet<ScorableLine> {
  const partOf = partClassifier(month, { kindOf, isPolicyTerm: false });
  const byPayment = new Map<string, ScorableLine>();
  for (const { lines } of month.records) {
    for (const line of lines) {
      if (line.amount <= 0 || partOf(line) !== null) continue;
      const key = paymentKey(line);
      if (!byPayment.has(key)) byPayment.set(key, line);
    }
  }
  return new Set(byPayment.values());
}

/** Makes a function that classifies a positive line as one-off pay: `extras` or `arrears`; null for regular pay. */
function partClassifier(
  month: MemberMonth,
  { kindOf, isPolicyTerm }: PayContext,
): (line: ScorableLine) => 'extras' | 'arrears' | null {
  const isPaidBeside = month.records.some(({ lines }) =>
    lines.some((line) => line.amount > 0 && !isExtraKind(kindOf(line))),
  );
  const latest = latestMonths(month, kindOf);
  return (line) => {
    const last = latest.get(coverageKey(line)) ?? latest.get(ANY_COVERAGE);
    // Arrears are checked before the kind, because they are often paid as adjustments.
    const own = paidMonthOf(line);
    if (own !== null && last !== undefined && own < last) return 'arrears';
    const kind = kindOf(line);
    if (isMonthlyFee(line, kind)) return null;
    return isAlwaysExtra(kind, isPolicyTerm) || (isPaidBeside && EXTRA_BESIDE_PAY.has(kind)) ? 'extras' : null;
  };
}

/** Matches words for a monthly fee, which is regular pay. */
const EVERY_MONTH = /month|pmpm/i;

function isMonthlyFee({ transactionType, description }: ScorableLine, kind: LineKind): boolean {
  return kind === 'fee' && EVERY_MONTH.test(`${transactionType ?? ''} ${description ?? ''}`);
}

/**
 * Returns whether a kind of line is always one-off pay. An adjustment of a policy with a term is an endorsement or an audit, and therefore
 * always one-off.
 */
function isAlwaysExtra(kind: LineKind, isPolicyTerm: boolean): boolean {
  return ALWAYS_EXTRA.has(kind) || (isPolicyTerm && kind === 'adjustment');
}

function isExtraKind(kind: LineKind): boolean {
  return ALWAYS_EXTRA.has(kind) || EXTRA_BESIDE_PAY.has(kind);
}

/** The key of the latest month of all coverages, for lines whose own coverage has none. */
const ANY_COVERAGE = '';

/** Returns the latest month that positive lines of ordinary kinds pay for: of each coverage, and of all under ANY_COVERAGE. */
function latestMonths({ records }: MemberMonth, kindOf: LineKindOf): ReadonlyMap<string, Period> {
  const latest = new Map<string, Period>();
  for (const { lines } of records) {
    for (const line of lines) {
      const own = paidMonthOf(line);
      if (line.amount <= 0 || own === null || isExtraKind(kindOf(line))) continue;
      for (const key of [coverageKey(line), ANY_COVERAGE]) {
        const before = latest.get(key);
        if (before === undefined || own > before) latest.set(key, own);
      }
    }
  }
  return latest;
}

/** Returns the key of a coverage of a policy. Coverages may be paid for different months; all terms of a policy have one key. */
function coverageKey({ policyNumber, planCode, planName, productType }: ScorableLine): string {
  return JSON.stringify([policyNumber === null ? null : policyOfTerm(policyNumber), planCode ?? planName, productType]);
}

/** Returns the key of a payment. Lines with equal keys repeat each other: person, purpose, payee and calculation are equal. */
export function paymentKey(line: ScorableLine): string {
  return JSON.stringify([
    line.policyRefId,
    line.memberName,
    line.amount,
    paidMonthOf(line),
    line.transactionType,
    line.description,
    line.agentId,
    line.agentName,
    line.planCode,
    line.planName,
    line.productType,
    line.premium,
    line.lives,
    line.rate,
    line.split,
    line.effectiveDate,
    line.monthsPaid,
  ]);
}

/** A cent, in ten-thousandths of a dollar. A recovered share may be rounded up by so much. */
const CENT = 100;

/**
 * Returns the month without lines that recover an advance while it is earned, such as "Earned 27.50" beside "Advance Recovery -27.50"
 * (docs/reference/signals.md#an-advance-that-is-earned). Such lines repay a loan and are no chargebacks. A month without such lines is
 * returned as the same object.
 */
export function withoutRecoveries(month: MemberMonth, kindOf: LineKindOf): MemberMonth {
  if (month.chargeback === 0 || month.paid === 0) return month;
  const recovered = new Set(month.records.flatMap((record) => recoveries(record, kindOf)));
  if (recovered.size === 0) return month;
  return memberMonthOf(month.records.flatMap(({ lines }) => lines.filter((line) => !recovered.has(line))));
}

/** Returns the lines of a policy that recover an advance; none if they take back more than the policy earned on the statement. */
function recoveries({ lines }: PolicyRecord, kindOf: LineKindOf): readonly ScorableLine[] {
  const taken = lines.filter((line) => takesBackAdvance(line, kindOf));
  const earned = lines.filter((line) => line.amount > 0 && kindOf(line) !== 'advance');
  return sumOf(taken) + sumOf(earned) >= -CENT ? taken : [];
}

/** Returns whether a line takes an advance back. It is a recovery only beside earned pay. */
function takesBackAdvance(line: ScorableLine, kindOf: LineKindOf): boolean {
  return line.amount < 0 && kindOf(line) === 'advance';
}

function sumOf(lines: readonly ScorableLine[]): Money {
  return lines.reduce((sum, { amount }) => addMoney(sum, amount), 0);
}

/** The fields of the earlier row that show whether pay is due. */
interface Before {
  readonly commissionAmount: Money;
  readonly lastPresentAmount: Money;
  readonly paidThrough: string | null;
  readonly history: { readonly paidMonths: number; readonly extraMonths: number };
}

/** The paydays of a month by the week and by the fortnight, from few to many. */
const PAYDAYS: readonly (readonly [few: number, many: number])[] = [
  [4, 5],
  [2, 3],
];

/** Minimum number of members with another number of paydays than the month before. */
const CHANGED_MIN = 5;

/**
 * Returns the numbers of paydays that differ from the statement before: at least half of those with so many equal payments were paid for
 * the other number. The share of a premium may fall by a fifth, too, but not for all of them.
 */
export function changedPaydays(members: Iterable<PaidBefore>): ReadonlySet<number> {
  const [all, changed] = [new Map<number, number>(), new Map<number, number>()];
  for (const { prior, lines } of members) {
    const paid = prior === undefined || lines === undefined ? [] : linesIn(lines);
    const other = otherPaydays(paid.length);
    const [first] = paid;
    if (prior === undefined || first === undefined || other === undefined || !areAlike(paid)) continue;
    all.set(paid.length, (all.get(paid.length) ?? 0) + 1);
    if (prior.lastPresentAmount === other * first.amount) changed.set(paid.length, (changed.get(paid.length) ?? 0) + 1);
  }
  return new Set(
    [...changed].flatMap(([count, of]) => (of >= CHANGED_MIN && 2 * of >= (all.get(count) ?? 0) ? [count] : [])),
  );
}

/** A member's lines, and the pay before. */
interface PaidBefore {
  readonly prior?: Pick<Before, 'lastPresentAmount'> | undefined;
  readonly lines?: MemberLines | undefined;
}

function otherPaydays(count: number): number | undefined {
  return PAYDAYS.find((counts) => counts.includes(count))?.find((one) => one !== count);
}

/** Returns whether all lines pay the same amount for the same person and coverage. */
function areAlike(lines: readonly ScorableLine[]): boolean {
  const [first] = lines;
  return (
    first !== undefined &&
    first.amount > 0 &&
    lines.every(
      (line) => line.amount === first.amount && line.memberName === first.memberName && isSameCoverage(line, first),
    )
  );
}

/**
 * Returns the number of equal payments that the pay before was for, if it is one payday of the calendar more or less than this month's:
 * five weeks after four, or two fortnights after three. Returns null for any other pay.
 */
export function paydaysBefore(
  { records, chargeback }: MemberMonth,
  before: Money,
  { paydays }: { readonly paydays: ReadonlySet<number> },
): number | null {
  const [record, ...others] = records;
  if (record === undefined || others.length > 0 || chargeback > 0) return null;
  const { lines } = record;
  const [first] = lines;
  if (first === undefined || !paydays.has(lines.length) || !areAlike(lines)) return null;
  const count = otherPaydays(lines.length);
  return count !== undefined && before === count * first.amount ? count : null;
}

/** Bounds of a month's pay as a share of the repayment beside it. A renewal is half of the first year's pay. */
const LIKE_PAY_MIN = 0.5;
const LIKE_PAY_MAX = 2;

/**
 * Returns the month with each chargeback that the statement itself repays replaced by the net of both lines
 * (docs/reference/signals.md#taken-back-and-repaid-on-one-statement). Without such lines it is the same object.
 */
export function withoutReversals(
  month: MemberMonth,
  prior: Before | undefined,
  { period, kindOf }: { readonly period: Period; readonly kindOf: LineKindOf },
): MemberMonth {
  if (month.chargeback === 0 || month.paid === 0) return month;
  const takenBack = doubleTakenBack(month, prior);
  if (takenBack !== null) return takenBack;
  const isNothingDue =
    prior !== undefined &&
    prior.history.paidMonths > 1 &&
    prior.paidThrough !== null &&
    periodOfDate(prior.paidThrough) >= period;
  let isReversed = false;
  const kept = month.records.map((record) => {
    const lines = remainingLines(record, { kindOf, isNothingDue });
    isReversed ||= lines !== record.lines;
    return { record, lines };
  });
  if (!isReversed) return month;
  const lines = kept.flatMap((one) => one.lines);
  if (lines.length > 0) return memberMonthOf(lines);
  const nothing = { amount: 0, paid: 0, hasPayment: false, lines: [] };
  const records = month.records.map((record) => ({ ...record, ...nothing }));
  return { ...month, amount: 0, paid: 0, hasPayment: false, chargeback: 0, lineCount: 0, records };
}

/** Returns the month without the only chargeback, if it takes back what was paid twice on the statement before; null otherwise. */
export function doubleTakenBack(
  { records, paid, chargeback }: MemberMonth,
  prior: Before | undefined,
): MemberMonth | null {
  if (prior === undefined || paid <= 0 || prior.history.extraMonths > 0 || chargeback !== prior.lastPresentAmount)
    return null;
  if (prior.commissionAmount !== 2 * chargeback) return null;
  const lines = records.flatMap((record) => record.lines);
  const kept = lines.filter(({ amount }) => amount >= 0);
  return kept.length === lines.length - 1 && lines.every(saysMoreThanAmount) ? memberMonthOf(kept) : null;
}

/**
 * Returns a record's lines after netting. A line repays a chargeback if it says so, or if its amount is equal and it can't be the month's
 * own pay: the coverage has another payment, or nothing is due.
 */
function remainingLines(
  { lines }: PolicyRecord,
  { kindOf, isNothingDue }: { readonly kindOf: LineKindOf; readonly isNothingDue: boolean },
): readonly ScorableLine[] {
  const takenBack = lines.filter((line) => line.amount < 0 && saysMoreThanAmount(line));
  if (takenBack.length === 0) return lines;
  const reversed = new Set<ScorableLine>();
  const rests: ScorableLine[] = [];
  for (const line of takenBack) {
    const candidates = lines.filter(
      (other) => other.amount > 0 && !reversed.has(other) && saysMoreThanAmount(other) && isSameCoverage(line, other),
    );
    const repaid = candidates.find(
      (other) =>
        repays(other, line) &&
        (isNothingDue || candidates.some((own) => own !== other && isLikePay(own, other, kindOf))),
    );
    if (repaid === undefined) continue;
    reversed.add(line).add(repaid);
    const rest: Money = addMoney(line.amount, repaid.amount);
    if (Math.abs(rest) > CENT)
      rests.push({ ...(rest < 0 ? line : repaid), amount: rest, transactionType: repaid.transactionType });
  }
  return reversed.size === 0 ? lines : [...lines.filter((line) => !reversed.has(line)), ...rests];
}

/** Returns whether `own` may be the month's pay if `other` is a repayment: both are overrides or neither is, and their size is alike. */
function isLikePay(own: ScorableLine, other: ScorableLine, kindOf: LineKindOf): boolean {
  const isOverride = (line: ScorableLine) => kindOf(line) === 'override';
  const share = own.amount / other.amount;
  return isOverride(own) === isOverride(other) && share >= LIKE_PAY_MIN && share <= LIKE_PAY_MAX;
}

/** Returns whether a line repays a chargeback by its amount. A line for another month, or with a later effective date, is separate pay. */
function repays(line: ScorableLine, takenBack: ScorableLine): boolean {
  const isSameAmount = Math.abs(line.amount + takenBack.amount) <= CENT;
  const [from, end] = [line.effectiveDate, takenBack.effectiveDate];
  return isSameAmount && isForSameMonth(takenBack, line) && (from === null || end === null || from <= end);
}

/** Returns whether two lines may be for one month: the months are equal, or one is unknown. */
function isForSameMonth(one: ScorableLine, other: ScorableLine): boolean {
  const [first, second] = [paidMonthOf(one), paidMonthOf(other)];
  return first === null || second === null || first === second;
}
