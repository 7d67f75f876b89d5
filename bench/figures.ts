/** Small statistics of repeated measurements. */

/** The middle value; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle];
  if (upper === undefined || lower === undefined) throw new RangeError('There is no middle of nothing');
  return (lower + upper) / 2;
}

/** The value that a `share` (0 to 1) of all are not above. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('There is no share of nothing');
  return value;
}

/**
 * Runs both in turn, `runs` times, so that whatever else the machine does meets both alike, and gives the median of the
 * paired ratios `measured / compared`.
 */
export async function pairedRatio(
  runs: number,
  measured: () => Promise<number>,
  compared: () => Promise<number>,
): Promise<{ readonly measured: number; readonly compared: number; readonly ratio: number }> {
  const pairs: (readonly [number, number])[] = [];
  for (let run = 0; run < runs; run++) pairs.push([await measured(), await compared()]);
  return {
    measured: median(pairs.map(([one]) => one)),
    compared: median(pairs.map(([, other]) => other)),
    ratio: median(pairs.map(([one, other]) => one / other)),
  };
}
