import { composeRun, type PastRun, type WholeRun } from '../../core/agent-pay/compose-run.ts';
import { keyLines } from '../../core/agent-pay/pay-line.ts';
import { type PaidPart, type PaidParts, partyId, type RunLine } from '../../core/agent-pay/pay-run.ts';
import { type AgentRecord, type PaySetup, paidAgents, setupFaults } from '../../core/agent-pay/pay-setup.ts';
import type { Balance } from '../../core/agent-pay/settle-agent.ts';
import { AGENTS, type NamedLine, type Step } from './agent-pay-arbitraries.ts';
import { AgentPayModel, lineIds, type ModelRun } from './agent-pay-model.ts';

type Run = Extract<Step, { readonly do: 'run' }>;
type RunSettings = Omit<Run, 'do'>;
type OtherStep = Exclude<Step, Run>;

/** A run as the service and as the model compute it. */
export interface ComputedRun {
  readonly whole: WholeRun;
  readonly run: ModelRun;
}

/** An agency whose runs the service's core and the model compute side by side. It keeps in memory what the service keeps in tables. */
export class Agency {
  readonly model = new AgentPayModel();
  readonly #ids = new Map<string, string>();
  readonly #setups: PaySetup[] = [];
  readonly #files = new Map<string, readonly NamedLine[]>();
  readonly #agentOfName = new Map<string, string | null>(
    ['Ann', 'Ben', 'Cat', 'Dan', 'Own'].map((name) => [name, name.toLowerCase()]),
  );
  readonly #leftFrom = new Map<string, string | null>();
  readonly #past: { readonly run: PastRun; readonly whole: WholeRun }[] = [];

  /** Refuses a setup with faults, as the service does. */
  setUp(setup: PaySetup): boolean {
    if (setupFaults(setup, new Set(AGENTS)).length > 0) return false;
    this.#setups.push(setup);
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
    }
  }

  /** Computes a run by the service and by the model. */
  compute(order: RunSettings): ComputedRun {
    const last = [...order.months, ...this.#past.flatMap(({ run }) => run.months)].sort().at(-1) ?? '';
    const lines = this.#lines().filter(({ period }) => period <= last);
    const records = this.#records();
    for (const [line, id] of lineIds(lines)) this.#learn(line.key, id);
    return { whole: this.#compose(lines, records, order), run: this.model.run({ ...order, lines, records }) };
  }

  approve({ months, reapplyFrom }: RunSettings, { whole, run }: ComputedRun): void {
    this.model.approve(run);
    const runId = `run ${this.#past.length + 1}`;
    this.#past.push({ run: { runId, revision: this.#setups.length, reapplyFrom, months }, whole });
  }

  /** Returns the model's id of a line, by the service's key. */
  idOf(key: string): string {
    return this.#ids.get(key) ?? key;
  }

  /** Returns the lines of the months that runs have paid. */
  paidLines(): readonly { readonly id: string; readonly amount: number }[] {
    const months = new Set(this.#past.flatMap(({ run }) => run.months));
    const paid = this.#lines().filter(({ period }) => months.has(period));
    return paid.map(({ key, amount }) => ({ id: this.idOf(key), amount }));
  }

  #lines(): readonly RunLine[] {
    const files = [...this.#files].flatMap(([file, lines]) => {
      const [carrierId = '', period = ''] = file.split(' ');
      return lines.map(({ agentName, ...line }) => ({
        ...{ carrierId, period, memberName: null, memberRefId: line.memberExternalId },
        ...line,
        agentId: agentName === null ? null : (this.#agentOfName.get(agentName) ?? null),
      }));
    });
    return keyLines(files);
  }

  #records(): readonly AgentRecord[] {
    return AGENTS.map((agentId) => ({
      ...{ agentId, name: agentId, isHouse: agentId === 'own', leftFrom: this.#leftFrom.get(agentId) ?? null },
      uplineId: agentId === 'ann' ? 'ben' : agentId === 'ben' ? 'cat' : agentId === 'cat' ? 'own' : null,
    }));
  }

  #learn(key: string, id: string): void {
    if (this.idOf(key) !== key && this.idOf(key) !== id) throw new Error(`The key ${key} is of two lines.`);
    this.#ids.set(key, id);
  }

  #compose(lines: readonly RunLine[], records: readonly AgentRecord[], order: RunSettings): WholeRun {
    const setup = this.#setups.at(-1);
    if (setup === undefined) throw new Error('An agency needs a setup.');
    const { months, reapplyFrom, adjustments } = order;
    return composeRun({
      ...{ lines, months, reapplyFrom, setup, adjustments },
      agents: paidAgents(setup, records),
      agentsOfRevision: new Map(this.#setups.map((one, at) => [at + 1, paidAgents(one, records)])),
      past: this.#past.map(({ run }) => run),
      paidBefore: this.#paidBefore(),
      balances: this.#balances(),
      carrierNames: new Map(),
    });
  }

  /** Returns what approved runs gave of each line, as the tables of runs do. */
  #paidBefore(): PaidParts {
    const byLine = new Map<string, Map<string, PaidPart>>();
    for (const { run, whole } of this.#past) {
      for (const { key, line, party, amount } of whole.entries) {
        const parts = byLine.get(key) ?? new Map<string, PaidPart>();
        const before = parts.get(partyId(party)) ?? { amount: 0, firstRunId: run.runId };
        parts.set(partyId(party), { ...before, line, party, amount: before.amount + amount });
        byLine.set(key, parts);
      }
    }
    return new Map([...byLine].map(([key, parts]) => [key, [...parts.values()]]));
  }

  #balances(): ReadonlyMap<string, Balance> {
    return new Map(this.#past.flatMap(({ whole }) => whole.agents.map(({ agentId, after }) => [agentId, after])));
  }
}

/** Returns the fewest steps that leave the same statements, names and agents. */
export function finalBook(steps: readonly Step[]): readonly OtherStep[] {
  const last = new Map<string, OtherStep>();
  for (const step of steps) {
    if (step.do === 'upload' || step.do === 'retract') last.set(step.file, step);
    if (step.do === 'join') last.set(step.name, step);
    if (step.do === 'leave') last.set(step.agentId, step);
  }
  return [...last.values()];
}
