import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  PAY_SHEET_STATES,
  type PlannedPayRow,
  planPaySheet,
  type SheetAgentFields,
  type SheetKnownAgent,
  type SheetShares,
  sharesInWords,
} from '../../core/agent-pay/plan-pay-sheet.ts';
import type { PaySheetRow } from '../../core/agent-pay/read-pay-sheet.ts';
import { type Money, moneyToDollars } from '../../core/money.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { payNotSetUp } from '../../core/refusals.ts';
import { refuseFields } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { RunIsolated } from '../reading/run-isolated.ts';
import { agentTerms, money, type PayPlanRecord, type PaySetupRecord, payPlan, readPaySetup } from './pay-setup.ts';

/** The import of a sheet of agents with plans and opening balances (docs/reference/agent-pay.md#import-a-sheet). */

const importedRow = z
  .object({
    row: z.int().describe('As a spreadsheet numbers it.'),
    name: z.string().nullable(),
    npn: z.string().nullable(),
    state: z
      .enum(PAY_SHEET_STATES)
      .describe('new: makes an agent. changed: changes a known one. same: is so already. faulty: see `detail`.'),
    agentId: z.string().nullable().describe('The known agent; null for a new one and a faulty row.'),
    changes: z.array(z.string()).readonly().describe('What the row changes, in words.'),
    detail: z.string().nullable().describe('What is wrong, in words.'),
  })
  .meta({ id: 'ImportedPayRow' });

export const payImport = z
  .object({
    applied: z.boolean().describe('False: a preview, which changed nothing.'),
    rows: z.int(),
    counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), faulty: z.int() }),
    plans: z.array(z.string()).readonly().describe('Plans that are made, by name.'),
    data: z.array(importedRow).readonly().describe('Every row of the sheet, in its order.'),
  })
  .meta({ id: 'PayImport' });
export type PayImport = Readonly<z.output<typeof payImport>>;

/** An agent as it is stored, and whether an approved run settled with it. */
export interface PaySheetAgent extends SheetAgentFields {
  readonly isHouse: boolean;
  readonly texts: readonly string[];
  readonly isSettled: boolean;
}

export interface PaySheetFacts {
  readonly agents: readonly PaySheetAgent[];
  /** The setup as it is stored; null before the first one. */
  readonly setup: unknown;
}

/** The rows that applying a sheet writes. */
export interface PaySheetChange {
  readonly created: readonly SheetAgentFields[];
  readonly updated: readonly SheetAgentFields[];
  /** The next revision of the setup; null when it stays. */
  readonly setup: PaySetupRecord | null;
}

export interface PaySheetStore {
  facts(accountId: string): Promise<PaySheetFacts>;
  /** Reads the facts and stores what `decide` makes of them, in one transaction. Refuses too many agents. */
  apply(
    accountId: string,
    decide: (facts: PaySheetFacts) => PaySheetChange | Refused,
    origin: RequestOrigin,
  ): Promise<null | Refused>;
}

export interface PaySheetImports {
  readonly paySheets: PaySheetStore;
  readonly runIsolated: RunIsolated;
  readonly clock: () => Date;
}

/**
 * Reads a sheet of agents, and stores all of it or only says what it would change. Refuses a sheet that can't be read, an account without a
 * setup, and applying a sheet with a faulty row.
 */
export async function importPaySheet(
  { paySheets, runIsolated, clock }: PaySheetImports,
  {
    accountId,
    bytes,
    isApplied,
  }: { readonly accountId: string; readonly bytes: Uint8Array; readonly isApplied: boolean },
  origin: RequestOrigin,
): Promise<PayImport | Refused> {
  const rows = await runIsolated(accountId, { name: 'readPaySheet', input: { bytes } });
  if (isRefused(rows)) return rows;
  const today = clock().toISOString().slice(0, 10);
  if (!isApplied) {
    const planned = planSheet(rows, await paySheets.facts(accountId), today);
    return isRefused(planned) ? planned : importOf(planned, false);
  }
  let planned: PlannedSheet | null = null;
  const refused = await paySheets.apply(
    accountId,
    (facts) => {
      const plan = planSheet(rows, facts, today);
      if (isRefused(plan)) return plan;
      const faults = plan.rows.flatMap(({ sheet: { row }, detail }) =>
        detail === null ? [] : [{ field: `row ${row}`, detail }],
      );
      if (faults.length > 0) return refuseFields(faults);
      planned = plan;
      return changeOf(plan);
    },
    origin,
  );
  if (refused !== null) return refused;
  if (planned === null) throw new Error('The sheet was stored without a plan.');
  return importOf(planned, true);
}

interface PlannedSheet {
  readonly rows: readonly PlannedPayRow[];
  readonly newPlans: readonly PayPlanRecord[];
  readonly setup: PaySetupRecord | null;
}

function planSheet(rows: readonly PaySheetRow[], facts: PaySheetFacts, today: string): PlannedSheet | Refused {
  if (facts.setup === null) return payNotSetUp();
  const setup = readPaySetup(facts.setup);
  const known = facts.agents.map((agent) => knownAgent(agent, setup));
  const planned = planPaySheet({ rows, known, newId: randomUUID, today });
  const changed = changedSetup(setup, planned);
  return {
    rows: planned,
    newPlans: changed.plans.slice(setup.plans.length),
    setup: changed === setup ? null : changed,
  };
}

