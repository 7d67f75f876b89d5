import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WholeRun } from '../../../core/agent-pay/compose-run.ts';
import { keyLines } from '../../../core/agent-pay/pay-line.ts';
import { paidByKey, partyId, type RunLine } from '../../../core/agent-pay/pay-run.ts';
import { type AgentRecord, type PaySetup, setupFaults } from '../../../core/agent-pay/pay-setup.ts';
import {
  AGENTS,
  agencyArbitrary,
  MONTHS,
  type NamedLine,
  STEPS,
  type Step,
} from '../../support/agent-pay-arbitraries.ts';
import { AgentPayModel, lineIds, type ModelRun, type Parties } from '../../support/agent-pay-model.ts';
import { PayLedger } from '../../support/pay-ledger.ts';
import { propertyRuns } from '../../support/property-runs.ts';

type Run = Extract<Step, { readonly do: 'run' }>;
type RunSettings = Omit<Run, 'do'>;
type OtherStep = Exclude<Step, Run>;

/** A run as the service and as the model compute it. */
interface ComputedRun {
  readonly whole: WholeRun;
  readonly run: ModelRun;
}

/** An agency whose runs the service's core and the model compute side by side. */
class Agency {
  readonly model = new AgentPayModel();
  readonly #ids = new Map<string, string>();
  readonly #ledger = new PayLedger();
  readonly #files = new Map<string, readonly NamedLine[]>();
  readonly #agentOfName = new Map<string, string | null>(
    ['Ann', 'Ben', 'Cat', 'Dan', 'Own'].map((name) => [name, name.toLowerCase()]),
  );
  readonly #leftFrom = new Map<string, string | null>();
  readonly #undated = new Map<string, { readonly uplineId: string | null; readonly isHouse: boolean }>([
    ['ann', { uplineId: 'ben', isHouse: false }],
    ['ben', { uplineId: 'cat', isHouse: false }],
    ['cat', { uplineId: 'own', isHouse: false }],
    ['own', { uplineId: null, isHouse: true }],
  ]);

  /** Refuses a setup with faults, as the service does. */
  setUp(setup: PaySetup): boolean {
    if (setupFaults(setup, new Set(AGENTS)).length > 0) return false;
    this.#ledger.setUp(setup);
    this.model.changeSetup(setup);
    return true;
  }

  take(step: OtherStep): void {
    switch (step.do) {
      case 'upload':
        // A replaced statement comes last in the order of the files.
        this.#files.delete(step.file);
        this.#files.set(step.file, step.lines);
        break;
      case 'retract':
        this.#files.delete(step.file);
        break;
      case 'setUp':
        this.setUp(step.setup);
        break;
      case 'join':
        this.#agentOfName.set(step.name, step.agentId);
        break;
      case 'leave':
        this.#leftFrom.set(step.agentId, step.from);
        break;
      case 'record':
        this.#undated.set(step.agentId, { uplineId: step.uplineId, isHouse: step.isHouse });
        break;
    }
  }

  /** Computes a run by the service and by the model. */
  compute(order: RunSettings): ComputedRun {
    const last = [...order.months, ...this.#ledger.months()].sort().at(-1) ?? '';
    const lines = this.#lines().filter(({ period }) => period <= last);
    const records = this.#records();
    for (const [line, id] of lineIds(lines, this.model)) this.#learn(line.key, id);
    const all = { ...order, lines, records };
    return { whole: this.#ledger.compute(all), run: this.model.run(all) };
  }

  approve(order: RunSettings, { whole, run }: ComputedRun): void {
    this.model.approve(run);
    this.#ledger.approve({ ...order, records: this.#records() }, whole);
  }

  /** Returns the model's id of a line, by the service's key. */
  idOf(key: string): string {
    return this.#ids.get(key) ?? key;
  }

  /** Returns the lines of the months that runs have paid. */
  paidLines(): readonly { readonly id: string; readonly amount: number }[] {
    const months = new Set(this.#ledger.months());
    const paid = this.#lines().filter(({ period }) => months.has(period));
    return paid.map(({ key, amount }) => ({ id: this.idOf(key), amount }));
  }

  #lines(): readonly RunLine[] {
    const files = [...this.#files].flatMap(([file, lines]) => {
      const [carrierId = '', period = ''] = file.split(' ');
      return lines.map(({ agentName, ...line }) => ({
        ...{ carrierId, period, memberName: null, memberRefId: line.memberExternalId },
        ...line,
        agentText: agentName ?? '',
        agentId: agentName === null ? null : (this.#agentOfName.get(agentName) ?? null),
      }));
    });
    return keyLines(files, paidByKey(this.#ledger.paidBefore()));
  }

  #records(): readonly AgentRecord[] {
    return AGENTS.map((agentId) => ({
      ...{ agentId, name: agentId, leftFrom: this.#leftFrom.get(agentId) ?? null },
      ...(this.#undated.get(agentId) ?? { uplineId: null, isHouse: false }),
    }));
  }

  #learn(key: string, id: string): void {
    if (this.idOf(key) !== key && this.idOf(key) !== id) throw new Error(`The key ${key} is of two lines.`);
    this.#ids.set(key, id);
  }
}

/** Returns the fewest steps that leave the same statements, names and agents. */
function finalBook(steps: readonly Step[]): readonly OtherStep[] {
  const last = new Map<string, OtherStep>();
  for (const step of steps) {
    if (step.do === 'upload' || step.do === 'retract') last.set(step.file, step);
    if (step.do === 'join') last.set(step.name, step);
    if (step.do === 'leave') last.set(step.agentId, step);
  }
  return [...last.values()];
}

/**
 * Guarantee: after every step of random agencies, a run of the service is that of the model, every cent is somewhere, and the order of
 * the steps makes no difference. A failure prints its seed and the smallest agency.
 */

const ALL_MONTHS = { months: MONTHS, reapplyFrom: null, adjustments: [] };

type Shown = readonly (readonly [id: string, parties: readonly string[]])[];

/** Shows amounts by line and party, in an order of their own. */
function shown(changes: ReadonlyMap<string, Parties>): Shown {
  return [...changes]
    .map(
      ([id, parties]) =>
        [
          id,
          [...parties]
            .filter(([, amount]) => amount !== 0n)
            .map(String)
            .sort(),
        ] as const,
    )
    .filter(([, parties]) => parties.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Adds up the amounts of lines for the same, by party. */
function byPurpose(ledger: ReadonlyMap<string, Parties>): ReadonlyMap<string, Parties> {
  const sums = new Map<string, Map<string, bigint>>();
  for (const [id, parties] of ledger) {
    const purpose = id.replace(/#\d+$/, '');
    const own = sums.get(purpose) ?? new Map<string, bigint>();
    for (const [party, amount] of parties) own.set(party, (own.get(party) ?? 0n) + amount);
    sums.set(purpose, own);
  }
  return sums;
}

function entriesOf({ whole }: ComputedRun, agency: Agency): ReadonlyMap<string, Parties> {
  const changes = new Map<string, Map<string, bigint>>();
  for (const { key, party, amount } of whole.entries) {
    const id = agency.idOf(key);
    changes.set(id, (changes.get(id) ?? new Map<string, bigint>()).set(partyId(party), BigInt(amount)));
  }
  return changes;
}

function expectSame(computed: ComputedRun, agency: Agency): void {
  const { whole, run } = computed;
  expect(shown(entriesOf(computed, agency))).toEqual(shown(run.changes));
  const agents = whole.agents.map(({ agentId, earned, takenBack, adjustments, paid, after }) => {
    const { waiting, holdback, debt } = after;
    return [agentId, earned + takenBack, adjustments, paid, waiting, holdback, debt].map(String);
  });
  const expected = [...run.agents].map(([agentId, { credited, adjustments, paid, after }]) =>
    [agentId, credited, adjustments, paid, after.waiting, after.holdback, after.debt].map(String),
  );
  expect(agents).toEqual(expected.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** Checks the sums of a run: of all of it, and of each agent. */
function expectSums({ whole }: ComputedRun): void {
  const { received, people, house, held, entries, agents } = whole;
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  expect([received, people + house + held]).toEqual([sum, sum]);
  for (const { earned, takenBack, adjustments, before, after, paid } of agents) {
    const kept = (balance: typeof after) => balance.waiting + balance.holdback - balance.debt;
    expect(earned + takenBack + adjustments).toBe(paid + kept(after) - kept(before));
  }
}

/** Every line of a month that was paid was given away to the last fraction, and nothing is left of a line that is gone. */
function expectEveryCent(agency: Agency): void {
  const left = new Map<string, bigint>();
  for (const [id, parties] of agency.model.ledger())
    left.set(
      id,
      [...parties.values()].reduce((sum, one) => sum + one, 0n),
    );
  for (const { id, amount } of agency.paidLines()) left.set(id, (left.get(id) ?? 0n) - BigInt(amount));
  expect([...left].filter(([, amount]) => amount !== 0n)).toEqual([]);
}

describe('the runs of random agencies', () => {
  it(`are those of the model after each of some ${STEPS} steps`, () => {
    fc.assert(
      fc.property(agencyArbitrary, ({ setup, steps }) => {
        const agency = new Agency();
        fc.pre(agency.setUp(setup));
        for (const step of steps) {
          if (step.do !== 'run') agency.take(step);
          const order = step.do === 'run' ? step : ALL_MONTHS;
          const computed = agency.compute(order);
          expectSame(computed, agency);
          expectSums(computed);
          if (step.do !== 'run') continue;
          agency.approve(order, computed);
          expectEveryCent(agency);
        }
      }),
      { numRuns: propertyRuns(100_000 / STEPS) },
    );
  });

  it('are empty right after an approval, also after one that applied the rules of today again', () => {
    fc.assert(
      fc.property(agencyArbitrary, ({ setup, steps }) => {
        const agency = new Agency();
        fc.pre(agency.setUp(setup));
        for (const step of steps) {
          if (step.do !== 'run') agency.take(step);
          else {
            agency.approve(step, agency.compute(step));
            const again = agency.compute({ months: step.months, reapplyFrom: null, adjustments: [] });
            expect(again.whole.entries).toEqual([]);
          }
        }
      }),
      { numRuns: propertyRuns(3_000) },
    );
  });

  it('give the same of each line in any order of uploads, replacements, retractions and runs', () => {
    fc.assert(
      fc.property(agencyArbitrary, fc.boolean(), ({ setup, steps: all }, isReversed) => {
        const steps = all.filter((step) => step.do !== 'setUp' && step.do !== 'record');
        const [slow, fast] = [new Agency(), new Agency()];
        fc.pre(slow.setUp(setup) && fast.setUp(setup));
        for (const step of steps) {
          if (step.do === 'run') slow.approve(step, slow.compute(step));
          else slow.take(step);
        }
        const book = finalBook(steps);
        for (const step of isReversed ? book.toReversed() : book) fast.take(step);
        for (const agency of [slow, fast]) agency.approve(ALL_MONTHS, agency.compute(ALL_MONTHS));
        // Which of several lines for the same has which number depends on what was paid first.
        expect(shown(byPurpose(slow.model.ledger()))).toEqual(shown(byPurpose(fast.model.ledger())));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
