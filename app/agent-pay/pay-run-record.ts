import { z } from 'zod';
import { ADJUSTMENT_KINDS, type AdjustmentKind, type AgentSettlement } from '../../core/agent-pay/compose-run.ts';
import { keyLines, type PaidByKey } from '../../core/agent-pay/pay-line.ts';
import { findingKey, type RunEntry, type RunLine } from '../../core/agent-pay/pay-run.ts';
import type { Balance } from '../../core/agent-pay/settle-agent.ts';
import { type RunSumsOf, shownSums } from '../../core/agent-pay/share-out.ts';
import type { Letterhead } from '../../core/dispute/dispute-letter.ts';
import { type Money, moneyToDollars } from '../../core/money.ts';
import { PERIOD_FORM, type Period } from '../../core/period.ts';
import { readStoredConfig } from '../../core/statement/config.ts';
import { LINE_KINDS, type LineKind, type LineKindOf, lineKindOf } from '../../core/statement/line-kind.ts';

const month = z.string().regex(PERIOD_FORM, 'must be a month as YYYY-MM').meta({ example: '2026-03' });

export const newPayRun = z.strictObject({
  payDate: z.iso.date(),
  months: z.array(month).min(1).max(60).meta({ description: 'Months received: the months of the statements.' }),
  reapplyFrom: month
    .nullable()
    .default(null)
    .meta({ description: 'Also divide paid lines by the rules of today, from this month covered on.' }),
  note: z.string().max(1_000).nullable().default(null),
});

export const paymentOfRun = z.strictObject({
  paidOn: z.iso.date(),
  method: z.string().min(1).max(100),
  reference: z.string().max(200).nullable().default(null),
});

/** Pay runs as the API shows them (docs/reference/agent-pay.md). */

const RUN_STATES = ['draft', 'reviewed', 'approved', 'paid'] as const;

const runState = z
  .enum(RUN_STATES)
  .describe(`draft: computed anew each time it is read. reviewed: somebody looked at it. approved: it never changes again; later changes are
adjustments of the next run. paid: the money is sent.`);

const runFields = {
  id: z.string(),
  payDate: z.iso.date(),
  months: z
    .array(z.string())
    .readonly()
    .describe('Months received whose lines the run pays, as far as no run has paid them.'),
  reapplyFrom: z
    .string()
    .nullable()
    .describe('From this month covered on, the rules of today also count for lines that were paid by earlier ones.'),
  state: runState,
  note: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.iso.datetime().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: z.iso.datetime().nullable(),
  paidOn: z.iso.date().nullable(),
  method: z.string().nullable(),
  reference: z.string().nullable(),
};

const sumFields = {
  received: z.number().describe('received = people + house + held.'),
  people: z.number().describe('Credited to agents.'),
  house: z.number().describe('Kept by the house, with fractions of a cent.'),
  held: z.number().describe('Commission for which there is no agent, no plan or no rule.'),
  paid: z.number().describe('Paid out to agents.'),
};

export const payRun = z
  .object({
    ...runFields,
    sums: z.object(sumFields).nullable().describe('Null in a list while the run is a draft or reviewed.'),
  })
  .meta({ id: 'PayRun' });

export const payBalance = z
  .object({ waiting: z.number(), holdback: z.number(), debt: z.number() })
  .meta({ id: 'PayBalance' });

export const payRunAgent = z
  .object({
    agentId: z.string(),
    agentName: z.string(),
    earned: z.number(),
    takenBack: z.number().describe('Negative: taken back by carriers, and corrections.'),
    adjustments: z.number(),
    advance: z.number().describe('Lent in this run.'),
    heldBack: z.number(),
    released: z.number(),
    recovered: z.number().describe('Debt that was paid off.'),
    paid: z.number(),
    before: payBalance,
    after: payBalance.describe(
      'earned + takenBack + adjustments = paid + the growth of waiting and holdback - the growth of debt.',
    ),
  })
  .meta({ id: 'PayRunAgent' });
export type PayRunAgent = Readonly<z.output<typeof payRunAgent>>;

/** A row of the register of a run: an agent, with the balances after it. */
export type PayRegisterRow = Omit<PayRunAgent, 'before' | 'after'> & PayRunAgent['after'];
export const PAY_REGISTER_COLUMNS = [
  ...['agentId', 'agentName', 'earned', 'takenBack', 'adjustments', 'advance', 'heldBack', 'released', 'recovered'],
  ...['paid', 'waiting', 'holdback', 'debt'],
];

/** Lists the agents of a run as the rows of its register. */
export function registerRows(agents: readonly PayRunAgent[]): readonly PayRegisterRow[] {
  return agents.map(({ before: _, after, ...agent }) => ({ ...agent, ...after }));
}

