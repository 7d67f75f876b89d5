import { z } from 'zod';
import { PAY_CLASSES, type WritingPay } from '../../core/agent-pay/pay-plan.ts';
import {
  type PaySetup,
  type SetupChanges,
  setupChanges,
  setupFaults,
  unknownReferences,
} from '../../core/agent-pay/pay-setup.ts';
import { type Money, moneyFromDecimal } from '../../core/money.ts';
import { PERIOD_FORM, type Period } from '../../core/period.ts';
import { type FieldError, isRefused, type Refused } from '../../core/problem.ts';
import { payNotSetUp } from '../../core/refusals.ts';
import { refuse, refuseField, refuseFields } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';

/** How an agency pays its agents: plans, terms of each agent, moves of books and shared cases. */

const LIST_MAX = 2_000;
const month = z.string().regex(PERIOD_FORM, 'must be a month as YYYY-MM').meta({ example: '2026-03' });
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => hasPlaces(value, 4), 'may have four decimal places');
const dollars = z
  .number()
  .min(0)
  .max(10_000_000)
  .refine((value) => hasPlaces(value, 2), 'may have two decimal places');
const either = z.string().min(1).max(300).nullable().default(null);

function hasPlaces(value: number, places: number): boolean {
  const scaled = value * 10 ** places;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
}

const PAY_BASES = ['commission', 'premium', 'policy', 'life', 'month'] as const;
type PayBasis = (typeof PAY_BASES)[number];

const payRule = z
  .strictObject({
    ruleId: z.string().min(1).max(60).describe('A name of yours for the rule, once in the plan.'),
    payClass: z
      .enum(PAY_CLASSES)
      .default('commission')
      .describe(
        'The money the rule is for. Only commission without a rule is held; all other money without one is the house’s.',
      ),
    policy: either.describe('Only this policy number. A rule for less wins over a rule for more.'),
    memberRefId: z.uuid().nullable().default(null).describe('Only this member.'),
    planName: either.describe('Only this plan of the carrier, as statements write it.'),
    product: either.describe('Only this product, as statements write it.'),
    carrierId: z.uuid().nullable().default(null).describe('Only this carrier.'),
    years: z
      .enum(['first', 'renewal'])
      .nullable()
      .default(null)
      .describe('The first policy year, or all later ones. It needs the effective date on the statement.'),
    policyYear: z.int().min(1).max(100).nullable().default(null).describe('Only this policy year.'),
    from: month.nullable().default(null).describe('From this month covered on.'),
    to: month.nullable().default(null).describe('To this month covered, included.'),
    pay: z
      .strictObject({
        by: z.enum(PAY_BASES),
        percent: percent.nullable().default(null).describe('Of the commission or the premium.'),
        amount: dollars.nullable().default(null).describe('For each policy, life or month that the line pays for.'),
      })
      .refine(
        ({ by, percent: part, amount }) =>
          isShare(by) ? part !== null && amount === null : part === null && amount !== null,
        {
          error: 'must have a percent for commission and premium, else an amount',
        },
      )
      .describe('The part of the agent who wrote the policy.'),
    tiers: z
      .strictObject({
        measure: z.enum(['first_year_commission', 'commission', 'premium']).default('first_year_commission'),
        reach: z
          .enum(['next_line', 'year'])
          .describe(
            'next_line: the higher share counts after the line that reaches the amount. year: for all lines of the year.',
          ),
        steps: z
          .array(z.strictObject({ reached: dollars, percent }))
          .min(1)
          .max(20),
      })
      .nullable()
      .default(null)
      .describe(
        'Higher shares for agents who produced more in the calendar year in which the money came, net of what was taken back.',
      ),
    overrides: z
      .strictObject({
        by: z.enum(['level', 'difference', 'none']),
        percents: z.array(percent).max(10).default([]).describe('Of the commission, nearest upline first; for level.'),
      })
      .default({ by: 'none', percents: [] })
      .describe('level: each upline gets its share. difference: each gets what its own share is above those below.'),
  })
  .meta({ id: 'PayRule' });

export const payPlan = z
  .strictObject({
    planId: z.string().min(1).max(60),
    name: z.string().min(1).max(100),
    afterLeaving: z
      .enum(['keeps', 'loses'])
      .default('keeps')
      .describe('Whether agents who left keep their share of renewals.'),
    rules: z.array(payRule).max(500),
  })
  .meta({ id: 'PayPlan' });
export type PayPlanRecord = Readonly<z.output<typeof payPlan>>;

const balance = z.strictObject({
  waiting: dollars.default(0).describe('Below the smallest payment.'),
  holdback: dollars.default(0).describe('Held back until it is released.'),
  debt: dollars.default(0).describe('What the agent owes.'),
});

