import fc from 'fast-check';
import { beforeAll, test } from 'vitest';
import type { ModelLine } from '../../support/book-model-record.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService, type TestService } from '../../support/service.ts';
import { compareBook, type Operation, perform, startBook } from './alias-book.ts';

/** Guarantee: after any requests every answer about a book with aliases is the model's. fast-check prints the seed of a failure. */

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});

const IDS = ['A1', 'B2', 'C3', 'D4', 'E5'] as const;
const PERIODS = ['2025-11', '2026-01', '2026-02', '2026-03', '2026-05'] as const;

const id = fc.constantFrom(...IDS);
const spelled = id.chain((one) => fc.constantFrom(one, one.toLowerCase(), `${one.slice(0, 1)} ${one.slice(1)}`));
/** Two ids share a policy now and then. */
const line: fc.Arbitrary<ModelLine> = fc
  .record({
    own: id,
    spelling: fc.constantFrom('as is', 'lower'),
    policy: fc.constantFrom('own', 'own', 'own', 'P1', 'none'),
    amount: fc.constantFrom('50', '50', '50', '45', '60', '0', '-20', '-50'),
  })
  .map(({ own, spelling, policy, amount }) => ({
    member: spelling === 'lower' ? own.toLowerCase() : own,
    policy: policy === 'own' ? `P-${own}` : policy === 'none' ? null : policy,
    amount,
  }));
const lines = fc.array(line, { minLength: 1, maxLength: 5 });
const period = fc.constantFrom(...PERIODS);

const firstMonths: fc.Arbitrary<readonly Operation[]> = fc
  .tuple(
    fc.shuffledSubarray([...PERIODS], { minLength: 2, maxLength: 4 }),
    fc.array(lines, { minLength: 4, maxLength: 4 }),
  )
  .map(([periods, months]) =>
    periods.map((one, at): Operation => ({ kind: 'load', period: one, lines: months[at] ?? [], replace: false })),
  );
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('link' as const), member: id, externalId: spelled }), weight: 6 },
  { arbitrary: fc.record({ kind: fc.constant('unlink' as const), member: id, externalId: spelled }), weight: 3 },
  {
    arbitrary: fc.record({ kind: fc.constant('load' as const), period, lines, replace: fc.boolean() }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('retract' as const), period }), weight: 1 },
);

test('answers as the model does after every request', async () => {
  await fc.assert(
    fc.asyncProperty(firstMonths, fc.array(operation, { minLength: 4, maxLength: 10 }), async (months, operations) => {
      const book = await startBook(service);
      for (const one of [...months, ...operations]) await perform(book, one);
      await compareBook(book);
    }),
    { numRuns: propertyRuns(20) },
  );
});
