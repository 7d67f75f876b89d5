import { addMoney, type Money } from '../money.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import type { MemberMonth, ScorableLine } from './member-month.ts';
import { foldText, isSameCoverage, policyCoverages } from './policy-coverages.ts';
import { regularLines } from './regular-pay.ts';
import { dollars, quoted } from './wording.ts';

/** What a member with several coverages, such as medical and dental, was regularly paid for one of them. */
interface PaidCoverage extends CoverageName {
  readonly amount: Money;
}
/** What of `MemberHistory` this reads and makes. */
interface CoverageHistory {
  readonly coveragesPaid: readonly string[];
  readonly paidMonths: number;
}
type CoverageName = Pick<ScorableLine, 'planCode' | 'planName' | 'productType'>;

/** Groups with more coverages are remembered by their amount only. */
const COVERAGES_MAX = 8;
const NONE: readonly never[] = [];
/** Between the fields of a remembered coverage, which hold no tabs. */
const SEPARATOR = '\t';

/**
 * The coverages of a month, as `MemberHistory` remembers them; none for a member with one coverage, whose amount says it all. Without
 * what was paid once: it is not missing in the month after.
 */
export function paidCoverages(month: MemberMonth, kindOf: LineKindOf): readonly string[] {
  if (month.lineCount === 1 || !hasSeveral(month)) return NONE;
  const regular = regularLines(month, kindOf);
  const amounts = new Map<string, Money>();
  for (const record of month.records) {
    const lines = record.lines.filter((line) => line.amount > 0 && regular.has(line));
    if (lines.length === 0) continue;
    const coverages = policyCoverages({ ...record, lines });
    for (const { planCode, planName, productType, paid } of coverages) {
      const key = [planCode, planName, productType].map(keyText).join(SEPARATOR);
      amounts.set(key, addMoney(amounts.get(key) ?? 0, coverages.length === 1 ? sumOf(lines) : paid));
    }
  }
  if (amounts.size < 2 || amounts.size > COVERAGES_MAX) return NONE;
  return [...amounts].map(([key, amount]) => `${amount}${SEPARATOR}${key}`).sort();
}

function hasSeveral({ records }: MemberMonth): boolean {
  let first: ScorableLine | undefined;
  for (const { lines } of records) {
    for (const line of lines) {
      first ??= line;
      const { planCode, planName, productType } = first;
      if (line.planCode !== planCode || line.planName !== planName || line.productType !== productType) return true;
    }
  }
  return false;
}

const keyText = (text: string | null) => (text ?? '').trim().replace(/\s+/g, ' ');

function sumOf(lines: readonly ScorableLine[]): Money {
  let sum: Money = 0;
  for (const { amount } of lines) sum = addMoney(sum, amount);
  return sum;
}

function paidCoverageFrom(remembered: string): PaidCoverage {
  const [amount, planCode, planName, productType] = remembered.split(SEPARATOR);
  return {
    amount: Number(amount),
    planCode: planCode || null,
    planName: planName || null,
    productType: productType || null,
  };
}

/**
 * The coverages paid before that no line of this statement is for, while a line for another of them is there. A line of any amount is
 * there. One of another plan may be the same coverage after a change of plan, unless both say that their product types differ.
 */
function goneCoverages(remembered: readonly string[], { records }: MemberMonth): readonly PaidCoverage[] {
  const before = remembered.map(paidCoverageFrom);
  const lines = records.flatMap((record) => record.lines);
  const gone = before.filter((coverage) => !lines.some((line) => isSameCoverage(coverage, line)));
  if (gone.length === 0 || gone.length === before.length) return NONE;
  const added = lines.filter((line) => !before.some((coverage) => isSameCoverage(coverage, line)));
  return gone
    .filter((coverage) => !added.some((line) => mayTakePlaceOf(coverage, line)))
    .sort((one, other) => other.amount - one.amount);
}

function mayTakePlaceOf({ productType: before }: CoverageName, { productType: now }: CoverageName): boolean {
  return before === null || now === null || foldText(before) === foldText(now);
}

/** Why less was paid, in the words after a colon: a coverage is gone. Null where none is, or where other months are compared. */
export function goneCoverageClause(before: CoverageHistory, now: CoverageHistory, month: MemberMonth): string | null {
  const remembered = before.coveragesPaid;
  if (remembered.length === 0 || before.paidMonths !== now.paidMonths) return null;
  const [first, second, ...others] = goneCoverages(remembered, month);
  if (first === undefined) return null;
  const types = remembered.map((text) => foldText(paidCoverageFrom(text).productType ?? ''));
  const named = (coverage: PaidCoverage) => `${nameOf(coverage, types)} line (${dollars(coverage.amount)})`;
  if (second === undefined) return `the ${named(first)} is not on this statement`;
  const both = `the ${named(first)} and the ${named(second)}`;
  if (others.length === 0 && both.length <= BOTH_MAX) return `${both} are not on this statement`;
  const count = others.length + 1;
  return `the ${named(first)} and ${count} other${count === 1 ? '' : 's'} are not on this statement`;
}

/** Longer names of two coverages would make the sentence too long. */
const BOTH_MAX = 80;

/** The product type, unless several of the coverages have it. */
function nameOf({ planCode, planName, productType }: PaidCoverage, types: readonly string[]): string {
  const plan = planName ?? planCode;
  const isOnlyOne = productType !== null && types.filter((type) => type === foldText(productType)).length === 1;
  const name = isOnlyOne ? productType : (plan ?? productType ?? '');
  return SHORT_CODE.test(name) ? name : quoted(name);
}

/** Read as a word without quotation marks. */
const SHORT_CODE = /^\p{L}[\p{L}\p{N}-]{0,11}$/u;
