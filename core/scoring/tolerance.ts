import { MONEY_LIMIT, type Money, moneyFromDecimal } from '../money.ts';
import type { StatementConfig } from '../statement/config.ts';

/** How far an amount may move without being a change (docs/reference/scoring.md#tolerance). */
export interface Tolerance {
  readonly absolute: Money;
  /** Millionths of the earlier amount. */
  readonly percentMillionths: number;
}

/** The configured tolerance as integers. toFixed keeps the six decimals a fraction may have and no float noise. */
export function toleranceOf(config: Pick<StatementConfig, 'tolerance'>): Tolerance {
  return {
    absolute: moneyFromDecimal(config.tolerance.absolute.toFixed(4)) ?? MONEY_LIMIT,
    percentMillionths: Number(config.tolerance.percent.toFixed(6).replace('.', '')),
  };
}

/** The greater of the absolute and the relative tolerance. */
export function toleratedDifference(tolerance: Tolerance, prev: Money): Money {
  if (tolerance.percentMillionths === 0) return tolerance.absolute;
  // In bigints: the product can pass what a double holds. Amounts are integers, so rounding down decides alike.
  const relative = (BigInt(Math.abs(prev)) * BigInt(tolerance.percentMillionths)) / 1_000_000n;
  return Math.max(tolerance.absolute, Number(relative));
}
