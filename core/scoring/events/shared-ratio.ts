import { holds, type RatioRange } from './pay-change.ts';

/** One change of pay that most of some members have in common. */
export interface SharedRatio {
  readonly ratio: number;
  readonly fitting: number;
}

/** The ratio that lies in the most ranges, written with as few digits as these allow. Null without ranges. */
export function sharedRatio(ranges: readonly RatioRange[]): SharedRatio | null {
  const densest = densestRange(ranges);
  if (densest === null) return null;
  const ratio = shortestRatio(densest) ?? (densest.low + densest.high) / 2;
  let fitting = 0;
  for (const range of ranges) if (holds(range, ratio)) fitting += 1;
  return { ratio, fitting };
}

/** Goes along all ends of the ranges in order: where the most are open at once, the most ranges overlap. The lowest of equals. */
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

/** "20 %" rather than "19.98 %" where both are possible. */
const DIGITS = [2, 3, 4, 5, 6];

/** The ratio of the range with the fewest decimals; null where even six, as many as a rate has, are not enough. */
export function shortestRatio(range: RatioRange): number | null {
  const middle = (range.low + range.high) / 2;
  for (const digits of DIGITS) {
    const rounded = Number(middle.toFixed(digits));
    if (holds(range, rounded)) return rounded;
  }
  return null;
}
