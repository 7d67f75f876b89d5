import { z } from '@hono/zod-openapi';
import { withLast } from './columns-in-order.ts';
import { monthExample, SPECIAL_MONTHS, month as specialMonth } from './month-schemas.ts';
import { paidExample, paidFigures } from './paid-schemas.ts';
import { agentRollup } from './rollup-schemas.ts';

/** The cumulative report (docs/reference/reports.md#cumulative). */

const month = z.string().nullable();

const figures = {
  commissionOwed: z.number().openapi({ description: "The sum of each month's expected minus actual." }),
  commissionOwedEstimated: z
    .number()
    .openapi({ description: 'The part of commissionOwed that rests on an estimated rate.' }),
  commissionAtRisk: z.number(),
  chargebackAmount: z.number(),
  unassignedAmount: z.number().openapi({
    description: 'Paid less taken back without a member, see GET /v1/unassigned-lines; in no other figure.',
  }),
  owedEvaluated: z.int(),
  owedTotal: z.int(),
  owedCoverage: z
    .number()
    .openapi({ description: 'owedEvaluated / owedTotal, 6 decimals; 0 where nothing was tried.' }),
  ...paidFigures,
};

const memberMonths = z.int().openapi({ description: "The sum of the months' member counts: a volume, not members." });

const cumulativePeriod = z
  .object({
    period: z.string(),
    year: z.int(),
    month: z.int(),
    memberCount: z.int(),
    ...figures,
    chargebackCount: z.int(),
    red: z.int(),
    new: z.int(),
    reappeared: z.int(),
  })
  .openapi('CumulativePeriod');

const cumulativeCarrier = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    ...figures,
    memberMonths,
    periodsCovered: z.int(),
  })
  .openapi('CumulativeCarrier');

export const cumulativeReport = z.object({
  range: z.object({
    from: month.openapi({ description: 'The first month with data inside what was asked for.' }),
    to: month.openapi({ description: 'The last one.' }),
    requestedFrom: month,
    requestedTo: month,
    periodsCovered: z.int().openapi({ description: 'Months with data.' }),
  }),
  totals: z
    .object({
      ...figures,
      chargebackCount: z.int(),
      memberMonths,
      avgMembers: z.number().openapi({ description: 'memberMonths / periodsCovered, 2 decimals.' }),
      peakMembers: z.int(),
      red: z.int(),
      new: z.int(),
      reappeared: z.int(),
      owedEstimated: z.boolean(),
    })
    .openapi('CumulativeTotals'),
  byPeriod: z.array(cumulativePeriod).readonly(),
  byCarrier: z.array(cumulativeCarrier).readonly(),
  months: z.array(specialMonth).readonly().openapi({ description: SPECIAL_MONTHS }),
  byAgent: z
    .array(agentRollup)
    .readonly()
    .optional()
    .openapi({ description: 'With groupBy=agent: what each agent was paid, by carrier, the largest amount first.' }),
});

export const CUMULATIVE_PERIOD_COLUMNS = withLast(Object.keys(cumulativePeriod.shape), [
  'commissionOwedEstimated',
  'unassignedAmount',
  ...Object.keys(paidFigures),
]);

const figuresExample = {
  ...paidExample,
  commissionOwed: 10,
  commissionOwedEstimated: 0,
  commissionAtRisk: 110,
  chargebackAmount: 50,
  unassignedAmount: 250,
  owedEvaluated: 3,
  owedTotal: 3,
  owedCoverage: 1,
};

export const cumulativeExample: z.output<typeof cumulativeReport> = {
  range: { from: '2026-02', to: '2026-02', requestedFrom: '2026-02', requestedTo: null, periodsCovered: 1 },
  totals: {
    ...figuresExample,
    chargebackCount: 1,
    memberMonths: 4,
    avgMembers: 4,
    peakMembers: 4,
    red: 1,
    new: 1,
    reappeared: 0,
    owedEstimated: false,
  },
  byPeriod: [
    {
      period: '2026-02',
      year: 2026,
      month: 2,
      memberCount: 4,
      ...figuresExample,
      chargebackCount: 1,
      red: 1,
      new: 1,
      reappeared: 0,
    },
  ],
  byCarrier: [
    {
      carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
      carrierName: 'Summit Senior Life',
      ...figuresExample,
      memberMonths: 4,
      periodsCovered: 1,
    },
  ],
  months: [monthExample],
};
