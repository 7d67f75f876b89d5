import { foldText } from '../csv-text.ts';
import { addMoney } from '../money.ts';
import type { PolicyRecord, ScorableLine } from './member-month.ts';

/** A policy, or one coverage of it, with all fields that determine its expected pay. */
export type RatedPart = Pick<
  PolicyRecord,
  'planCode' | 'planName' | 'productType' | 'state' | 'effectiveDate' | 'premium' | 'lives' | 'monthsPaid' | 'paid'
>;

type Draft<T> = { -readonly [Field in keyof T]: T[Field] };

/**
 * Splits a policy into its paid coverages, such as medical and dental, in the order of their first lines. Lines with equal plans and
 * product types form a coverage, and a blank equals any value. A policy with a single coverage is returned as it is.
 */
export function policyCoverages(record: PolicyRecord): readonly RatedPart[] {
  if (record.lines.length === 1) return [record];
  const coverages: Draft<RatedPart>[] = [];
  for (const line of record.lines) {
    if (line.amount < 0) continue;
    const known = coverages.find((coverage) => isSameCoverage(coverage, line));
    if (known === undefined) coverages.push(coverageOf(line));
    else addToCoverage(known, line);
  }
  if (coverages.length < 2) return [record];
  for (const coverage of coverages) {
    coverage.state ??= record.state;
    coverage.effectiveDate ??= record.effectiveDate;
  }
  return coverages;
}

/** Returns whether two lines may be for the same coverage: no known field differs. Plans are compared by code, else by name. */
export function isSameCoverage(
  coverage: Pick<RatedPart, 'planCode' | 'planName' | 'productType'>,
  line: Pick<RatedPart, 'planCode' | 'planName' | 'productType'>,
): boolean {
  const byCode = coverage.planCode !== null && line.planCode !== null;
  const isSamePlan = byCode ? agree(coverage.planCode, line.planCode) : agree(coverage.planName, line.planName);
  return isSamePlan && agree(coverage.productType, line.productType);
}

/** Returns whether two texts are equal after folding, or one is unknown. */
function agree(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b || foldText(a) === foldText(b);
}

function coverageOf(line: ScorableLine): Draft<RatedPart> {
  return {
    planCode: line.planCode,
    planName: line.planName,
    productType: line.productType,
    state: line.state,
    effectiveDate: line.effectiveDate,
    premium: line.premium,
    lives: line.lives,
    monthsPaid: line.monthsPaid,
    paid: line.amount,
  };
}

function addToCoverage(coverage: Draft<RatedPart>, line: ScorableLine): void {
  coverage.paid = addMoney(coverage.paid, line.amount);
  coverage.planCode ??= line.planCode;
  coverage.planName ??= line.planName;
  coverage.productType ??= line.productType;
  coverage.state ??= line.state;
  coverage.effectiveDate ??= line.effectiveDate;
  coverage.premium ??= line.premium;
  coverage.lives ??= line.lives;
  coverage.monthsPaid ??= line.monthsPaid;
}
