import type { PayLine } from '../../core/agent-pay/pay-line.ts';
import type { AgentRecord, PaySetup } from '../../core/agent-pay/pay-setup.ts';
import type { Balance, PayTerms } from '../../core/agent-pay/settle-agent.ts';
import { type ModelDivision, type ModelRules, modelDivisions } from './agent-pay-model-division.ts';

/**
 * Implements the pay runs of docs/reference/agent-pay.md again, deliberately slow and simple: a ledger of what approved runs gave of each
 * line. A run writes the difference between the ledger and the division that should stand now.
 */

/** Amounts by party: the id of an agent, `house` or `held`. In ten-thousandths of a dollar. */
export type Parties = ReadonlyMap<string, bigint>;

export interface ModelRunOrder {
  readonly lines: readonly PayLine[];
  readonly records: readonly AgentRecord[];
  /** The months received that the run names. */
  readonly months: readonly string[];
  readonly reapplyFrom: string | null;
  readonly adjustments: readonly { readonly agentId: string; readonly kind: string; readonly amount: number }[];
}

export interface ModelBalance {
  readonly waiting: bigint;
  readonly holdback: bigint;
  readonly debt: bigint;
}

export interface ModelSettlement {
  readonly credited: bigint;
  readonly adjustments: bigint;
  readonly paid: bigint;
  readonly after: ModelBalance;
}

export interface ModelRun {
  readonly months: readonly string[];
  readonly rules: ModelRules;
  readonly reapplyFrom: string | null;
  /** By line: what the run changes for each party. */
  readonly changes: ReadonlyMap<string, Parties>;
  /** By line that the run changes: what tells it apart from others for the same. */
  readonly marks: ReadonlyMap<string, string>;
  readonly agents: ReadonlyMap<string, ModelSettlement>;
}

/**
 * Returns an id of each line that says what it is for. Of lines for the same, one that was paid under an id gets it: of the same mark and
 * amount, else of the same mark, else of the same amount. The others are numbered in an order of their own, the amount last, by the ids
 * that are left.
 */
export function lineIds(lines: readonly PayLine[], model: AgentPayModel): ReadonlyMap<PayLine, string> {
  const ledger = model.ledger();
  const text = (value: string | number | null) => String(value ?? '');
  const order: readonly ((a: PayLine, b: PayLine) => number)[] = [
    (a, b) => Number(a.amount === 0) - Number(b.amount === 0),
    (a, b) => byText(text(a.product), text(b.product)),
    (a, b) => byText(text(a.planName), text(b.planName)),
    (a, b) => byText(text(a.effectiveDate), text(b.effectiveDate)),
    (a, b) => byText(a.agentText, b.agentText),
    (a, b) => Math.abs(b.amount) - Math.abs(a.amount),
    (a, b) => (a.premium ?? -1) - (b.premium ?? -1),
    (a, b) => (a.lives ?? -1) - (b.lives ?? -1),
    (a, b) => (a.months ?? -1) - (b.months ?? -1),
  ];
  const ordered = order.toReversed().reduce((some, compare) => some.toSorted(compare), lines);
  const purposeOf = (line: PayLine) => {
    const sign = line.amount < 0 ? 'back' : 'paid';
    const { carrierId, period, memberExternalId, policy, coverageMonth, kind, description } = line;
    return [carrierId, period, memberExternalId, policy, coverageMonth, kind, description, sign].join('|');
  };
  const marks = model.marks();
  const isOfMark = (line: PayLine, id: string) => markOf(line) === marks.get(id);
  const isOfAmount = (line: PayLine, id: string) => BigInt(line.amount) === sum([...(ledger.get(id)?.values() ?? [])]);
  const ids = new Map<PayLine, string>();
  for (const purpose of new Set(ordered.map(purposeOf))) {
    const own = ordered.filter((line) => purposeOf(line) === purpose);
    let left: string[] = [];
    for (let number = 1; number <= own.length || model.hasPaid(`${purpose}#${number}`); number += 1)
      left.push(`${purpose}#${number}`);
    const isGone = (id: string) => sum([...(ledger.get(id)?.values() ?? [])]) === 0n;
    const rules: readonly ((line: PayLine, id: string) => boolean)[] = [
      (line, id) => isOfMark(line, id) && isOfAmount(line, id),
      isOfMark,
      isOfAmount,
    ];
    for (const isSame of rules) {
      for (const id of left.filter((one) => !isGone(one))) {
        const line = own.find((one) => !ids.has(one) && isSame(one, id));
        if (line !== undefined) ids.set(line, id);
      }
      left = left.filter((id) => ![...ids.values()].includes(id));
    }
    for (const line of own) if (!ids.has(line)) ids.set(line, left.shift() ?? '');
    // The first of several lines of one mark and amount has the lowest number.
    const numberOf = (id: string) => Number(id.slice(id.lastIndexOf('#') + 1));
    const alike = (line: PayLine) => `${line.amount} ${markOf(line)}`;
    for (const kind of new Set(own.map(alike))) {
      const equal = own.filter((line) => alike(line) === kind);
      const sorted = equal.map((line) => ids.get(line) ?? '').sort((one, other) => numberOf(one) - numberOf(other));
      for (const line of equal) ids.set(line, sorted.shift() ?? '');
    }
  }
  return ids;
}