export const agentTerms = z
  .strictObject({
    agentId: z.uuid(),
    plans: z
      .array(z.strictObject({ from: month, planId: z.string().nullable() }))
      .max(100)
      .default([])
      .describe('The plan from a month covered on; null ends it.'),
    uplines: z
      .array(z.strictObject({ from: month, agentId: z.uuid().nullable() }))
      .max(100)
      .default([])
      .describe("Changes of the upline from a month covered on. Without any, the upline of the agent's record counts."),
    minimum: dollars.default(0).describe('Less than this waits for a later run.'),
    holdbackPercent: percent.default(0).describe('The part of what a run credits that is held back.'),
    recoveryPercent: percent.default(100).describe('The largest part of a run that pays off debt.'),
    opening: balance.default({ waiting: 0, holdback: 0, debt: 0 }).describe('The balance from before the first run.'),
    recurring: z
      .array(
        z.strictObject({
          kind: z.enum(['fee', 'bonus', 'draw']),
          amount: z
            .number()
            .min(-10_000_000)
            .max(10_000_000)
            .refine((value) => hasPlaces(value, 2), 'may have two decimal places'),
          reason: z.string().min(1).max(300),
          from: month.nullable().default(null),
          to: month.nullable().default(null),
        }),
      )
      .max(50)
      .default([])
      .describe('Adjustments of every run whose pay date is in these months.'),
  })
  .meta({ id: 'AgentTerms' });

const bookMove = z
  .strictObject({
    from: month.describe('The first month covered that the new agent gets.'),
    agentId: z.uuid(),
    toAgentId: z.uuid(),
    carrierId: z.uuid().nullable().default(null),
    memberRefId: z.uuid().nullable().default(null),
  })
  .meta({ id: 'BookMove' });

const sharedCase = z
  .strictObject({
    from: month,
    carrierId: z.uuid().nullable().default(null).describe('Null: at every carrier.'),
    memberRefId: z.uuid().nullable().default(null),
    policy: either,
    shares: z
      .array(z.strictObject({ agentId: z.uuid(), percent }))
      .min(2)
      .max(20)
      .describe('They add up to 100 %.'),
  })
  .meta({ id: 'SharedCase' });

/** The rules by which runs divide money. Amounts are in dollars, shares in per cent. */
export const paySetup = z
  .strictObject({
    firstMonth: month.describe('Statements of earlier months were paid elsewhere, and are in no run.'),
    approval: z
      .enum(['owner', 'second_person'])
      .default('owner')
      .describe('second_person: the owner who approves a run is another than who reviewed it.'),
    plans: z.array(payPlan).max(200).default([]),
    agents: z.array(agentTerms).max(LIST_MAX).default([]),
    moves: z.array(bookMove).max(LIST_MAX).default([]),
    cases: z.array(sharedCase).max(LIST_MAX).default([]),
  })
  .meta({ id: 'PaySetup' });

export const paySetupChange = z.strictObject({
  revision: z.int().min(0).meta({ description: 'The revision that the change is made from; 0 for the first.' }),
  setup: paySetup,
});

export type PaySetupRecord = Readonly<z.output<typeof paySetup>>;

export const storedPaySetup = z
  .object({
    revision: z.int().describe('Goes up with each change. A change names the revision that it is made from.'),
    changedBy: z.string(),
    changedAt: z.iso.datetime(),
    setup: paySetup,
  })
  .meta({ id: 'StoredPaySetup' });
export type StoredPaySetup = Readonly<z.output<typeof storedPaySetup>>;

export interface PaySetupStore {
  /** Returns a revision as it is stored, or the setup in force; null for one that does not exist. */
  find(accountId: string, revision: number | null): Promise<SetupRow | null>;
  /**
   * Stores a setup as the next revision, and the changes that `decide` returns in the audit trail. `decide` hears the agents and carriers
   * that the account has, under a lock.
   */
  change(
    order: { readonly accountId: string; readonly revision: number; readonly setup: PaySetupRecord },
    decide: (known: KnownForPay) => SetupChanges | Refused,
    origin: RequestOrigin,
  ): Promise<SetupRow | Refused>;
}

/** A stored setup before it is read. */
export interface SetupRow extends Omit<StoredPaySetup, 'setup'> {
  readonly setup: unknown;
}

/** Facts to judge a setup by: the ids that it may name, and the revision in force; 0 before the first one. */
export interface KnownForPay {
  readonly revision: number;
  readonly agentIds: ReadonlySet<string>;
  readonly carrierIds: ReadonlySet<string>;
  /** The members of the setup that the account has. */
  readonly memberIds: ReadonlySet<string>;
  /** The setup in force as it is stored; null before the first one. */
  readonly setup: unknown;
  /** Agents with whom an approved run settled: their opening balances count no more. */
  readonly settledAgentIds: ReadonlySet<string>;
  /** The earliest month that a run names; null before the first run. */
  readonly firstRunMonth: Period | null;
}

/** Returns the setup in force, or an earlier revision. Refuses with not_found before the first one, and an unknown revision. */
export async function findPaySetup(
  setups: PaySetupStore,
  { accountId, revision }: { readonly accountId: string; readonly revision: number | null },
): Promise<StoredPaySetup | Refused> {
  const row = await setups.find(accountId, revision);
  if (row === null && revision !== null) return refuse('not_found', `There is no revision ${revision} of the setup.`);
  return row === null ? payNotSetUp() : { ...row, setup: readPaySetup(row.setup) };
}

