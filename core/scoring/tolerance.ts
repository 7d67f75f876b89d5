import { MONEY_LIMIT, type Money, moneyFromDecimal } from '../money.ts';
import type { StatementConfig } from '../statement/config.ts';

/** The difference up to which two amounts count as equal (docs/reference/scoring.md#tolerance). */
export interface Tolerance {
  /** In ten-thousandths of a dollar. */
  readonly absolute: Money;
  /** In millionths of the earlier amount. */
  readonly percentMillionths: number;
}

/** Returns the tolerance of a format as integers. A fraction is converted by its six decimals, which avoids binary rounding errors. */
export function toleranceOf(config: Pick<StatementConfig, 'tolerance'>): Tolerance {
  return {
    absolute: moneyFromDecimal(config.tolerance.absolute.toFixed(4)) ?? MONEY_LIMIT,
    percentMillionths: Number(config.tolerance.percent.toFixed(6).replace('.', '')),
  };
}

/** Returns the greater of the absolute and the relative tolerance, in ten-thousandths of a dollar. */
export function toleratedDifference(tolerance: Tolerance, prev: Money): Money {
  if (tolerance.percentMillionths === 0) return tolerance.absolute;
  // In bigints, because the product may exceed a double. Amounts are integers, so rounding down gives the same decisions.
  const relative = (BigInt(Math.abs(prev)) * BigInt(tolerance.percentMillionths)) / 1_000_000n;
  return Math.max(tolerance.absolute, Number(relative));
}

/**
 * Differences that are worth no question: a share up to a dollar, or twenty cents up to a fiftieth of the amount. A household of several
 * lines has a rounding for each line.
 */
const NEGLIGIBLE_SHARE = 0.002;
const NEGLIGIBLE_MAX = 10_000;
const CENTS_MAX = 2000;
const CENTS_SHARE_MAX = 0.02;

/** Returns whether two amounts differ by cents only. Such a difference is shown, but nobody calls a carrier for it. */
export function differByCents(one: Money, other: Money): boolean {
  const difference = Math.abs(one - other);
  const larger = Math.max(Math.abs(one), Math.abs(other));
  return (
    difference <= Math.min(NEGLIGIBLE_SHARE * larger, NEGLIGIBLE_MAX) ||
    (difference <= CENTS_MAX && difference <= CENTS_SHARE_MAX * larger)
  );
}
