import type { Money } from '../money.ts';
import { isPeriod, type Period, periodOfDate } from '../period.ts';
import type { FieldError } from '../problem.ts';
import { type BookMove, type Dated, type PaidAgent, type SharedCase, valueAt } from './agent.ts';
import type { PayPlan, PayRule } from './pay-plan.ts';
import type { Balance, PayTerms } from './settle-agent.ts';
import { type Share, WHOLE } from './share-out.ts';

/** How an agency pays its agents. Every change makes a new revision, and lines that were paid keep the revision of then. */
export interface PaySetup {
  /** Lines received before this month were paid elsewhere: they are in no run, but count for tiers and can be taken back. */
  readonly firstMonth: Period;
  /** The person who approves a run: an owner, or an owner who did not review it. */
  readonly approval: 'owner' | 'second_person';
  readonly plans: readonly PayPlan[];
  readonly agents: readonly AgentTerms[];
  readonly moves: readonly BookMove[];
  readonly cases: readonly SharedCase[];
}

/** The terms that were agreed with an agent. */
export interface AgentTerms extends PayTerms {
  readonly agentId: string;
  readonly plans: readonly Dated<string>[];
  readonly uplines: readonly Dated<string>[];
  /** The balance from before the first run. */
  readonly opening: Balance;
  readonly recurring: readonly RecurringAdjustment[];
}

/** An adjustment of every run whose pay date is in these months. */
export interface RecurringAdjustment {
  readonly kind: 'fee' | 'bonus' | 'draw';
  readonly amount: Money;
  readonly reason: string;
  readonly from: Period | null;
  readonly to: Period | null;
}

/** An agent's record, as far as pay needs it. */
export interface AgentRecord {
  readonly agentId: string;
  readonly name: string;
  readonly uplineId: string | null;
  readonly isHouse: boolean;
  readonly leftFrom: Period | null;
}

/** The facts of a record that have no date. Each approved run keeps those that it used, so that a later change leaves paid lines alone. */
export type UndatedRecord = Pick<AgentRecord, 'agentId' | 'uplineId' | 'isHouse'>;

/** Returns the records of a run: its own where it kept them, with the months of leaving as they are known today. */
export function recordsOfRun(kept: readonly UndatedRecord[] | null, today: readonly PayRecord[]): readonly PayRecord[] {
  if (kept === null) return today;
  const leftFrom = new Map(today.map((record) => [record.agentId, record.leftFrom]));
  return kept.map((record) => ({ ...record, leftFrom: leftFrom.get(record.agentId) ?? null }));
}

type PayRecord = Omit<AgentRecord, 'name'>;

/** Before the month of any statement. */
const ALWAYS: Period = '1900-01';

/** Returns the agents by id, with their plans and uplines. An agent without terms has no plan, so commission of theirs is held. */
export function paidAgents(setup: PaySetup, records: readonly PayRecord[]): ReadonlyMap<string, PaidAgent> {
  const plans = new Map(setup.plans.map((plan) => [plan.planId, plan]));
  const terms = new Map(setup.agents.map((one) => [one.agentId, one]));
  return new Map(
    records.map(({ agentId, isHouse, leftFrom, uplineId }) => {
      const own = terms.get(agentId);
      const uplines = own !== undefined && own.uplines.length > 0 ? own.uplines : [{ from: ALWAYS, value: uplineId }];
      const dated = (own?.plans ?? []).map(({ from, value }) => ({ from, value: plans.get(value ?? '') ?? null }));
      return [agentId, { agentId, isHouse, leftFrom, uplines, plans: dated }];
    }),
  );
}