function knownAgent(agent: PaySheetAgent, setup: PaySetupRecord): SheetKnownAgent {
  const terms = setup.agents.find(({ agentId }) => agentId === agent.agentId);
  const [only, ...more] = terms?.plans ?? [];
  const plan = setup.plans.find(({ planId }) => planId === only?.planId);
  const isAlways = more.length === 0 && only?.from === ALWAYS;
  const { waiting, debt } = terms?.opening ?? { waiting: 0, debt: 0 };
  return {
    ...agent,
    shares: plan !== undefined && isAlways ? sharesOf(plan) : null,
    opening: money(waiting) - money(debt),
    hasDatedUplines: (terms?.uplines.length ?? 0) > 0,
  };
}

/** The month from which a plan of a sheet counts: before all months covered. */
const ALWAYS = '2000-01';

/** Makes the plan of two shares. Lines whose policy year is not known have a rule only when the shares are equal. */
function planOf(shares: SheetShares, planId: string): PayPlanRecord {
  const rule = (ruleId: string, years: 'first' | 'renewal' | null, percent: number) => ({
    ...{ ruleId, years, pay: { by: 'commission', percent } },
  });
  const { firstYear, renewal } = shares;
  const rules =
    firstYear === renewal
      ? [rule('all', null, firstYear)]
      : [rule('first', 'first', firstYear), rule('renewal', 'renewal', renewal)];
  return payPlan.parse({ planId, name: sharesInWords(shares), rules });
}

/** Returns the shares of a plan that says nothing else; null for every other plan. */
function sharesOf(plan: PayPlanRecord): SheetShares | null {
  const percentOf = (years: 'first' | 'renewal' | null) =>
    plan.rules.find((rule) => rule.years === years)?.pay.percent ?? null;
  const firstYear = percentOf('first') ?? percentOf(null);
  const renewal = percentOf('renewal') ?? percentOf(null);
  if (firstYear === null || renewal === null) return null;
  const shares = { firstYear, renewal };
  return contentOf(plan) === contentOf(planOf(shares, plan.planId)) ? shares : null;
}

/** Writes a plan without its names, to compare two. */
function contentOf({ afterLeaving, rules }: PayPlanRecord): string {
  return JSON.stringify([afterLeaving, rules.map(({ ruleId: _, ...rule }) => JSON.stringify(rule)).toSorted()]);
}

/** Returns the setup with the plans and balances of the rows; the same setup when they change none. */
function changedSetup(setup: PaySetupRecord, rows: readonly PlannedPayRow[]): PaySetupRecord {
  const plans = [...setup.plans];
  const planFor = (shares: SheetShares): string => {
    const known = plans.find((plan) => {
      const own = sharesOf(plan);
      return own?.firstYear === shares.firstYear && own.renewal === shares.renewal;
    });
    if (known !== undefined) return known.planId;
    const id = `first-${shares.firstYear}-renewal-${shares.renewal}`;
    const isTaken = plans.some(({ planId }) => planId === id);
    const made = planOf(shares, isTaken ? `${id}-${plans.length + 1}` : id);
    plans.push(made);
    return made.planId;
  };
  const terms = new Map(setup.agents.map((one) => [one.agentId, one]));
  let isChanged = false;
  for (const { agentId, shares, opening } of rows) {
    if (agentId === null || (shares === null && opening === null)) continue;
    isChanged = true;
    const before = terms.get(agentId) ?? agentTerms.parse({ agentId });
    terms.set(agentId, {
      ...before,
      plans: shares === null ? before.plans : [{ from: ALWAYS, planId: planFor(shares) }],
      opening: opening === null ? before.opening : { ...before.opening, ...openingOf(opening) },
    });
  }
  return isChanged ? { ...setup, plans, agents: [...terms.values()] } : setup;
}

function openingOf(opening: Money): { readonly waiting: number; readonly debt: number } {
  const dollars = moneyToDollars(opening);
  return { waiting: Math.max(dollars, 0), debt: Math.max(-dollars, 0) };
}

function changeOf({ rows, setup }: PlannedSheet): PaySheetChange {
  const stored = (isNew: boolean) =>
    rows.flatMap((row) => (row.record !== null && row.isNew === isNew ? [row.record] : []));
  return { created: stored(true), updated: stored(false), setup };
}

function importOf({ rows, newPlans }: PlannedSheet, applied: boolean): PayImport {
  const count = (state: PlannedPayRow['state']) => rows.filter((row) => row.state === state).length;
  return {
    applied,
    rows: rows.length,
    counts: { new: count('new'), changed: count('changed'), same: count('same'), faulty: count('faulty') },
    plans: newPlans.map(({ name }) => name),
    data: rows.map(({ sheet: { row, name, npn }, state, agentId, isNew, changes, detail }) => ({
      ...{ row, name, npn, state, changes, detail },
      agentId: isNew && !applied ? null : agentId,
    })),
  };
}
