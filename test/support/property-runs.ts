/**
 * The share of a property's runs that a test makes. `npm test` makes a fiftieth, `npm run test:long` all (1), and a manual search more,
 * such as 10. The limit is a count and never a time, so that the same seed finds the same faults on every machine.
 */
export const PROPERTY_RUNS = Number(process.env['PROPERTY_RUNS'] ?? 0.02);

if (!(PROPERTY_RUNS > 0)) throw new Error('PROPERTY_RUNS is a number above zero: 0.02, 1 or 10.');

/** Returns the number of runs of a property in this test run, at least 1. `all` is its number in `npm run test:long`. */
export function propertyRuns(all: number): number {
  return Math.ceil(all * PROPERTY_RUNS);
}