/** Returns a setup whose rules, moves and cases name members by the ids of now, after two ids of a member were joined. */
export function withJoinedMembers(setup: PaySetup, joined: ReadonlyMap<string, string>): PaySetup {
  if (joined.size === 0) return setup;
  const now = <Of extends { readonly memberRefId: string | null }>(one: Of): Of =>
    one.memberRefId === null ? one : { ...one, memberRefId: joined.get(one.memberRefId) ?? one.memberRefId };
  const plans = setup.plans.map((plan) => ({
    ...plan,
    rules: plan.rules.map((rule) => ({ ...rule, scope: now(rule.scope) })),
  }));
  return { ...setup, plans, moves: setup.moves.map(now), cases: setup.cases.map(now) };
}

/**
 * Lists what is wrong in a setup: unknown plans and agents, two of one name or for one month, shares that do not add up or are more than
 * the commission, circles of uplines.
 */
export function setupFaults(setup: PaySetup, knownAgents: ReadonlySet<string>): readonly FieldError[] {
  const plans = new Set(setup.plans.map(({ planId }) => planId));
  const unknownAgent = (field: string, agentId: string | null): FieldError[] =>
    agentId === null || knownAgents.has(agentId) ? [] : [{ field, detail: 'is no agent of the account' }];
  return [
    ...(isPeriod(setup.firstMonth) ? [] : [{ field: 'firstMonth', detail: 'must be a month as YYYY-MM' }]),
    ...repeated(
      'plans',
      'planId',
      setup.plans.map(({ planId }) => planId),
    ),
    ...setup.plans.flatMap((plan, at) => planFaults(plan, `plans[${at}]`)),
    ...repeated(
      'agents',
      'agentId',
      setup.agents.map(({ agentId }) => agentId),
    ),
    ...setup.agents.flatMap((agent, at) => [
      ...unknownAgent(`agents[${at}].agentId`, agent.agentId),
      ...repeatedMonths(`agents[${at}].plans`, agent.plans, 'is the month of another plan of the agent'),
      ...repeatedMonths(`agents[${at}].uplines`, agent.uplines, 'is the month of another upline of the agent'),
      ...agent.uplines.flatMap(({ value }, number) => unknownAgent(`agents[${at}].uplines[${number}].agentId`, value)),
      ...agent.plans.flatMap(({ value }, number) =>
        value === null || plans.has(value)
          ? []
          : [{ field: `agents[${at}].plans[${number}].planId`, detail: 'is no plan of this setup' }],
      ),
    ]),
    ...circleFaults(setup.agents),
    ...repeated(
      'moves',
      'from',
      setup.moves.map(({ from, agentId, carrierId, memberRefId }) =>
        JSON.stringify([from, agentId, carrierId, memberRefId]),
      ),
      'is the month of another move of the book',
    ),
    ...setup.moves.flatMap((move, at) => [
      ...unknownAgent(`moves[${at}].agentId`, move.agentId),
      ...unknownAgent(`moves[${at}].toAgentId`, move.toAgentId),
      ...(move.agentId === move.toAgentId
        ? [{ field: `moves[${at}].toAgentId`, detail: 'is the agent who has the book' }]
        : []),
    ]),
    ...repeated(
      'cases',
      'from',
      setup.cases.map(({ from, carrierId, memberRefId, policy }) =>
        JSON.stringify([from, carrierId, memberRefId, policy?.trim().toLowerCase()]),
      ),
      'is the month of another case of the same',
    ),
    ...setup.cases.flatMap((one, at) => caseFaults(one, `cases[${at}]`, unknownAgent)),
  ];
}

function repeated(
  list: string,
  field: string,
  ids: readonly string[],
  detail = 'stands here twice',
): readonly FieldError[] {
  return ids.flatMap((id, at) => (ids.indexOf(id) === at ? [] : [{ field: `${list}[${at}].${field}`, detail }]));
}

/** Names a second value from the same month: nobody could tell which of the two counts. */
function repeatedMonths(list: string, dated: readonly Dated<unknown>[], detail: string): readonly FieldError[] {
  const months = dated.map(({ from }) => from);
  return repeated(list, 'from', months, detail);
}

