import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { LineKind } from '../statement/line-kind.ts';
import { dollars, monthName } from '../wording.ts';
import type { Credit, Division, HeldReason } from './divide-lines.ts';
import { monthCovered, type PaidByKey, type PayLine } from './pay-line.ts';
import { ruleInWords } from './pay-plan.ts';
import { type Balance, NO_BALANCE } from './settle-agent.ts';

/** A party that can have a part of a line: an agent by id, the house, or the money that is held for want of a rule. */
export type Party = { readonly agentId: string } | 'house' | 'held';

/** A line as a run and the statements of agents show it. */
export interface ShownLine {
  readonly carrierId: string;
  readonly period: Period;
  readonly coverageMonth: Period | null;
  readonly memberRefId: string | null;
  readonly memberExternalId: string | null;
  readonly memberName: string | null;
  readonly policy: string | null;
  readonly planName: string | null;
  readonly kind: LineKind;
  /** The amount of the line. */
  readonly received: Money;
  /** Absent in lines of runs that kept none. */
  readonly mark?: string;
}

/** The change that a run makes to a line for one party. */
export interface RunEntry {
  readonly key: string;
  readonly line: ShownLine;
  readonly party: Party;
  readonly amount: Money;
  /** Why: the rule in words, or what changed since the line was paid. */
  readonly why: string;
}

/** The amount that approved runs gave a party of a line, the first of these runs, and the line as the latest run paid it. */
export interface PaidPart extends Pick<RunEntry, 'line' | 'party' | 'amount'> {
  readonly firstRunId: string;
}
/** The parts that approved runs gave of each line, by the line's key. */
export type PaidParts = ReadonlyMap<string, readonly PaidPart[]>;

/** Returns each line that approved runs paid: its amount is what they gave of it to all. */
export function paidByKey(paid: PaidParts): PaidByKey {
  return (key) => {
    const parts = paid.get(key);
    if (parts === undefined) return undefined;
    return { amount: parts.reduce((sum, { amount }) => sum + amount, 0), mark: parts[0]?.line.mark ?? null };
  };
}

/** A line to be paid. */
export type RunLine = PayLine & Pick<ShownLine, 'memberName' | 'mark'>;

export interface DraftOrder {
  readonly lines: readonly RunLine[];
  readonly divisions: ReadonlyMap<string, Division>;
  readonly paidBefore: PaidParts;
  /** Months received that this run names, and those of approved runs. Lines of other months wait. */
  readonly months: ReadonlySet<Period>;
  readonly carrierNames: ReadonlyMap<string, string>;
}

/**
 * Returns the entries of a run: for each line and party the difference between what the line should give now and what approved runs gave.
 * A line that is gone gives nothing, so all of it is taken back. The entries of a line add up to what its amount changed by.
 */
export function draftEntries({ lines, divisions, paidBefore, months, carrierNames }: DraftOrder): readonly RunEntry[] {
  const paid = lines.filter(({ period, key }) => months.has(period) || paidBefore.has(key));
  const present = new Set(paid.map(({ key }) => key));
  const gone = [...paidBefore.keys()].filter((key) => !present.has(key));
  const names = { carrierNames };
  return [
    ...paid.flatMap((line) => {
      const division = divisions.get(line.key) ?? null;
      return entriesOf(line.key, shownLine(line), { division, paidBefore: paidBefore.get(line.key) ?? [], ...names });
    }),
    ...gone.flatMap((key) => {
      const before = paidBefore.get(key) ?? [];
      const line = before[0]?.line;
      return line === undefined ? [] : entriesOf(key, line, { division: null, paidBefore: before, ...names });
    }),
  ];
}

function shownLine(line: RunLine): ShownLine {
  const { carrierId, period, coverageMonth, memberRefId, memberExternalId, memberName, policy, planName, kind } = line;
  return {
    ...(line.mark !== undefined && { mark: line.mark }),
    ...{ carrierId, period, coverageMonth, memberRefId, memberExternalId, memberName, policy, planName, kind },
    received: line.amount,
  };
}

interface LineState {
  readonly division: Division | null;
  readonly paidBefore: readonly Pick<RunEntry, 'party' | 'amount'>[];
  readonly carrierNames: ReadonlyMap<string, string>;
}

function entriesOf(key: string, line: ShownLine, state: LineState): readonly RunEntry[] {
  const before = sumByParty(state.paidBefore);
  const now = sumByParty(partsOf(state.division));
  const parties = new Map([...before, ...now].map(([id, { party }]) => [id, party]));
  return [...parties].flatMap(([id, party]) => {
    const [was, is] = [before.get(id)?.amount ?? 0, now.get(id)?.amount ?? 0];
    if (was === is) return [];
    const why = whyOf(party, { ...state, line, was, is });
    return [{ key, line, party, amount: is - was, why }];
  });
}

