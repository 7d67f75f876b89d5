import { includesRatio, type RatioRange } from './pay-change.ts';

/** A ratio of pay, and the number of members whose range of possible ratios contains it. */
export interface SharedRatio {
  readonly ratio: number;
  readonly fitting: number;
}

/** Returns the ratio that lies in the most ranges, with as few decimals as these ranges allow. Returns null without ranges. */
export function sharedRatio(ranges: readonly RatioRange[]): SharedRatio | null {
  const densest = densestRange(ranges);
  if (densest === null) return null;
  const ratio = shortestRatio(densest) ?? (densest.low + densest.high) / 2;
  let fitting = 0;
  for (const range of ranges) if (includesRatio(range, ratio)) fitting += 1;
  return { ratio, fitting };
}

/** Returns the interval where the most ranges overlap, by a sweep over their ends. Of equally dense intervals the lowest is returned. */
function densestRange(ranges: readonly RatioRange[]): RatioRange | null {
  const lows = ranges.map(({ low }) => low).sort(ascending);
  const highs = ranges.map(({ high }) => high).sort(ascending);
  let densest: RatioRange | null = null;
  let most = 0;
  let closed = 0;
  for (const [index, low] of lows.entries()) {
    for (let high = highs[closed]; high !== undefined && high < low; high = highs[closed]) closed += 1;
    const open = index + 1 - closed;
    const high = highs[closed];
    if (open <= most || high === undefined) continue;
    most = open;
    densest = { low, high };
  }
  return densest;
}

const ascending = (a: number, b: number) => a - b;

/** Decimal places to try. Fewer come first, so that "20 %" is preferred to "19.98 %". */
const DIGITS = [2, 3, 4, 5, 6];

/** Rounds the middle of the range to the fewest decimals that stay inside it. Returns null if six decimals, as in a rate, are too few. */
export function shortestRatio(range: RatioRange): number | null {
  const middle = (range.low + range.high) / 2;
  for (const digits of DIGITS) {
    const rounded = Number(middle.toFixed(digits));
    if (includesRatio(range, rounded)) return rounded;
  }
  return null;
}
