import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideLines } from '../../../core/agent-pay/divide-lines.ts';
import { keyLines } from '../../../core/agent-pay/pay-line.ts';
import { draftEntries, type PaidParts, type RunEntry } from '../../../core/agent-pay/pay-run.ts';
import { type Balance, NO_BALANCE, settleAgent } from '../../../core/agent-pay/settle-agent.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { agent, line, money, plan, rule, share, under } from './agent-pay.ts';

/** Guarantee: whatever happens to lines, moves and runs, the parts of every line add up to it, and runs give what it should. */

const AGENTS = ['ana', 'lee', 'max', 'nobody'] as const;
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;
const plans = [
  plan('Levels', [
    rule(37.5, {}, { overrides: { by: 'level', shares: [share(11.111111), share(7)] } }),
    rule(50, { carrierId: 'humana', years: 'first' }),
    rule(12.5, { payClass: 'bonus' }),
  ]),
  plan('Differences', [
    rule(41, {}, { overrides: { by: 'difference' } }),
    rule(66.6, { from: '2026-03' }, { overrides: { by: 'difference' } }),
  ]),
  plan('Tiers', [
    rule(
      55,
      {},
      {
        ...{ overrides: { by: 'difference' } },
        tiers: {
          measure: 'commission',
          reach: 'year',
          steps: [
            { reached: money(300), share: share(60.5) },
            { reached: money(900), share: share(70) },
          ],
        },
      },
    ),
  ]),
];
const people = [
  agent('ana', plans[0] ?? null, under('lee')),
  agent('lee', plans[1] ?? null, under('max')),
  agent('max', plans[2] ?? null),
];

const lines = fc.record({
  amount: fc
    .oneof(fc.integer({ min: -9_999, max: 30_000 }), fc.constantFrom(3_333, -3_333, 10_000, -10_000))
    .map((cents) => cents / 100),
  period: fc.constantFrom(...MONTHS),
  coverageMonth: fc.constantFrom(null, ...MONTHS),
  memberRefId: fc.constantFrom('M1', 'M2', 'M3', null),
  carrierId: fc.constantFrom('aetna', 'humana'),
  kind: fc.constantFrom('commission' as const, 'commission' as const, 'bonus' as const, 'override' as const),
  agentId: fc.constantFrom(...AGENTS, null),
  effectiveDate: fc.constantFrom('2025-06-01', '2026-01-01', null),
});
type Generated = typeof lines extends fc.Arbitrary<infer Value> ? Value : never;

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('add' as const), lines: fc.array(lines, { minLength: 1, maxLength: 6 }) }),
    fc.record({ do: fc.constant('retract' as const), at: fc.nat(50) }),
    fc.record({
      do: fc.constant('move' as const),
      from: fc.constantFrom(...MONTHS),
      who: fc.constantFrom(...AGENTS),
      to: fc.constantFrom(...AGENTS),
    }),
    fc.record({ do: fc.constant('run' as const), months: fc.subarray([...MONTHS]) }),
  ),
  { maxLength: 14 },
);

describe('runs over a book that changes', () => {
  test('give each line what it should give, and nothing is made or lost', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(0, 50), fc.constantFrom(100, 30), (todo, minimum, recovery) => {
        const world = new World({ minimum: money(minimum), recovery: share(recovery) });
        for (const step of todo) {
          if (step.do === 'add') world.held.push(...step.lines);
          if (step.do === 'retract') world.held.splice(step.at % (world.held.length + 1), 1);
          if (step.do === 'move')
            world.moves.push({
              from: step.from,
              agentId: step.who,
              toAgentId: step.to,
              carrierId: null,
              memberRefId: null,
            });
          if (step.do === 'run') world.run(step.months);
        }
        world.run([...MONTHS]);
        world.checkAll();
        // The same book in another order of lines, paid by one run, ends with the same sums.
        const other = new World({ minimum: 0, recovery: share(100) });
        other.held.push(...world.held.toReversed());
        other.moves.push(...world.moves);
        other.run([...MONTHS]);
        expect(other.creditedByParty()).toEqual(world.creditedByParty());
      }),
      { numRuns: propertyRuns(15_000) },
    );
  });
});

/** A book, its runs, and the sums that must hold. */
class World {
  readonly held: Generated[] = [];
  readonly moves: { from: string; agentId: string; toAgentId: string; carrierId: null; memberRefId: null }[] = [];
  readonly #entries: RunEntry[] = [];
  readonly #months = new Set<string>();
  readonly #balances = new Map<string, Balance>();
  readonly #paid = new Map<string, number>();
  readonly #terms: { minimum: number; holdback: number; recovery: number };

  constructor({ minimum, recovery }: { minimum: number; recovery: number }) {
    this.#terms = { minimum, recovery, holdback: share(10) };
  }

  divided() {
    const book = keyLines(this.held.map(({ amount, ...more }) => ({ ...line(amount, more), memberName: null })));
    const agents = new Map(people.map((one) => [one.agentId, one]));
    return {
      lines: book,
      divisions: divideLines({ lines: book, agentsFor: () => agents, moves: this.moves, cases: [] }),
    };
  }

  run(months: readonly string[]) {
    for (const month of months) this.#months.add(month);
    const paidBefore: PaidParts = Map.groupBy(this.#entries, ({ key }) => key);
    const { lines: book, divisions } = this.divided();
    const entries = draftEntries({ lines: book, divisions, paidBefore, months: this.#months, carrierNames: new Map() });
    this.#entries.push(...entries);
    for (const { agentId } of people) {
      const credited = entries.filter(({ party }) => typeof party !== 'string' && party.agentId === agentId);
      const sums = { credited: sum(credited.map(({ amount }) => amount)), adjustments: 0, advance: 0, released: 0 };
      const settled = settleAgent(this.#balances.get(agentId) ?? NO_BALANCE, sums, this.#terms);
      this.#balances.set(agentId, settled.after);
      this.#paid.set(agentId, (this.#paid.get(agentId) ?? 0) + settled.paid);
    }
  }

  /** Checks the sum of every line and of every agent. */
  checkAll() {
    const { divisions } = this.divided();
    const byKey = Map.groupBy(this.#entries, ({ key }) => key);
    for (const key of byKey.keys()) {
      expect(sum(byKey.get(key)?.map(({ amount }) => amount) ?? [])).toBe(divisions.get(key)?.line.amount ?? 0);
    }
    for (const { line: of, credits, house, held } of divisions.values()) {
      expect(sum(credits.map(({ amount }) => amount)) + house + held).toBe(of.amount);
      expect(credits.every(({ amount }) => amount % 100 === 0)).toBe(true);
    }
    for (const { agentId } of people) {
      const { waiting, holdback, debt } = this.#balances.get(agentId) ?? NO_BALANCE;
      const credited = this.creditedByParty().get(`agent ${agentId}`) ?? 0;
      expect(credited).toBe((this.#paid.get(agentId) ?? 0) + waiting + holdback - debt);
    }
  }

  creditedByParty(): ReadonlyMap<string, number> {
    const sums = new Map<string, number>();
    for (const { party, amount } of this.#entries) {
      const id = typeof party === 'string' ? party : `agent ${party.agentId}`;
      sums.set(id, (sums.get(id) ?? 0) + amount);
    }
    return new Map([...sums].filter(([, amount]) => amount !== 0).sort());
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
