import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { LineKind, LineKindOf } from '../statement/line-kind.ts';
import { type MemberMonth, paidMonthOf, type ScorableLine, saysMoreThanAmount } from './member-month.ts';

/** What of a month's payments does not come every month, as far as the lines themselves say so. All amounts are zero or above. */
export interface PaidOnce {
  /** Bonuses, true-ups, and fees and adjustments beside a commission. */
  readonly extras: Money;
  /** Lines for coverage months before the latest one of the same coverage. */
  readonly arrears: Money;
  /** Lines that repeat another line, and say for which month. */
  readonly repeatedMonths: Money;
  /** Lines that repeat another line, and say more than an amount. */
  readonly repeatedDescribed: Money;
  /** All lines that repeat another line. */
  readonly repeated: Money;
}

const NOTHING: PaidOnce = { extras: 0, arrears: 0, repeatedMonths: 0, repeatedDescribed: 0, repeated: 0 };

const ALWAYS_EXTRA: ReadonlySet<LineKind> = new Set(['bonus', 'true_up']);
/** Some carriers pay all they pay as a fee or an adjustment; then it is the pay. */
const EXTRA_BESIDE_PAY: ReadonlySet<LineKind> = new Set(['fee', 'adjustment']);

/** A fee that says that it comes every month is regular pay. */
const EVERY_MONTH = /month|pmpm/i;

function isMonthlyFee({ transactionType, description }: ScorableLine, kind: LineKind): boolean {
  return kind === 'fee' && EVERY_MONTH.test(`${transactionType ?? ''} ${description ?? ''}`);
}

/** An adjustment of a policy with a term is an endorsement or an audit, and pays for no term of its own. */
function isAlwaysExtra(kind: LineKind, isPolicyTerm: boolean): boolean {
  return ALWAYS_EXTRA.has(kind) || (isPolicyTerm && kind === 'adjustment');
}

function isExtraKind(kind: LineKind): boolean {
  return ALWAYS_EXTRA.has(kind) || EXTRA_BESIDE_PAY.has(kind);
}

/** What is known of the carrier's lines. */
interface PayContext {
  readonly kindOf: LineKindOf;
  /** The effective date of a line is the first day of a policy's term, for which the line pays. */
  readonly isPolicyTerm: boolean;
}

/** Looks through the positive lines of a member's month. Each line counts in one part at most. */
export function paidOnce(month: MemberMonth, { kindOf, isPolicyTerm }: PayContext): PaidOnce {
  if (month.lineCount === 1) {
    const line = month.records[0]?.lines[0];
    return line !== undefined && line.amount > 0 && isAlwaysExtra(kindOf(line), isPolicyTerm)
      ? { ...NOTHING, extras: line.amount }
      : NOTHING;
  }
  const partOf = onceTeller(month, { kindOf, isPolicyTerm });
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
      const saysWhen = paidMonthOf(line) !== null || (isPolicyTerm && line.effectiveDate !== null);
      if (saysWhen) parts.repeatedMonths += line.amount;
      if (saysMoreThanAmount(line)) parts.repeatedDescribed += line.amount;
    }
  }
  return parts;
}

/** The positive lines of a month that come every month, each once, as far as the lines themselves say so. */
export function regularLines(month: MemberMonth, kindOf: LineKindOf): ReadonlySet<ScorableLine> {
  const partOf = onceTeller(month, { kindOf, isPolicyTerm: false });
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

/** Tells which part of `PaidOnce` a positive line belongs to by what it is for; null for what comes every month. */
function onceTeller(
  month: MemberMonth,
  { kindOf, isPolicyTerm }: PayContext,
): (line: ScorableLine) => 'extras' | 'arrears' | null {
  const isPaidBeside = month.records.some(({ lines }) =>
    lines.some((line) => line.amount > 0 && !isExtraKind(kindOf(line))),
  );
  const latest = latestMonths(month, kindOf);
  return (line) => {
    const last = latest.get(coverageKey(line)) ?? latest.get(ANY_COVERAGE);
    // First, because arrears are often paid as adjustments, and missed months count them too.
    const own = paidMonthOf(line);
    if (own !== null && last !== undefined && own < last) return 'arrears';
    const kind = kindOf(line);
    if (isMonthlyFee(line, kind)) return null;
    return isAlwaysExtra(kind, isPolicyTerm) || (isPaidBeside && EXTRA_BESIDE_PAY.has(kind)) ? 'extras' : null;
  };
}

/** Where an adjustment does not name its coverage, the latest month of any. */
const ANY_COVERAGE = '';

/** The latest coverage month that each coverage was paid for. */
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

/** Two coverages of one policy, such as medical and dental, may be paid for different months. */
function coverageKey(line: ScorableLine): string {
  return JSON.stringify([line.policyRefId, line.planCode ?? line.planName, line.productType]);
}

/** Everything that tells two payments apart: what they are for, to whom, and how they were worked out. */
function paymentKey(line: ScorableLine): string {
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
