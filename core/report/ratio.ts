/**
 * Divides two non-negative integers and rounds half away from zero to `places` decimals; zero when `whole` is zero.
 * Integer arithmetic rounds ties as written, which doubles do not (docs/reference/requests.md#values).
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
/** Decimals of fields ending in `Pct`, of scores and of averages (docs/reference/requests.md#values). */
export const AVERAGE_PLACES = 2;
