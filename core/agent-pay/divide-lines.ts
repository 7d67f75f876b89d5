import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import { type BookMove, type PaidAgent, type SharedCase, valueAt, type Writer, writersOf } from './agent.ts';
import { byOrderOfPay, monthCovered, type PayLine, policyYear } from './pay-line.ts';
import { type ChosenRule, chooseRule, type PayRule, payClassOf, type Tiers } from './pay-plan.ts';
import { matchTakenBack, Production, productionsOf, type TakenBack } from './production.ts';
import { cutToMoney, type Fine, roundParts, roundTogether, type Share, takeShare, WHOLE } from './share-out.ts';

/** Why a line gave money to a person. */
export interface Credit {
  readonly agentId: string;
  readonly role: 'writing' | 'override';
  /** Whole cents; negative where the line takes back. */
  readonly amount: Money;
  readonly chosen: ChosenRule;
  /** The share of the tier that applied; null for an amount of money. */
  readonly share: Share | null;
}

export const HELD_REASONS = ['no_agent', 'no_plan', 'no_rule'] as const;
/** Why commission is held: the agent is unknown, has no plan in that month, or the plan has no rule for the line. */
export type HeldReason = (typeof HELD_REASONS)[number];

/** How the money of a line is divided. The amounts of the people, the house and what is held add up to the line's amount exactly. */
export interface Division {
  readonly line: PayLine;
  readonly credits: readonly Credit[];
  readonly house: Money;
  readonly held: Money;
  readonly heldFor: HeldReason | null;
  /** The lines that this line takes back; empty for a payment. */
  readonly takesBack: readonly TakenBack[];
}

/** The agency's agents and rules as they were when somebody last changed a plan. */
export type Agents = ReadonlyMap<string, PaidAgent>;

export interface DivideOrder {
  readonly lines: readonly PayLine[];
  /**
   * Returns the agents with their plans by which a line is divided: as when it was first paid, then as of each later run, then as today.
   * The first that have a plan for a writer count. `takers` are the keys of the lines that take the line back.
   */
  readonly agentsFor: (line: PayLine, takers: readonly string[]) => readonly Agents[];
  readonly moves: readonly BookMove[];
  readonly cases: readonly SharedCase[];
}

/** Returns the division that each line should have now. It depends on the lines, agents and rules, and not on what was paid before. */
export function divideLines(order: DivideOrder): ReadonlyMap<string, Division> {
  const { moves, cases } = order;
  const ordered = order.lines.toSorted(byOrderOfPay);
  const takenBack = matchTakenBack(ordered);
  const takers = takersOf(takenBack);
  const agentsOf = (line: PayLine) => order.agentsFor(line, takers.get(line.key) ?? []);
  const writers = new Map(ordered.map((line) => [line.key, writersOf(line, cases, moves)]));
  const productionOf = productionsOf(ordered, takenBack, writers);
  const [ofYear, soFar] = [new Production(), new Production()];
  for (const line of ordered) ofYear.add(line, productionOf(line));
  const divisions = new Map<string, Division>();
  const unmatched = new Map<string, readonly Credit[]>();
  for (const line of ordered) {
    const reached: Reached = ({ measure, reach }, agentId) =>
      (reach === 'year' ? ofYear : soFar).of(agentId, line)[measure];
    if (line.amount >= 0) {
      const parts = payParts(line, writers.get(line.key) ?? [], agentsOf(line), reached);
      divisions.set(line.key, divide(line, parts));
    } else if (line.memberRefId === null) {
      // Money without a member goes by the plan of its kind, also when it is taken.
      const rest = { ...line, amount: amountLeft(line, takenBack.get(line.key) ?? []) };
      const { credits } = divide(rest, payParts(rest, writers.get(line.key) ?? [], agentsOf(line), reached));
      unmatched.set(
        line.key,
        credits.map((credit) => ({ ...credit, amount: 0 - credit.amount })),
      );
    }
    soFar.add(line, productionOf(line));
  }
  for (const line of ordered) {
    if (line.amount >= 0) continue;
    const division = takeBack(line, takenBack.get(line.key) ?? [], divisions);
    divisions.set(line.key, withCredits(division, unmatched.get(line.key) ?? []));
  }
  return divisions;
}

function takersOf(takenBack: ReadonlyMap<string, readonly TakenBack[]>): ReadonlyMap<string, readonly string[]> {
  const takers = new Map<string, string[]>();
  for (const [taker, takesBack] of takenBack) {
    for (const { key } of takesBack) takers.set(key, [...(takers.get(key) ?? []), taker]);
  }
  return takers;
}

