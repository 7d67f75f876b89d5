import { policyOfTerm } from '../identity/id-forms.ts';
import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { LineKind, LineKindOf } from '../statement/line-kind.ts';
import { type MemberMonth, paidMonthOf, type ScorableLine, saysMoreThanAmount } from './member-month.ts';

/** The parts of a month's payments that do not come every month, as far as the lines show them. All amounts are zero or above. */
export interface PaidOnce {
  /** Bonuses, true-ups, and fees and adjustments paid in addition to a commission. */
  readonly extras: Money;
  /** Lines for coverage months before the latest one of the same coverage. */
  readonly arrears: Money;
  /** Lines that repeat another line and name the month. */
  readonly repeatedMonths: Money;
  /** Lines that repeat another line and say more than an amount. */
  readonly repeatedDescribed: Money;
  /** All lines that repeat another line. */
  readonly repeated: Money;
}

const NOTHING: PaidOnce = { extras: 0, arrears: 0, repeatedMonths: 0, repeatedDescribed: 0, repeated: 0 };

/** Kinds of pay that come once. */
export const ALWAYS_EXTRA: ReadonlySet<LineKind> = new Set(['bonus', 'true_up']);
/** Kinds that are extra only next to other pay; some carriers pay everything as a fee or an adjustment. */
const EXTRA_BESIDE_PAY: ReadonlySet<LineKind> = new Set(['fee', 'adjustment']);

/** A fee that is described as monthly is regular pay. */
const EVERY_MONTH = /month|pmpm/i;

function isMonthlyFee({ transactionType, description }: ScorableLine, kind: LineKind): boolean {
  return kind === 'fee' && EVERY_MONTH.test(`${transactionType ?? ''} ${description ?? ''}`);
}

/** An adjustment of a policy with a term is an endorsement or an audit and pays for no separate term. */
function isAlwaysExtra(kind: LineKind, isPolicyTerm: boolean): boolean {
  return ALWAYS_EXTRA.has(kind) || (isPolicyTerm && kind === 'adjustment');
}

function isExtraKind(kind: LineKind): boolean {
  return ALWAYS_EXTRA.has(kind) || EXTRA_BESIDE_PAY.has(kind);
}

/** The facts about the carrier's lines. */
interface PayContext {
  readonly kindOf: LineKindOf;
  /** True when the effective date of a line is the first day of the policy's term that the line pays for. */
  readonly isPolicyTerm: boolean;
}

/** Splits the positive lines of a member's month. Each line counts in at most one part. */
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
      // An advance comes once, so the same advance again is paid twice.
      const saysWhen =
        paidMonthOf(line) !== null || (isPolicyTerm && line.effectiveDate !== null) || kindOf(line) === 'advance';
      if (saysWhen) parts.repeatedMonths += line.amount;
      if (saysMoreThanAmount(line)) parts.repeatedDescribed += line.amount;
    }
  }
  return parts;
}

/** Returns the positive lines of a month that come every month, without repetitions, as far as the lines show it. */
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

/** Makes a function that assigns a positive line to a part of `PaidOnce` by its purpose; null for regular pay. */
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
    // Checked first, because arrears are often paid as adjustments, and missed months include them.
    const own = paidMonthOf(line);
    if (own !== null && last !== undefined && own < last) return 'arrears';
    const kind = kindOf(line);
    if (isMonthlyFee(line, kind)) return null;
    return isAlwaysExtra(kind, isPolicyTerm) || (isPaidBeside && EXTRA_BESIDE_PAY.has(kind)) ? 'extras' : null;
  };
}

/** The key for an adjustment without a coverage: the latest month of any coverage applies. */
const ANY_COVERAGE = '';

/** Returns the latest coverage month of each coverage. */
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

/** Coverages of one policy, such as medical and dental, may be paid for different months. The terms of a policy follow each other. */
function coverageKey({ policyNumber, planCode, planName, productType }: ScorableLine): string {
  return JSON.stringify([policyNumber === null ? null : policyOfTerm(policyNumber), planCode ?? planName, productType]);
}

/** Returns all fields by which payments differ: purpose, payee and calculation. */
export function paymentKey(line: ScorableLine): string {
  return JSON.stringify([
    line.policyRefId,
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
