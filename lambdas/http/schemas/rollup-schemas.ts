import { z } from '@hono/zod-openapi';
import { withLast } from './columns-in-order.ts';
import { month, monthExample, SPECIAL_MONTHS } from './month-schemas.ts';
import { paidExample, paidFigures } from './paid-schemas.ts';

/** The totals of a period (docs/reference/scoring.md#rollups). */
const totals = z
  .object({
    memberCount: z.int().openapi({ description: 'green + yellow + new + reappeared.' }),
    green: z.int(),
    yellow: z.int(),
    red: z.int(),
    new: z.int(),
    reappeared: z.int(),
    commissionAtRisk: z.number().openapi({ description: 'Dollars on yellow and red members.' }),
    commissionDropped: z.number().openapi({ description: 'The red slice of it.' }),
    commissionReduced: z.number().openapi({ description: 'The yellow slice of it.' }),
    reducedCount: z.int(),
    commissionOwed: z.number().openapi({ description: 'Recoverable shortfall: expected minus actual.' }),
    owedEvaluated: z.int(),
    owedTotal: z.int(),
    owedEstimated: z.boolean().openapi({ description: 'What is owed rests, partly, on an estimated rate.' }),
    commissionOwedEstimated: z
      .number()
      .openapi({ description: 'The part of commissionOwed that rests on an estimated rate.' }),
    chargebackCount: z.int(),
    chargebackAmount: z.number(),
    unassignedCount: z.int().openapi({ description: 'Rows with money of no member, see GET /v1/unassigned-lines.' }),
    unassignedAmount: z.number().openapi({ description: 'What was paid on them, less what was taken back.' }),
    ...paidFigures,
  })
  .openapi('RollupTotals');

export const agentRollup = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    agentId: z.string().nullable().openapi({ description: 'As the carrier writes it; null where it gives no number.' }),
    agentName: z.string().nullable().openapi({ description: 'Both null: the statement names no agent.' }),
    ...paidFigures,
  })
  .openapi('AgentRollup');

const carrierRollup = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    ...totals.shape,
    attritionRate: z.number().openapi({ description: 'red / (memberCount + red), 6 decimals.' }),
    provisional: z.boolean().openapi({
      description: 'The month still waits for files: red members, and the dollars on them, are so provisionally.',
    }),
  })
  .openapi('CarrierRollup');

export const rollupReport = z.object({
  period: z.string().nullable().openapi({ description: 'Null when there is no data at all.' }),
  totals,
  byCarrier: z.array(carrierRollup).readonly(),
  byAgent: z
    .array(agentRollup)
    .readonly()
    .optional()
    .openapi({ description: 'With groupBy=agent: what each agent was paid, by carrier, the largest amount first.' }),
  months: z.array(month).readonly().openapi({ description: SPECIAL_MONTHS }),
});

export const CARRIER_ROLLUP_COLUMNS = withLast(Object.keys(carrierRollup.shape), [
  'commissionOwedEstimated',
  'unassignedCount',
  'unassignedAmount',
  ...Object.keys(paidFigures),
  'provisional',
]);
export const AGENT_ROLLUP_COLUMNS = Object.keys(agentRollup.shape);

export const groupByAgent = z.enum(['agent']).optional().openapi({
  description: 'Adds byAgent. CSV then has a row for each agent.',
});

const totalsExample: z.output<typeof totals> = {
  ...paidExample,
  memberCount: 4,
  green: 1,
  yellow: 2,
  red: 1,
  new: 1,
  reappeared: 0,
  commissionAtRisk: 110,
  commissionDropped: 50,
  commissionReduced: 60,
  reducedCount: 2,
  commissionOwed: 10,
  owedEvaluated: 3,
  owedTotal: 3,
  owedEstimated: false,
  commissionOwedEstimated: 0,
  chargebackCount: 1,
  chargebackAmount: 50,
  unassignedCount: 1,
  unassignedAmount: 250,
};

export const rollupExample: z.output<typeof rollupReport> = {
  period: '2026-02',
  totals: totalsExample,
  byCarrier: [
    {
      carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
      carrierName: 'Summit Senior Life',
      ...totalsExample,
      attritionRate: 0.2,
      provisional: false,
    },
  ],
  months: [monthExample],
};