function planFaults({ rules }: PayPlan, field: string): readonly FieldError[] {
  return [
    ...repeated(
      `${field}.rules`,
      'ruleId',
      rules.map(({ ruleId }) => ruleId),
    ),
    ...rules.flatMap(({ scope, pay, tiers, overrides }, at): FieldError[] => [
      ...(largestShare({ pay, tiers, overrides }) > WHOLE
        ? [
            {
              field: `${field}.rules[${at}].overrides`,
              detail: 'must not give more than 100 % of the commission together with pay',
            },
          ]
        : []),
      ...(scope.from !== null && scope.to !== null && scope.from > scope.to
        ? [{ field: `${field}.rules[${at}].to`, detail: 'is before the month from which the rule holds' }]
        : []),
      ...(tiers !== null && 'amount' in pay
        ? [{ field: `${field}.rules[${at}].tiers`, detail: 'need a share of commission or premium' }]
        : []),
      ...(tiers?.steps.some(({ reached }, step) => step > 0 && reached <= (tiers.steps[step - 1]?.reached ?? 0)) ===
      true
        ? [{ field: `${field}.rules[${at}].tiers`, detail: 'must be in ascending order of the amounts to be reached' }]
        : []),
    ]),
  ];
}

/** Returns the largest part of the commission that a rule gives to people: that of the highest tier, and of all levels. */
function largestShare({ pay, tiers, overrides }: Pick<PayRule, 'pay' | 'tiers' | 'overrides'>): Share {
  const writing = pay.by === 'commission' ? [pay.share, ...(tiers?.steps ?? []).map(({ share }) => share)] : [0];
  const levels = overrides.by === 'level' ? overrides.shares : [];
  return levels.reduce((sum, share) => sum + share, Math.max(...writing));
}

function caseFaults(
  { shares, memberRefId, policy }: SharedCase,
  field: string,
  unknownAgent: (field: string, agentId: string) => readonly FieldError[],
): readonly FieldError[] {
  const sum = shares.reduce((total, { share }) => total + share, 0);
  return [
    ...(memberRefId === null && policy === null ? [{ field, detail: 'must name a member or a policy' }] : []),
    ...(sum === WHOLE ? [] : [{ field: `${field}.shares`, detail: 'must add up to 100 %' }]),
    ...shares.flatMap(({ agentId }, at) => unknownAgent(`${field}.shares[${at}].agentId`, agentId)),
  ];
}

/** Names agents who are their own upline by way of others, in the month in which the circle closes. */
function circleFaults(agents: readonly AgentTerms[]): readonly FieldError[] {
  const uplines = new Map(agents.map(({ agentId, uplines: dated }) => [agentId, dated]));
  const months = new Set(agents.flatMap(({ uplines: dated }) => dated.map(({ from }) => from)));
  return agents.flatMap(({ agentId }, at) => {
    const isCircle = [...months].some((month) => comesBack(agentId, month, uplines));
    return isCircle ? [{ field: `agents[${at}].uplines`, detail: 'lead back to the same agent' }] : [];
  });
}

function comesBack(agentId: string, month: Period, uplines: ReadonlyMap<string, readonly Dated<string>[]>): boolean {
  const seen = new Set<string>();
  let id: string | null = agentId;
  while (id !== null) {
    id = valueAt(uplines.get(id) ?? [], month);
    if (id === agentId) return true;
    if (id !== null && seen.has(id)) return false;
    if (id !== null) seen.add(id);
  }
  return false;
}

/** Lists the recurring adjustments of a run by its pay date. */
export function recurringOn(
  setup: PaySetup,
  payDate: string,
): readonly (RecurringAdjustment & { readonly agentId: string })[] {
  const month = periodOfDate(payDate);
  return setup.agents.flatMap(({ agentId, recurring }) =>
    recurring
      .filter(({ from, to }) => (from === null || from <= month) && (to === null || month <= to))
      .map((one) => ({ agentId, ...one })),
  );
}

