import type { Exact } from '../money.ts';
import { isSameCoverage } from '../scoring/policy-coverages.ts';
import { exactDollars } from '../scoring/wording.ts';
import type { ClaimLine } from './claim.ts';

/** A coverage of a claim's rows, such as medical or dental, with its total. */
interface Coverage extends Pick<ClaimLine, 'planCode' | 'planName' | 'productType'> {
  amount: Exact;
}

/** Largest number of coverages that a letter names. Further coverages are only counted. */
const NAMED_MAX = 6;

/**
 * Formats "MED $96.00 and DEN $10.00", without signs, for policies with several coverages. Null when each policy has
 * one.
 */
export function coveragesText(lines: readonly ClaimLine[]): string | null {
  const policies = Map.groupBy(lines, ({ policyRefId }) => policyRefId);
  const coverages = [...policies.values()]
    .map(coveragesOf)
    .filter((own) => own.length > 1)
    .flat();
  if (coverages.length === 0) return null;
  const isTypeUnique = new Set(coverages.map(({ productType }) => productType)).size === coverages.length;
  const named = coverages
    .slice(0, NAMED_MAX)
    .map((coverage) => `${nameOf(coverage, isTypeUnique)} ${amountText(coverage.amount)}`);
  const others = coverages.length - NAMED_MAX;
  return joined(others > 0 ? [...named, others === 1 ? '1 other coverage' : `${others} other coverages`] : named);
}

function coveragesOf(lines: readonly ClaimLine[]): readonly Coverage[] {
  const coverages: Coverage[] = [];
  for (const line of lines) {
    const known = coverages.find((coverage) => isSameCoverage(coverage, line));
    if (known === undefined) coverages.push({ ...partsOf(line), amount: line.amount });
    else known.amount += line.amount;
  }
  return coverages;
}

const partsOf = ({ planCode, planName, productType }: ClaimLine) => ({ planCode, planName, productType });

/** Returns the product type when each coverage has its own, or else the plan. */
function nameOf({ planCode, planName, productType }: Coverage, isTypeUnique: boolean): string {
  const plan = planName ?? planCode;
  const name = isTypeUnique ? (productType ?? plan) : (plan ?? productType);
  return name ?? 'another coverage';
}

const amountText = (amount: Exact) => exactDollars(amount < 0n ? -amount : amount);

function joined(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
