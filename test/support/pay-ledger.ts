import { composeRun, type PastRun, type PayAdjustment, type WholeRun } from '../../core/agent-pay/compose-run.ts';
import { type PaidPart, type PaidParts, partyId, type RunLine } from '../../core/agent-pay/pay-run.ts';
import { type AgentRecord, type PaySetup, paidAgents } from '../../core/agent-pay/pay-setup.ts';
import type { Balance } from '../../core/agent-pay/settle-agent.ts';

export interface LedgerOrder {
  readonly lines: readonly RunLine[];
  readonly records: readonly AgentRecord[];
  readonly months: readonly string[];
  readonly reapplyFrom: string | null;
  readonly adjustments: readonly PayAdjustment[];
}

/** Setups and approved runs, kept in memory as the service keeps them in tables. */
export class PayLedger {
  readonly #setups: PaySetup[] = [];
  readonly #past: { readonly run: PastRun; readonly whole: WholeRun }[] = [];

  setUp(setup: PaySetup): void {
    this.#setups.push(setup);
  }

  compute({ records, ...order }: LedgerOrder): WholeRun {
    const setup = this.#setups.at(-1);
    if (setup === undefined) throw new Error('A run needs a setup.');
    return composeRun({
      ...{ ...order, setup, agents: paidAgents(setup, records), past: this.#past.map(({ run }) => run) },
      agentsOfRevision: new Map(this.#setups.map((one, at) => [at + 1, paidAgents(one, records)])),
      ...{ paidBefore: this.#paidBefore(), balances: this.#balances(), carrierNames: new Map() },
    });
  }

  approve({ months, reapplyFrom }: Pick<LedgerOrder, 'months' | 'reapplyFrom'>, whole: WholeRun): void {
    const runId = `run ${this.#past.length + 1}`;
    this.#past.push({ run: { runId, revision: this.#setups.length, reapplyFrom, months }, whole });
  }

  /** The months received that approved runs have paid. */
  months(): readonly string[] {
    return this.#past.flatMap(({ run }) => run.months);
  }

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
