import { composeRun, type PastRun, type PayAdjustment, type WholeRun } from '../../core/agent-pay/compose-run.ts';
import { type PaidPart, type PaidParts, partyId, type RunLine } from '../../core/agent-pay/pay-run.ts';
import { type AgentRecord, type PaySetup, paidAgents, recordsOfRun } from '../../core/agent-pay/pay-setup.ts';
import type { Balance } from '../../core/agent-pay/settle-agent.ts';

export interface LedgerOrder {
  readonly lines: readonly RunLine[];
  readonly records: readonly AgentRecord[];
  readonly months: readonly string[];
  readonly reapplyFrom: string | null;
  readonly adjustments: readonly PayAdjustment[];
}

/** An approved run with the setup and the records that it used. */
interface KeptRun {
  readonly run: Omit<PastRun, 'agents'>;
  readonly setup: PaySetup;
  readonly records: readonly AgentRecord[];
  readonly whole: WholeRun;
}

/** Setups and approved runs, kept in memory as the service keeps them in tables. */
export class PayLedger {
  readonly #setups: PaySetup[] = [];
  readonly #past: KeptRun[] = [];

  setUp(setup: PaySetup): void {
    this.#setups.push(setup);
  }

  compute({ records, ...order }: LedgerOrder): WholeRun {
    const setup = this.#setups.at(-1);
    if (setup === undefined) throw new Error('A run needs a setup.');
    const pastRun = ({ run, setup: own, records: kept }: KeptRun): PastRun => ({
      ...run,
      agents: paidAgents(own, recordsOfRun(kept, records)),
    });
    return composeRun({
      ...{ ...order, setup, agents: paidAgents(setup, records), past: this.#past.map(pastRun) },
      ...{ paidBefore: this.paidBefore(), balances: this.#balances(), carrierNames: new Map() },
    });
  }

  approve(order: Pick<LedgerOrder, 'months' | 'reapplyFrom' | 'records'>, whole: WholeRun): void {
    const { months, reapplyFrom, records } = order;
    const setup = this.#setups.at(-1);
    if (setup === undefined) throw new Error('A run needs a setup.');
    this.#past.push({ run: { runId: `run ${this.#past.length + 1}`, reapplyFrom, months }, setup, records, whole });
  }

  /** The months received that approved runs have paid. */
  months(): readonly string[] {
    return this.#past.flatMap(({ run }) => run.months);
  }

  /** The parts that approved runs gave of each line, by its key. */
  paidBefore(): PaidParts {
    const byLine = new Map<string, Map<string, PaidPart>>();
    for (const { run, whole } of this.#past) {
      for (const { key, line, party, amount } of whole.entries) {
        const parts = byLine.get(key) ?? new Map<string, PaidPart>();
        const before = parts.get(partyId(party)) ?? { amount: 0, firstRunId: run.runId };
        parts.set(partyId(party), { ...before, line, party, amount: before.amount + amount });
        // Every part has the line as the latest run paid it.
        for (const [id, part] of parts) parts.set(id, { ...part, line });
        byLine.set(key, parts);
      }
    }
    return new Map([...byLine].map(([key, parts]) => [key, [...parts.values()]]));
  }

  #balances(): ReadonlyMap<string, Balance> {
    return new Map(this.#past.flatMap(({ whole }) => whole.agents.map(({ agentId, after }) => [agentId, after])));
  }
}