/** Returns what tells lines for the same apart, but for their amounts. */
function markOf({ product, planName, effectiveDate, agentText }: PayLine): string {
  return JSON.stringify([product, planName, effectiveDate, agentText]);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export class AgentPayModel {
  readonly #setups: PaySetup[] = [];
  readonly #runs: ModelRun[] = [];

  changeSetup(setup: PaySetup): void {
    this.#setups.push(setup);
  }

  /** Returns the mark of each line as the latest run that changed it saw it. */
  marks(): ReadonlyMap<string, string> {
    return new Map(this.#runs.flatMap(({ marks }) => [...marks]));
  }

  /** Returns the amounts that approved runs gave of each line. */
  ledger(): ReadonlyMap<string, Parties> {
    const ledger = new Map<string, Map<string, bigint>>();
    for (const { changes } of this.#runs) {
      for (const [id, parties] of changes) ledger.set(id, plus(ledger.get(id) ?? new Map(), parties));
    }
    return ledger;
  }

  /** Returns whether an approved run gave or took back anything of a line. */
  hasPaid(id: string): boolean {
    return this.#runs.some(({ changes }) => [...(changes.get(id)?.values() ?? [])].some((amount) => amount !== 0n));
  }

  approve(run: ModelRun): void {
    this.#runs.push(run);
  }

  run(order: ModelRunOrder): ModelRun {
    const ids = lineIds(order.lines, this);
    const setup = this.#setup();
    const rulesOf = (line: PayLine, takers: readonly PayLine[]) => {
      const paid = line.period < setup.firstMonth ? takers : [line];
      return this.#rulesOf(
        line,
        paid.map((one) => idOf(ids, one)),
        order,
      );
    };
    const divisions = modelDivisions({ lines: order.lines, records: order.records, setup, rulesOf });
    const months = new Set([...order.months, ...this.#runs.flatMap((run) => run.months)]);
    const should = new Map<string, Parties>();
    for (const [line, division] of divisions) {
      if (!months.has(line.period) || line.period < setup.firstMonth) continue;
      should.set(idOf(ids, line), parties(division));
    }
    const ledger = this.ledger();
    const changes = new Map<string, Parties>();
    for (const id of new Set([...ledger.keys(), ...should.keys()])) {
      const negative = new Map([...(ledger.get(id) ?? [])].map(([party, amount]) => [party, -amount] as const));
      changes.set(id, plus(new Map(should.get(id)), negative));
    }
    const { months: named, reapplyFrom } = order;
    const agents = this.#settle(changes, order);
    const isChanged = (id: string) => [...(changes.get(id)?.values() ?? [])].some((amount) => amount !== 0n);
    const marks = new Map([...ids].flatMap(([line, id]) => (isChanged(id) ? [[id, markOf(line)] as const] : [])));
    return { months: named, rules: { setup, records: order.records }, reapplyFrom, changes, marks, agents };
  }

  /**
   * A line goes by the rules of the first run that gave it to anyone, or of the last later run that applied its rules again; then by those
   * of each run after, then by those of today. A line from before the first month goes by the runs that took it back. The months in which
   * agents left are always those of today.
   */
  #rulesOf(line: PayLine, paidAs: readonly string[], { reapplyFrom, records }: ModelRunOrder): readonly ModelRules[] {
    const month = line.coverageMonth ?? line.period;
    const today = { setup: this.#setup(), records };
    if (reapplyFrom !== null && reapplyFrom <= month) return [today];
    const first = this.#runs.findIndex(({ changes }) =>
      paidAs.some((id) => [...(changes.get(id) ?? [])].some(([party, amount]) => amount !== 0n && party !== 'held')),
    );
    if (first < 0) return [today];
    const again = this.#runs.findLastIndex((run) => run.reapplyFrom !== null && run.reapplyFrom <= month);
    const leftFrom = new Map(records.map((record) => [record.agentId, record.leftFrom]));
    const kept = this.#runs.slice(Math.max(first, again)).map(({ rules }) => ({
      setup: rules.setup,
      records: rules.records.map((record) => ({ ...record, leftFrom: leftFrom.get(record.agentId) ?? null })),
    }));
    return [...kept, today];
  }

  #setup(): PaySetup {
    const setup = this.#setups.at(-1);
    if (setup === undefined) throw new Error('A run needs a setup.');
    return setup;
  }

  #settle(changes: ReadonlyMap<string, Parties>, order: ModelRunOrder): ReadonlyMap<string, ModelSettlement> {
    const settled = order.records.flatMap(({ agentId }) => {
      const amounts = [...changes.values()].map((one) => one.get(agentId) ?? 0n).filter((amount) => amount !== 0n);
      const own = order.adjustments.filter((one) => one.agentId === agentId);
      const before = this.#balance(agentId);
      const isIdle = amounts.length === 0 && own.length === 0 && before.waiting + before.holdback + before.debt === 0n;
      if (isIdle) return [];
      const ofKind = (isFitting: (kind: string) => boolean): bigint =>
        sum(own.filter((one) => isFitting(one.kind)).map((one) => BigInt(one.amount)));
      const sums = {
        credited: sum(amounts),
        adjustments: ofKind((kind) => kind !== 'advance' && kind !== 'release'),
        advance: ofKind((kind) => kind === 'advance'),
        released: ofKind((kind) => kind === 'release'),
      };
      const terms = this.#setup().agents.find((one) => one.agentId === agentId);
      return [[agentId, settle(before, sums, terms)] as const];
    });
    return new Map(settled);
  }

  #balance(agentId: string): ModelBalance {
    const last = this.#runs.findLast(({ agents }) => agents.has(agentId))?.agents.get(agentId);
    if (last !== undefined) return last.after;
    const opening: Balance | undefined = this.#setup().agents.find((one) => one.agentId === agentId)?.opening;
    return {
      waiting: BigInt(opening?.waiting ?? 0),
      holdback: BigInt(opening?.holdback ?? 0),
      debt: BigInt(opening?.debt ?? 0),
    };
  }
}