/** Returns what was agreed with an agent; the usual terms for one without: everything is paid at once, and debt is recovered in full. */
export function termsOf(setup: PaySetup, agentId: string): PayTerms {
  const own = setup.agents.find((one) => one.agentId === agentId);
  return own ?? { minimum: NO_MINIMUM, holdback: 0, recovery: WHOLE };
}

const NO_MINIMUM: Money = 0;

/** The parts of a setup that the audit trail names. */
interface ComparedSetup {
  readonly firstMonth: string;
  readonly approval: string;
  readonly plans: readonly { readonly planId: string }[];
  readonly agents: readonly { readonly agentId: string }[];
  readonly moves: readonly unknown[];
  readonly cases: readonly unknown[];
}

/** A change of a setup, as the audit trail keeps it. The revisions before and after have the whole of it. */
export interface SetupChanges {
  readonly firstMonth?: string;
  readonly approval?: string;
  /** Ids that are new, gone or different. */
  readonly changedPlans: readonly string[];
  readonly changedAgents: readonly string[];
  readonly hasOtherMoves: boolean;
  readonly hasOtherCases: boolean;
}

/** Compares two revisions of a setup. Null stands for none before. */
export function setupChanges(before: ComparedSetup | null, after: ComparedSetup): SetupChanges {
  return {
    ...(before?.firstMonth !== after.firstMonth && { firstMonth: after.firstMonth }),
    ...(before?.approval !== after.approval && { approval: after.approval }),
    changedPlans: changedIds(before?.plans ?? [], after.plans, ({ planId }) => planId),
    changedAgents: changedIds(before?.agents ?? [], after.agents, ({ agentId }) => agentId),
    hasOtherMoves: JSON.stringify(before?.moves ?? []) !== JSON.stringify(after.moves),
    hasOtherCases: JSON.stringify(before?.cases ?? []) !== JSON.stringify(after.cases),
  };
}

function changedIds<One>(before: readonly One[], after: readonly One[], idOf: (one: One) => string): readonly string[] {
  const textsOf = (list: readonly One[]) => new Map(list.map((one) => [idOf(one), JSON.stringify(one)]));
  const [was, is] = [textsOf(before), textsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id));
}

interface KnownReferences {
  /** The setup in force: its members may have lost their statements meanwhile. */
  readonly before: PaySetup | null;
  readonly carrierIds: ReadonlySet<string>;
  readonly memberIds: ReadonlySet<string>;
}

interface Reference {
  readonly field: string;
  readonly carrierId: string | null;
  readonly memberRefId: string | null;
}

/** Lists carriers and members of a setup that the account does not have: such a rule, move or case would never count. */
export function unknownReferences(
  setup: PaySetup,
  { before, carrierIds, memberIds }: KnownReferences,
): readonly FieldError[] {
  const earlier = before === null ? [] : referencesOf(before);
  const members = new Set([...memberIds, ...earlier.map(({ memberRefId }) => memberRefId)]);
  const carriers = new Set([...carrierIds, ...earlier.map((one) => one.carrierId)]);
  return referencesOf(setup).flatMap(({ field, carrierId, memberRefId }) => [
    ...(carrierId === null || carriers.has(carrierId)
      ? []
      : [{ field: `${field}.carrierId`, detail: 'is no carrier of the account' }]),
    ...(memberRefId === null || members.has(memberRefId)
      ? []
      : [{ field: `${field}.memberRefId`, detail: 'is no member of the account' }]),
  ]);
}

function referencesOf({ plans, moves, cases }: PaySetup): readonly Reference[] {
  return [
    ...plans.flatMap(({ rules }, plan) =>
      rules.map(({ scope: { carrierId, memberRefId } }, at) => ({
        ...{ field: `plans[${plan}].rules[${at}]`, carrierId, memberRefId },
      })),
    ),
    ...moves.map(({ carrierId, memberRefId }, at) => ({ field: `moves[${at}]`, carrierId, memberRefId })),
    ...cases.map(({ carrierId, memberRefId }, at) => ({ field: `cases[${at}]`, carrierId, memberRefId })),
  ];
}
