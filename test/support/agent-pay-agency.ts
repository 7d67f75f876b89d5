import type { WholeRun } from '../../core/agent-pay/compose-run.ts';
import { keyLines } from '../../core/agent-pay/pay-line.ts';
import { paidByKey, type RunLine } from '../../core/agent-pay/pay-run.ts';
import { type AgentRecord, type PaySetup, setupFaults } from '../../core/agent-pay/pay-setup.ts';
import { AGENTS, type NamedLine, type Step } from './agent-pay-arbitraries.ts';
import { AgentPayModel, lineIds, type ModelRun } from './agent-pay-model.ts';
import { PayLedger } from './pay-ledger.ts';

type Run = Extract<Step, { readonly do: 'run' }>;
type RunSettings = Omit<Run, 'do'>;
type OtherStep = Exclude<Step, Run>;

/** A run as the service and as the model compute it. */
export interface ComputedRun {
  readonly whole: WholeRun;
  readonly run: ModelRun;
}

/** An agency whose runs the service's core and the model compute side by side. */
export class Agency {
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
export function finalBook(steps: readonly Step[]): readonly OtherStep[] {
  const last = new Map<string, OtherStep>();
  for (const step of steps) {
    if (step.do === 'upload' || step.do === 'retract') last.set(step.file, step);
    if (step.do === 'join') last.set(step.name, step);
    if (step.do === 'leave') last.set(step.agentId, step);
  }
  return [...last.values()];
}
