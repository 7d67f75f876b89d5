/**
 * How much of a property's runs a test makes. A push makes a tenth, `npm run test:long` all (1), and a hunt by hand more, such
 * as 10. The bound is a count and never a time: the same seed then finds the same on every machine.
 */
export const PROPERTY_RUNS = Number(process.env['PROPERTY_RUNS'] ?? 0.1);

if (!(PROPERTY_RUNS > 0)) throw new Error('PROPERTY_RUNS is a number above zero: 0.1, 1 or 10.');

/** Returns how often to run a property now that has so many runs in `npm run test:long`: at least once. */
export function propertyRuns(all: number): number {
  return Math.ceil(all * PROPERTY_RUNS);
}
