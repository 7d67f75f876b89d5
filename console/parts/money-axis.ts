const AXIS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
});
/** The steps of an axis that people count in, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
/** About how many steps an axis has. */
const STEPS_WANTED = 4;

/** Returns the vertical axis of a chart of dollars: steps that people count in, such as $10K, from zero or below to above all amounts. */
export function moneyAxis(amounts: readonly number[]) {
  const ticks = ticksOf(Math.min(0, ...amounts), Math.max(0, ...amounts));
  const domain: [number, number] = [ticks.at(0) ?? 0, ticks.at(-1) ?? 0];
  return { width: 56, ticks, domain, tickFormatter: (dollars: number) => AXIS.format(dollars) };
}

function ticksOf(least: number, most: number): number[] {
  const rough = (most - least) / STEPS_WANTED;
  if (rough === 0) return [0];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((one) => one * power >= rough) ?? 10);
  const first = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, at) => (first + at) * step);
}