/** Returns the amount of a negative line for which no payment was seen. */
function amountLeft(line: PayLine, takesBack: readonly TakenBack[]): Money {
  return takesBack.reduce((left, { amount }) => left - amount, -line.amount);
}

/** Adds credits to a division; the house bears them less. */
function withCredits(division: Division, more: readonly Credit[]): Division {
  const toPeople = more.reduce((sum, { amount }) => sum + amount, 0);
  return { ...division, credits: [...division.credits, ...more], house: division.house - toPeople };
}

/** The parts of a payment that people and the pool of held money get, before rounding. */
interface PayParts {
  readonly credits: readonly (Omit<Credit, 'amount'> & { readonly exact: Fine })[];
  readonly held: Share;
  readonly heldFor: HeldReason | null;
}

function payParts(line: PayLine, writers: readonly Writer[], choices: readonly Agents[], reached: Reached): PayParts {
  const isCommission = payClassOf(line) === 'commission';
  const isHeldWithout = isCommission && line.amount > 0;
  if (writers.length === 0) return nobody(isHeldWithout ? 'no_agent' : null);
  // A plan without a rule for a bonus gives it to the house. Commission waits for a rule.
  const isDecided = ({ heldFor }: WriterPart) => heldFor === null || (heldFor === 'no_rule' && !isCommission);
  const parts = writers.map((writer) => {
    let part: WriterPart = { part: writer.part, credits: [], heldFor: 'no_agent' };
    for (const agents of choices) {
      part = partOf(line, writer, agents, reached);
      if (isDecided(part)) break;
    }
    return part;
  });
  const without = parts.filter(({ heldFor }) => heldFor !== null && isHeldWithout);
  return {
    credits: parts.flatMap(({ credits }) => credits),
    held: without.reduce((sum, { part }) => sum + part, 0),
    heldFor: without[0]?.heldFor ?? null,
  };
}

function nobody(heldFor: HeldReason | null): PayParts {
  return { credits: [], held: heldFor === null ? 0 : WHOLE, heldFor };
}

interface WriterPart {
  readonly part: Share;
  readonly credits: PayParts['credits'];
  readonly heldFor: HeldReason | null;
}

function partOf(line: PayLine, { agentId, part }: Writer, agents: Agents, reached: Reached): WriterPart {
  const without = (heldFor: HeldReason | null): WriterPart => ({ part, credits: [], heldFor });
  const agent = agents.get(agentId);
  if (agent === undefined) return without('no_agent');
  if (agent.isHouse || line.amount === 0) return without(null);
  const month = monthCovered(line);
  const plan = valueAt(agent.plans, month);
  if (plan === null) return without('no_plan');
  const chosen = chooseRule(plan, line);
  if (chosen === null) return without('no_rule');
  const share = shareOf(chosen.rule, agentId, reached);
  const isLost = plan.afterLeaving === 'loses' && isGone(agent, month) && (policyYear(line) ?? 1) > 1;
  const writing = { agentId, role: 'writing' as const, chosen, share, exact: exactPay(line, chosen.rule, share, part) };
  const above = overridesOf({ line, part, writer: agent, chosen, share, agents, reached });
  return { part, credits: isLost ? above : [writing, ...above], heldFor: null };
}

function isGone({ leftFrom }: PaidAgent, month: Period): boolean {
  return leftFrom !== null && leftFrom <= month;
}

/** Returns the share of the rule for a line, of the highest tier that was reached; null for a rule that pays an amount of money. */
function shareOf({ pay, tiers }: PayRule, agentId: string, reached: Reached): Share | null {
  if ('amount' in pay) return null;
  if (tiers === null) return pay.share;
  const produced = reached(tiers, agentId);
  return tiers.steps.findLast((step) => takeShare(step.reached, WHOLE) <= produced)?.share ?? pay.share;
}

function exactPay(line: PayLine, { pay }: PayRule, share: Share | null, part: Share): Fine {
  if (!('amount' in pay)) {
    return takeShare(pay.by === 'premium' ? (line.premium ?? 0) : line.amount, share ?? pay.share, part);
  }
  const hundredths = pay.by === 'life' ? (line.lives ?? 100) : pay.by === 'month' ? (line.months ?? 100) : 100;
  return takeShare(pay.amount, hundredths * (WHOLE / 100), part);
}

interface OverrideOrder {
  readonly line: PayLine;
  readonly part: Share;
  readonly writer: PaidAgent;
  readonly chosen: ChosenRule;
  readonly share: Share | null;
  readonly agents: Agents;
  readonly reached: Reached;
}

