import fc from 'fast-check';
import type { Operation } from './disputes-agency.ts';
import { STATES } from './disputes-model.ts';
import { type Cell, MEMBERS, PERIODS } from './random-statements.ts';

/** Makes books of random operations, and stories in which statements pay what a dispute asks for. */

const cellsOf = (...kinds: readonly Cell['kind'][]): fc.Arbitrary<readonly Cell[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      pick: fc.nat(999),
      cents: fc.constantFrom(4999, 4998, 4000, 3000, 1234),
      share: fc.constantFrom('all', 'all', 'half', 'more'),
    }),
    { minLength: MEMBERS.length, maxLength: MEMBERS.length },
  );
const monthsOf = (carrier: number, cells: fc.Arbitrary<readonly Cell[]>) =>
  fc.record({ op: fc.constant('month' as const), carrier: fc.constant(carrier), cells });

/** Lines of a month that leave claims. */
const owing = cellsOf('full', 'short', 'short', 'zero', 'absent', 'chargeback', 'again', 'again');
/** Lines of a month that pay a claim of some members. */
const paying = cellsOf('full', 'again', 'repay', 'repay');
/** Lines of a month that pay a claim of each member with a claim. */
const settling = cellsOf('repay');
const anything = fc.oneof(owing, paying, settling);
const carrierIndex = fc.constantFrom(0, 0, 0, 1);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constant('month' as const), carrier: carrierIndex, cells: anything }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constantFrom('replace' as const, 'retract' as const, 'retract' as const),
      carrier: carrierIndex,
      cells: anything,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('open' as const),
      carrier: carrierIndex,
      claims: fc.array(fc.nat(999), { maxLength: 3 }),
      rows: fc.array(fc.nat(999), { maxLength: 2 }),
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
/** Asks for several claims, and for all of a member and month. Of disputes, 0 is the newest. */
const asking = (carrier: number) =>
  fc.record({
    op: fc.constant('open' as const),
    carrier: fc.constant(carrier),
    claims: fc.array(fc.nat(999), { minLength: 1, maxLength: 2 }),
    rows: fc.array(fc.nat(999), { minLength: 1, maxLength: 1 }),
    foreign: fc.constant('none' as const),
    note: fc.constant(null),
  });
const answer: Operation = { op: 'patch', pick: 0, state: 'answered', note: undefined };
const higherRate = (carrier: number) =>
  fc.record({
    op: fc.constant('rate' as const),
    carrier: fc.constant(carrier),
    from: fc.constantFrom(PERIODS[1], PERIODS[2]),
    cents: fc.constantFrom(5500, 6000),
  });

/** A dispute whose claims are paid in part, then in full, and whose paying statement is then taken back. Claims may grow meanwhile. */
const story: fc.Arbitrary<readonly Operation[]> = carrierIndex.chain((carrier) =>
  fc.oneof(
    fc
      .tuple(asking(carrier), monthsOf(carrier, paying), monthsOf(carrier, settling))
      .map(([open, ...months]): readonly Operation[] => [open, answer, ...months, { op: 'retract', carrier }]),
    fc.tuple(asking(carrier), higherRate(carrier), monthsOf(carrier, settling), monthsOf(carrier, settling)),
  ),
);
export const operations: fc.Arbitrary<readonly Operation[]> = fc
  .tuple(
    fc.array(monthsOf(0, owing), { minLength: 3, maxLength: 4 }),
    fc.array(
      fc.oneof(
        operation.map((one) => [one]),
        story,
      ),
      { minLength: 4, maxLength: 7 },
    ),
  )
  .map(([months, parts]) => [...months, ...parts.flat()]);
