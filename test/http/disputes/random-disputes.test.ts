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
const carrierIndex = fc.nat(1);
const month = fc.record({ op: fc.constant('month' as const), carrier: carrierIndex, cells });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: month },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom('replace' as const, 'retract' as const), carrier: carrierIndex, cells }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('open' as const),
      carrier: carrierIndex,
      claims: fc.array(fc.nat(999), { maxLength: 3 }),
      rows: fc.array(fc.nat(999), { maxLength: 1 }),
      foreign: fc.constantFrom('none', 'none', 'none', 'none', 'unknown', 'otherCarrier', 'closed'),
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
const operations: fc.Arbitrary<readonly Operation[]> = fc
  .tuple(fc.array(month, { minLength: 4, maxLength: 6 }), fc.array(operation, { minLength: 12, maxLength: 20 }))
  .map((parts) => parts.flat());

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
