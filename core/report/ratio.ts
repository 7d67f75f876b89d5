/**
 * The quotient of two whole numbers, neither below zero, rounded half away from zero to so many decimals: 0.333333. Zero
 * when there is nothing to divide by (docs/reference/requests.md#values). In integers, so that a tie is rounded as it
 * is written, not as the nearest double happens to lie.
 */
export function ratio(part: number | bigint, whole: number | bigint, places: number): number {
  const divisor = BigInt(whole);
  if (divisor === 0n) return 0;
  const scale = 10n ** BigInt(places);
  const rounded = (2n * BigInt(part) * scale + divisor) / (2n * divisor);
  return Number(rounded) / Number(scale);
}

/** Decimals of rates (docs/reference/requests.md#values). */
export const RATE_PLACES = 6;
/** Decimals of what ends in `Pct`, of scores and of averages (docs/reference/requests.md#values). */
export const AVERAGE_PLACES = 2;