type Part = Pick<RunEntry, 'party' | 'amount'>;

function partsOf(division: Division | null): readonly Part[] {
  if (division === null) return [];
  const { credits, house, held } = division;
  return [
    ...credits.map(({ agentId, amount }) => ({ party: { agentId }, amount })),
    { party: 'house', amount: house },
    { party: 'held', amount: held },
  ];
}

function sumByParty(parts: readonly Part[]): ReadonlyMap<string, Part> {
  const sums = new Map<string, Part>();
  for (const { party, amount } of parts) {
    const id = partyId(party);
    sums.set(id, { party, amount: (sums.get(id)?.amount ?? 0) + amount });
  }
  return sums;
}

/** Returns `house`, `held` or the agent's id. */
export function partyId(party: Party): string {
  return typeof party === 'string' ? party : party.agentId;
}

interface WhyOrder extends LineState {
  readonly line: ShownLine;
  readonly was: Money;
  readonly is: Money;
}

function whyOf(party: Party, { division, carrierNames, line, was, is }: WhyOrder): string {
  if (division === null)
    return `No longer on a statement: ${dollars(Math.abs(was))} is ${was < 0 ? 'given' : 'taken'} back`;
  if (party === 'held' && is === 0) return `Released: ${dollars(was)} was held`;
  const rule = ruleOf(party, division, carrierNames.get(line.carrierId) ?? null);
  if (was !== 0) return `${rule}: was ${dollars(was)}, is ${dollars(is)} now`;
  return rule;
}

function ruleOf(party: Party, division: Division, carrierName: string | null): string {
  if (division.takesBack.length > 0) return takenBackWords(division);
  if (party === 'held') return HELD_WORDS[division.heldFor ?? 'no_rule'];
  if (party === 'house' && division.line.amount < 0) {
    return division.line.memberRefId === null ? 'Borne by the house' : 'Taken back from no line that was seen';
  }
  if (party === 'house') return 'Kept by the house';
  const credits = division.credits.filter(({ agentId }) => agentId === party.agentId);
  if (credits.length === 0) return 'No share by the rules of today';
  return credits.map((credit) => creditWords(credit, carrierName)).join('; ');
}

function creditWords(credit: Credit, carrierName: string | null): string {
  const words = ruleInWords(credit.chosen, credit.share, carrierName);
  return credit.role === 'override' ? `Override ${words}` : words;
}

const HELD_WORDS: Readonly<Record<HeldReason, string>> = {
  no_agent: 'Held: no agent is known for this line',
  no_plan: 'Held: the agent has no plan in this month',
  no_rule: 'Held: the plan has no rule for this line',
};

function takenBackWords({ line }: Division): string {
  return line.coverageMonth === null
    ? 'Takes back the latest payment, by the share of then'
    : `Takes back ${monthName(monthCovered(line))}, by the share of then`;
}

/** Names the finding of a member in a month, for a map of findings. */
export function findingKey({ memberRefId, period }: Pick<ShownLine, 'memberRefId' | 'period'>): string {
  return `${memberRefId} ${period}`;
}

/** The sums that an agent is owed at the moment. */
interface Payable extends Balance {
  readonly agentId: string;
  /** Approved and not paid yet. */
  readonly due: Money;
  /** The pay date of the oldest run with money due; null without one. */
  readonly dueSince: string | null;
  /** due + waiting + holdback - debt; negative when the agent owes more. */
  readonly total: Money;
}

/** The result of approved runs for an agent: money due, and the balance after the latest one. */
export type SettledBalance = Omit<Payable, 'total'>;

/** The balance of an agent from before the first run. */
interface OpeningBalance {
  readonly agentId: string;
  readonly opening: Balance;
}

/** Lists what agents are owed, the largest total first. An agent with whom no run has settled still has the opening balance. */
export function payablesOf(
  settled: readonly SettledBalance[],
  openings: readonly OpeningBalance[],
): readonly Payable[] {
  const known = new Set(settled.map(({ agentId }) => agentId));
  const opened = openings
    .filter(({ agentId }) => !known.has(agentId))
    .map(({ agentId, opening }) => ({ ...NO_BALANCE, ...opening, agentId, due: 0, dueSince: null }));
  return [...settled, ...opened]
    .filter(({ due, waiting, holdback, debt }) => due !== 0 || waiting !== 0 || holdback !== 0 || debt !== 0)
    .map((one) => ({ ...one, total: one.due + one.waiting + one.holdback - one.debt }))
    .sort((a, b) => b.total - a.total || (a.agentId < b.agentId ? -1 : 1));
}