function idOf(ids: ReadonlyMap<PayLine, string>, line: PayLine): string {
  const id = ids.get(line);
  if (id === undefined) throw new Error('The line is not of these lines.');
  return id;
}

function parties({ people, house, held }: ModelDivision): Parties {
  const amounts = new Map([
    ['house', house],
    ['held', held],
  ]);
  for (const { agentId, cents } of people) amounts.set(agentId, (amounts.get(agentId) ?? 0n) + cents * 100n);
  return amounts;
}

function plus(a: Parties, b: Parties): Map<string, bigint> {
  const result = new Map(a);
  for (const [party, amount] of b) result.set(party, (result.get(party) ?? 0n) + amount);
  return result;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, one) => total + one, 0n);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns a share in millionths of an amount, cut to the cent. */
function cutShare(amount: bigint, share: number): bigint {
  return ((amount * BigInt(share)) / 100_000_000n) * 100n;
}

interface Sums {
  readonly credited: bigint;
  readonly adjustments: bigint;
  readonly advance: bigint;
  readonly released: bigint;
}

/** Debt is paid off from what holding back leaves. The rest is paid when it reaches the minimum; an advance is lent on top of that. */
function settle(before: ModelBalance, sums: Sums, terms: PayTerms | undefined): ModelSettlement {
  const { credited, adjustments, advance } = sums;
  const released = smaller(sums.released, before.holdback);
  const heldBack = credited > 0n ? cutShare(credited, terms?.holdback ?? 0) : 0n;
  const holdback = before.holdback - released + heldBack;
  const available = before.waiting + released + credited + adjustments - heldBack;
  if (available <= 0n) {
    const after = { waiting: 0n, holdback, debt: before.debt - available + advance };
    return { credited, adjustments, paid: advance, after };
  }
  const recovered = smaller(before.debt, cutShare(available, terms?.recovery ?? 1_000_000));
  const payable = available - recovered;
  const isPaid = payable >= BigInt(terms?.minimum ?? 0);
  const after = { waiting: isPaid ? 0n : payable, holdback, debt: before.debt - recovered + advance };
  return { credited, adjustments, paid: (isPaid ? payable : 0n) + advance, after };
}
