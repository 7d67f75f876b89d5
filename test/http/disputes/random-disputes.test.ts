import fc from 'fast-check';
import { beforeAll, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService, type TestService } from '../../support/service.ts';
import { type Operation, startAgency } from './disputes-agency.ts';
import { STATES } from './disputes-model.ts';
import { type Cell, MEMBERS, PERIODS } from './random-statements.ts';

/** Tests disputes with random statements, rates and requests. Each answer is compared with the model's. */

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});

const cell: fc.Arbitrary<Cell> = fc.record({
  kind: fc.constantFrom('full', 'full', 'short', 'zero', 'absent', 'absent', 'chargeback', 'repay', 'repay', 'repay'),
  pick: fc.nat(999),
  cents: fc.constantFrom(4999, 4998, 4000, 3000, 1234),
  share: fc.constantFrom('all', 'all', 'half', 'more'),
});

const cells = fc.array(cell, { minLength: MEMBERS.length, maxLength: MEMBERS.length });
/** Pays a claim of each member that has one. */
const settling = cells.map((all) => all.map((one): Cell => ({ ...one, kind: 'repay', share: 'all' })));
const carrierIndex = fc.constantFrom(0, 0, 0, 1);
const month = fc.record({ op: fc.constant('month' as const), carrier: carrierIndex, cells });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 2, arbitrary: month },
  { weight: 5, arbitrary: fc.record({ op: fc.constant('month' as const), carrier: carrierIndex, cells: settling }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constantFrom('replace' as const, 'retract' as const, 'retract' as const),
      carrier: carrierIndex,
      cells,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('open' as const),
      carrier: carrierIndex,
      claims: fc.array(fc.nat(999), { maxLength: 3 }),
      rows: fc.array(fc.nat(999), { maxLength: 1 }),
      foreign: fc.constantFrom(
        'none',
        'none',
        'none',
        'none',
        'released',
        'released',
        'unknown',
        'otherCarrier',
        'paid',
      ),
      note: fc.constantFrom(undefined, null, 'By email.'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('patch' as const),
      pick: fc.nat(999),
      state: fc.constantFrom(undefined, ...STATES, 'answered' as const),
      note: fc.constantFrom(undefined, undefined, null, 'They look into it.'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constantFrom('rate' as const, 'rate' as const, 'deleteRate' as const),
      carrier: carrierIndex,
      from: fc.constantFrom(...PERIODS),
      cents: fc.constantFrom(4000, 5500, 6000),
    }),
  },
);
/** A dispute that statements pay, and are taken back. Of disputes, 0 is the newest. */
const story: fc.Arbitrary<readonly Operation[]> = fc
  .record({ carrier: carrierIndex, claims: fc.array(fc.nat(999), { minLength: 1, maxLength: 2 }), cells: settling })
  .map(({ carrier, claims, cells: paying }) => [
    { op: 'open', carrier, claims, rows: [], foreign: 'none', note: null },
    { op: 'patch', pick: 0, state: 'answered', note: undefined },
    { op: 'month', carrier, cells: paying },
    { op: 'retract', carrier },
  ]);
const operations: fc.Arbitrary<readonly Operation[]> = fc
  .tuple(
    fc.array(month, { minLength: 3, maxLength: 4 }),
    fc.array(
      fc.oneof(
        operation.map((one) => [one]),
        story,
      ),
      { minLength: 6, maxLength: 10 },
    ),
  )
  .map(([months, parts]) => [...months, ...parts.flat()]);

test('disputes follow the rules for any statements, rates and requests', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const agency = await startAgency(service);
      for (const step of steps) {
        await agency.run(step);
        await agency.compare();
      }
      await agency.compareLists();
      await agency.compareReports();
    }),
    // A book prints itself; shrinking would outlast the test's time.
    { numRuns: propertyRuns(10), endOnFailure: true },
  );
});
