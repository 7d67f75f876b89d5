import { z } from 'zod';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { describeMonth, type MonthFacts, month, SPECIAL_MONTHS } from './describe-month.ts';
import type { BookFilter } from './read-models.ts';

/** The paid amounts as the reports show them. The comparison with a form 1099 uses the same figures. */
export const paidFigures = {
  paidNet: z.number().describe('paidGross − chargebacks.'),
  paidGross: z.number().describe('All that was paid, also what belongs to no member.'),
  chargebacks: z.number().describe('All that was taken back, also from no member, as a positive amount.'),
};

/** The totals of a period (docs/reference/scoring.md#rollups). */
export const totals = z
  .object({
    memberCount: z.int().describe('green + yellow + new + reappeared.'),
    green: z.int(),
    yellow: z.int(),
    red: z.int(),
    new: z.int(),
    reappeared: z.int(),
    commissionAtRisk: z.number().describe('Dollars on yellow and red members.'),
    commissionDropped: z.number().describe('The red slice of it.'),
    commissionReduced: z.number().describe('The yellow slice of it.'),
    reducedCount: z.int(),
    commissionOwed: z.number().describe('Recoverable shortfall: expected minus actual.'),
    owedEvaluated: z.int(),
    owedTotal: z.int(),
    owedEstimated: z.boolean().describe('What is owed rests, partly, on an estimated rate.'),
    commissionOwedEstimated: z.number().describe('The part of commissionOwed that rests on an estimated rate.'),
    chargebackCount: z.int(),
    chargebackAmount: z.number(),
    unassignedCount: z.int().describe('Rows with money of no member, see GET /v1/unassigned-lines.'),
    unassignedAmount: z.number().describe('What was paid on them, less what was taken back.'),
    ...paidFigures,
  })
  .meta({ id: 'RollupTotals' });
export type RollupTotals = Readonly<z.output<typeof totals>>;

/** Describes the id of the record of an agent, by whose name its spellings are one row. */
export const AGENT_RECORD =
  'The record of the agent, whose name stands for all its spellings; null for an agent without one.';

/** Pay of one agent by a carrier; id and name are null where the statement names no agent. */
export const agentRollup = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    agentId: z.string().nullable().describe('As the carrier writes it; null where it gives no number.'),
    agentName: z.string().nullable().describe('Both null: the statement names no agent.'),
    agentRecordId: z.string().nullable().describe(AGENT_RECORD),
    ...paidFigures,
  })
  .meta({ id: 'AgentRollup' });
export type AgentRollup = Readonly<z.output<typeof agentRollup>>;

export const carrierRollup = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    ...totals.shape,
    attritionRate: z.number().describe('red / (memberCount + red), 6 decimals.'),
    provisional: z
      .boolean()
      .describe('The month still waits for files: red members, and the dollars on them, are so provisionally.'),
  })
  .meta({ id: 'CarrierRollup' });
export type CarrierRollup = Readonly<z.output<typeof carrierRollup>>;

export const rollupReport = z.object({
  period: z.string().nullable().describe('Null when there is no data at all.'),
  totals,
  byCarrier: z.array(carrierRollup).readonly(),
  byAgent: z
    .array(agentRollup)
    .readonly()
    .optional()
    .describe('With groupBy=agent: what each agent was paid, by carrier, the largest amount first.'),
  months: z.array(month).readonly().describe(SPECIAL_MONTHS),
});
export type RollupReport = Readonly<z.output<typeof rollupReport>>;

export const CARRIER_ROLLUP_COLUMNS = [
  ...['carrierId', 'carrierName', 'memberCount', 'green', 'yellow', 'red', 'new', 'reappeared'],
  ...['commissionAtRisk', 'commissionDropped', 'commissionReduced', 'reducedCount', 'commissionOwed'],
  ...['owedEvaluated', 'owedTotal', 'owedEstimated', 'chargebackCount', 'chargebackAmount', 'attritionRate'],
  ...['commissionOwedEstimated', 'unassignedCount', 'unassignedAmount', 'paidNet', 'paidGross', 'chargebacks'],
  ...['provisional'],
];

export const AGENT_ROLLUP_COLUMNS = [
  'carrierId',
  'carrierName',
  'agentId',
  'agentName',
  'paidNet',
  'paidGross',
  'chargebacks',
  'agentRecordId',
];

/** The report with its months as they are stored, and with all figures of the table, of which the report shows its own. */
export type RollupFacts = Omit<RollupReport, 'months'> & { readonly months: readonly MonthFacts[] };

export interface RollupFilter extends BookFilter {
  readonly period?: Period | undefined;
  /** `agent` adds `byAgent` to the report. */
  readonly groupBy?: 'agent' | undefined;
}

export interface RollupReads {
  /** Returns the rollup of the period, by default of the latest with data that matches the filter. */
  rollup(accountId: string, filter: RollupFilter): Promise<RollupFacts | Refused>;
}

export interface RollupReports {
  readonly rollups: RollupReads;
}

/** Reports the rollup of a period, by default of the latest with data. Refuses an unknown carrier or workspace. */
export async function reportRollup(
  rollups: RollupReads,
  accountId: string,
  filter: RollupFilter,
): Promise<RollupReport | Refused> {
  const found = await rollups.rollup(accountId, filter);
  if (isRefused(found)) return found;
  const byCarrier = found.byCarrier.map((carrier) => carrierRollup.parse(carrier));
  return { ...found, totals: totals.parse(found.totals), byCarrier, months: found.months.map(describeMonth) };
}
