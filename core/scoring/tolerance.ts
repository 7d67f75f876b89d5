import { MONEY_LIMIT, type Money, moneyFromDecimal } from '../money.ts';
import type { StatementConfig } from '../statement/config.ts';

/** How much an amount may differ without being a change (docs/reference/scoring.md#tolerance). */
export interface Tolerance {
  readonly absolute: Money;
  /** In millionths of the earlier amount. */
  readonly percentMillionths: number;
}

/** Returns the configured tolerance as integers. toFixed keeps the six decimals of a fraction without float noise. */
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