export const payAdjustment = z
  .object({
    id: z.string().nullable().describe('Null for a recurring adjustment.'),
    agentId: z.string(),
    kind: z.enum(ADJUSTMENT_KINDS),
    amount: z.number(),
    reason: z.string(),
  })
  .meta({ id: 'PayAdjustment' });
export type PayAdjustmentRecord = Readonly<z.output<typeof payAdjustment>>;

export const wholePayRun = z
  .object({
    ...runFields,
    sums: z.object(sumFields),
    hasChangedSinceReview: z.boolean().describe('A run that has changed is reviewed again before it is approved.'),
    agents: z.array(payRunAgent).readonly(),
    agentSums: payRunAgent
      .omit({ agentId: true, agentName: true, before: true, after: true })
      .extend({ after: payBalance })
      .meta({ id: 'PayRunAgentSums' })
      .describe('The sums over all agents.'),
    adjustments: z.array(payAdjustment).readonly(),
    heldLines: z
      .array(z.object({ why: z.string(), lines: z.int(), amount: z.number() }))
      .readonly()
      .describe('What is held, by its reason.'),
  })
  .meta({ id: 'WholePayRun' });
export type WholePayRun = Readonly<z.output<typeof wholePayRun>>;

export const payRunLine = z
  .object({
    party: z.enum(['agent', 'house', 'held']),
    agentId: z.string().nullable(),
    agentName: z.string().nullable(),
    memberRefId: z.string().nullable(),
    memberExternalId: z.string().nullable(),
    memberName: z.string().nullable(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    carrierId: z.string(),
    carrierName: z.string(),
    period: z.string(),
    coverageMonth: z.string().nullable(),
    kind: z.enum(LINE_KINDS),
    received: z.number().describe('The amount of the line on the statement.'),
    amount: z.number().describe('What this run changes for the party.'),
    why: z.string(),
    finding: z.string().nullable().describe("What the carrier's statement changed for the member, in words."),
    number: z.int().nullable().describe('Names the line in an approved run; null before.'),
  })
  .meta({ id: 'PayRunLine' });
export type PayRunLine = Readonly<z.output<typeof payRunLine>>;

export const PAY_RUN_LINE_COLUMNS = [
  ...['party', 'agentId', 'agentName', 'memberRefId', 'memberExternalId', 'memberName', 'policyNumber', 'planName'],
  ...['carrierId', 'carrierName', 'period', 'coverageMonth', 'kind', 'received', 'amount', 'why', 'finding', 'number'],
];

/** A run as it is stored. The sums are null until it is approved. */
export interface StoredRun extends Omit<z.output<typeof payRun>, 'sums'> {
  readonly digest: string | null;
  readonly sums: RunSumsOf<Money> | null;
}

export interface StoredAdjustment {
  readonly id: string;
  readonly agentId: string;
  readonly kind: AdjustmentKind;
  readonly amount: Money;
  readonly reason: string;
}

/** An entry with its number in an approved run. */
export interface NumberedEntry extends RunEntry {
  readonly number?: number;
}

export interface RunNames {
  readonly agents: ReadonlyMap<string, string>;
  readonly carriers: ReadonlyMap<string, string>;
  /** Null without one. */
  readonly letterhead: Letterhead | null;
}

/** Shows a stored run. */
export function shownRun({ digest: _, sums, ...run }: StoredRun): z.output<typeof payRun> {
  return { ...run, sums: sums && shownSums(sums) };
}

/** Shows how a run settled with an agent, in dollars. */
export function shownAgent(agent: AgentSettlement, names: ReadonlyMap<string, string>): PayRunAgent {
  const dollars = moneyToDollars;
  return {
    agentId: agent.agentId,
    agentName: names.get(agent.agentId) ?? '',
    ...{ earned: dollars(agent.earned), takenBack: dollars(agent.takenBack), adjustments: dollars(agent.adjustments) },
    ...{ advance: dollars(agent.advance), heldBack: dollars(agent.heldBack), released: dollars(agent.released) },
    ...{ recovered: dollars(agent.recovered), paid: dollars(agent.paid) },
    ...{ before: shownBalance(agent.before), after: shownBalance(agent.after) },
  };
}

/** Adds up how a run settled with its agents, in dollars. */
export function shownAgentSums(agents: readonly AgentSettlement[]): WholePayRun['agentSums'] {
  const sum = (of: (agent: AgentSettlement) => Money) =>
    moneyToDollars(agents.reduce<Money>((total, agent) => total + of(agent), 0));
  return {
    ...{ earned: sum(({ earned }) => earned), takenBack: sum(({ takenBack }) => takenBack) },
    ...{ adjustments: sum(({ adjustments }) => adjustments), advance: sum(({ advance }) => advance) },
    ...{ heldBack: sum(({ heldBack }) => heldBack), released: sum(({ released }) => released) },
    ...{ recovered: sum(({ recovered }) => recovered), paid: sum(({ paid }) => paid) },
    after: {
      waiting: sum(({ after }) => after.waiting),
      holdback: sum(({ after }) => after.holdback),
      debt: sum(({ after }) => after.debt),
    },
  };
}

function shownBalance({ waiting, holdback, debt }: Balance): z.output<typeof payBalance> {
  return { waiting: moneyToDollars(waiting), holdback: moneyToDollars(holdback), debt: moneyToDollars(debt) };
}

/** Shows an adjustment, in dollars. */
export function shownAdjustment(
  one: Omit<StoredAdjustment, 'id'> & { readonly id: string | null },
): PayAdjustmentRecord {
  const { id, agentId, kind, amount, reason } = one;
  return { id, agentId, kind, amount: moneyToDollars(amount), reason };
}

/** Shows a line of a run, in dollars. `findings` are by `findingKey`. */
export function shownLine(
  { line, party, amount, why, number }: NumberedEntry,
  { names, findings }: { readonly names: RunNames; readonly findings: ReadonlyMap<string, string> },
): PayRunLine {
  const agentId = typeof party === 'string' ? null : party.agentId;
  const { policy, received, mark: _, ...shown } = line;
  return {
    party: typeof party === 'string' ? party : 'agent',
    agentId,
    agentName: agentId === null ? null : (names.agents.get(agentId) ?? ''),
    ...shown,
    policyNumber: policy,
    carrierName: names.carriers.get(line.carrierId) ?? '',
    received: moneyToDollars(received),
    amount: moneyToDollars(amount),
    why,
    finding: findings.get(findingKey(line)) ?? null,
    number: number ?? null,
  };
}

/** Adds up what is held, by its reason. */
export function heldLines(entries: readonly RunEntry[]): WholePayRun['heldLines'] {
  const held = entries.filter(({ party }) => party === 'held');
  return [...Map.groupBy(held, ({ why }) => why)].map(([why, of]) => ({
    why,
    lines: of.length,
    amount: moneyToDollars(of.reduce((sum, { amount }) => sum + amount, 0)),
  }));
}

/** Adds up what agents are paid. */
export function paidIn(agents: readonly Pick<AgentSettlement, 'paid'>[]): Money {
  return agents.reduce((sum, { paid }) => sum + paid, 0);
}

/** A line of an active statement as it is stored. Its member is null for money without a member, whose kind is stored. */
export interface StoredPayLine {
  readonly fileId: string;
  readonly carrierId: string;
  readonly period: Period;
  readonly coverageMonth: Period | null;
  readonly memberRefId: string | null;
  readonly memberExternalId: string | null;
  readonly memberName: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly productType: string | null;
  readonly effectiveDate: string | null;
  readonly transactionType: string | null;
  /** The kind of money without a member; null for a line of a member. */
  readonly storedKind: string | null;
  readonly description: string | null;
  /** The record of the agent whose name or number the line shows; null without one. */
  readonly agentId: string | null;
  /** The agent's number and name as the line shows them; empty without any. */
  readonly agentText: string;
  readonly amount: Money;
  readonly premium: Money | null;
  /** Hundredths. */
  readonly lives: number | null;
  readonly months: number | null;
}

interface LinesOrder {
  readonly lines: readonly StoredPayLine[];
  /** The configuration with which each file was read, as it is stored. */
  readonly configs: ReadonlyMap<string, unknown>;
}

/** Makes the lines to be paid: each with its kind, and with the key under which it was paid. */
export function runLines({ lines, configs }: LinesOrder, paidByKey: PaidByKey): readonly RunLine[] {
  const kinds = new Map<unknown, LineKindOf>();
  const kindOf = (line: StoredPayLine): LineKind => {
    if (line.memberRefId === null) return LINE_KINDS.find((kind) => kind === line.storedKind) ?? 'commission';
    const config = configs.get(line.fileId);
    if (config === undefined) return 'commission';
    const known = kinds.get(config) ?? lineKindOf(readStoredConfig(config).config);
    kinds.set(config, known);
    return known(line);
  };
  return keyLines(
    lines.map((line) => ({
      ...{ carrierId: line.carrierId, period: line.period, coverageMonth: line.coverageMonth },
      ...{ memberRefId: line.memberRefId, memberExternalId: line.memberExternalId, memberName: line.memberName },
      ...{ policy: line.policyNumber, planName: line.planName, product: line.productType },
      ...{ effectiveDate: line.effectiveDate, amount: line.amount, premium: line.premium },
      ...{
        lives: line.lives,
        months: line.months,
        kind: kindOf(line),
        agentId: line.agentId,
        agentText: line.agentText,
      },
      description: line.memberRefId === null ? line.description : null,
    })),
    paidByKey,
  );
}