/** Returns what the levels above a writer get. The level of an upline who left is the house's; a difference goes on to the next level. */
function overridesOf(order: OverrideOrder): PayParts['credits'] {
  const { overrides } = order.chosen.rule;
  if (overrides.by === 'none') return [];
  const month = monthCovered(order.line);
  const above = uplinesOf(order.writer, month, order.agents);
  const isPaid = (upline: PaidAgent) => !upline.isHouse && !isGone(upline, month);
  if (overrides.by === 'difference') return differences(order, above.filter(isPaid));
  return overrides.shares.flatMap((share, level) => {
    const upline = above[level];
    if (upline === undefined || !isPaid(upline) || share === 0) return [];
    return [override(order, upline, order.chosen, share, order.line.amount)];
  });
}

/** Each level gets what its own share of the same measure is above the largest share below it. Amounts of money have no differences. */
function differences(order: OverrideOrder, above: readonly PaidAgent[]): PayParts['credits'] {
  const { line, chosen, reached } = order;
  const { by } = chosen.rule.pay;
  const credits: PayParts['credits'][number][] = [];
  let below = order.share;
  for (const upline of above) {
    const own = ownRule(upline, line, monthCovered(line));
    const share = own?.rule.pay.by === by ? shareOf(own.rule, upline.agentId, reached) : null;
    if (own === null || share === null || below === null || share <= below) continue;
    credits.push(override(order, upline, own, share - below, by === 'premium' ? (line.premium ?? 0) : line.amount));
    below = share;
  }
  return credits;
}

function override(
  { part }: OverrideOrder,
  { agentId }: PaidAgent,
  chosen: ChosenRule,
  share: Share,
  of: Money,
): PayParts['credits'][number] {
  return { agentId, role: 'override', chosen, share, exact: takeShare(of, share, part) };
}

function ownRule(agent: PaidAgent, line: PayLine, month: Period): ChosenRule | null {
  const plan = valueAt(agent.plans, month);
  return plan === null ? null : chooseRule(plan, line);
}

/** Lists the agents above one, nearest first. A circle ends where it comes back. */
function uplinesOf(agent: PaidAgent, month: Period, agents: Agents): readonly PaidAgent[] {
  const above: PaidAgent[] = [];
  const seen = new Set([agent.agentId]);
  let id = valueAt(agent.uplines, month);
  while (id !== null && !seen.has(id)) {
    seen.add(id);
    const upline = agents.get(id);
    if (upline === undefined) break;
    above.push(upline);
    id = valueAt(upline.uplines, month);
  }
  return above;
}

function divide(line: PayLine, { credits, held, heldFor }: PayParts): Division {
  const amounts = roundTogether(credits.map(({ exact }) => exact));
  const rounded = credits.map(({ exact, ...credit }, at) => ({ ...credit, amount: amounts[at] ?? 0 }));
  const toPeople = amounts.reduce((sum, amount) => sum + amount, 0);
  // With its fractions of a cent, so that the house has less than a cent of rounding.
  const kept = cutToMoney(takeShare(line.amount, held));
  return { line, credits: rounded, held: kept, heldFor, house: line.amount - toPeople - kept, takesBack: [] };
}

/**
 * Divides a negative line: each person gives back the part of what the line taken back gave. Parts are rounded cumulatively, so that
 * several lines which take back everything take back exactly what was given. What nobody was given, and what has no line, is the house's.
 */
function takeBack(line: PayLine, takesBack: readonly TakenBack[], divisions: ReadonlyMap<string, Division>): Division {
  const credits: Credit[] = [];
  let held = 0;
  for (const { key, amount, before } of takesBack) {
    const paid = divisions.get(key);
    if (paid === undefined) continue;
    const until = (taken: Money) => backSoFar(paid, taken);
    const [first, last] = [until(before), until(before + amount)];
    for (const [at, credit] of paid.credits.entries()) {
      const back = (last.people[at] ?? 0) - (first.people[at] ?? 0);
      if (back !== 0) credits.push({ ...credit, amount: -back });
    }
    held -= last.held - first.held;
  }
  const toPeople = credits.reduce((sum, credit) => sum + credit.amount, 0);
  return { line, credits, held, heldFor: null, house: line.amount - toPeople - held, takesBack };
}

/** Returns what each person, and the pool of held money, gave back when `taken` of a payment was taken back. */
function backSoFar({ line, credits, held }: Division, taken: Money): { people: readonly Money[]; held: Money } {
  const amounts = credits.map(({ amount }) => amount);
  return {
    people: roundParts(amounts, taken, line.amount),
    held: Number((BigInt(held) * BigInt(taken)) / BigInt(line.amount)),
  };
}

/** Returns what an agent produced in the year of the line that is divided: before it, or in all. */
type Reached = (tiers: Tiers, agentId: string) => Fine;