interface SetupChange extends Readonly<z.output<typeof paySetupChange>> {
  readonly accountId: string;
  /** Whether the change is of an owner who signed in. Nobody else says who approves runs. */
  readonly isOwner: boolean;
}

/**
 * Replaces the setup. Refuses unknown ids, shares that do not add up, a change made from an older revision, and another approval by anybody
 * but an owner.
 */
export async function changePaySetup(
  setups: PaySetupStore,
  order: SetupChange,
  origin: RequestOrigin,
): Promise<StoredPaySetup | Refused> {
  const decide = (known: KnownForPay): SetupChanges | Refused => {
    const { revision, firstRunMonth } = known;
    const before = known.setup === null ? null : readPaySetup(known.setup);
    if (revision !== order.revision) {
      return refuse('conflict', `The setup has changed meanwhile: it is at revision ${revision}. Read it again.`);
    }
    if (order.setup.approval !== (before?.approval ?? 'owner') && !order.isOwner) {
      return refuse('forbidden', 'Only an owner who signed in changes who approves pay runs.');
    }
    if (firstRunMonth !== null && order.setup.firstMonth > firstRunMonth) {
      // The lines of paid months would count as gone, and all that was paid for them as taken back.
      return refuseField('firstMonth', `must not be after ${firstRunMonth}, which a pay run names`);
    }
    const setup = setupOf(order.setup);
    const faults = [
      ...setupFaults(setup, known.agentIds),
      ...unknownReferences(setup, { ...known, before: before && setupOf(before) }),
      ...openingFaults(order.setup, before, known.settledAgentIds),
    ];
    return faults.length === 0 ? setupChanges(before, order.setup) : refuseFields(faults);
  };
  const row = await setups.change(order, decide, origin);
  return isRefused(row) ? row : { ...row, setup: readPaySetup(row.setup) };
}

/** Lists other opening balances of agents with whom a run has settled: they would never count. */
function openingFaults(
  setup: PaySetupRecord,
  before: PaySetupRecord | null,
  settled: ReadonlySet<string>,
): readonly FieldError[] {
  const openings = new Map((before?.agents ?? []).map(({ agentId, opening }) => [agentId, opening]));
  return setup.agents.flatMap(({ agentId, opening }, at) => {
    const was = openings.get(agentId) ?? { waiting: 0, holdback: 0, debt: 0 };
    const isSame = opening.waiting === was.waiting && opening.holdback === was.holdback && opening.debt === was.debt;
    if (isSame || !settled.has(agentId)) return [];
    const detail = 'counts no more, because a run has settled with the agent: add an adjustment to a run instead';
    return [{ field: `agents[${at}].opening`, detail }];
  });
}

/** Converts a setup to exact amounts and shares. */
export function setupOf(record: PaySetupRecord): PaySetup {
  return {
    firstMonth: record.firstMonth,
    approval: record.approval,
    plans: record.plans.map(({ planId, name, afterLeaving, rules }) => ({
      ...{ planId, name, afterLeaving },
      rules: rules.map(({ ruleId, pay, tiers, overrides, policyYear, ...scope }) => ({
        ruleId,
        scope: { ...scope, years: policyYear ?? scope.years },
        pay: writingPay(pay),
        tiers: tiers && {
          ...tiers,
          steps: tiers.steps.map((step) => ({ reached: money(step.reached), share: share(step.percent) })),
        },
        overrides:
          overrides.by === 'level' ? { by: 'level', shares: overrides.percents.map(share) } : { by: overrides.by },
      })),
    })),
    agents: record.agents.map((one) => ({
      agentId: one.agentId,
      plans: one.plans.map(({ from, planId }) => ({ from, value: planId })),
      uplines: one.uplines.map(({ from, agentId }) => ({ from, value: agentId })),
      minimum: money(one.minimum),
      holdback: share(one.holdbackPercent),
      recovery: share(one.recoveryPercent),
      opening: {
        waiting: money(one.opening.waiting),
        holdback: money(one.opening.holdback),
        debt: money(one.opening.debt),
      },
      recurring: one.recurring.map((recurring) => ({ ...recurring, amount: money(recurring.amount) })),
    })),
    moves: record.moves,
    cases: record.cases.map(({ shares, ...one }) => ({
      ...one,
      shares: shares.map(({ agentId, percent: part }) => ({ agentId, share: share(part) })),
    })),
  };
}

function isShare(by: PayBasis): by is 'commission' | 'premium' {
  return by === 'commission' || by === 'premium';
}

function writingPay({ by, percent: part, amount }: z.output<typeof payRule>['pay']): WritingPay {
  return isShare(by) ? { by, share: share(part ?? 0) } : { by, amount: money(amount ?? 0) };
}

function share(value: number): number {
  return Math.round(value * 10_000);
}

/** Dollars of a request as exact money. */
export function money(value: number): Money {
  return moneyFromDecimal(value.toFixed(4)) ?? 0;
}

/** Reads a stored setup. */
export function readPaySetup(stored: unknown): PaySetupRecord {
  return paySetup.parse(stored);
}
