import { z } from '@hono/zod-openapi';

/** Reports on the members of a Medicare carrier (docs/reference/reports.md#rapid-disenrollment). */

export const CARRIER_ID = 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f';

const plan = {
  planName: z.string().nullable(),
  planCode: z.string().nullable(),
};
const disenrollmentGroup = {
  total: z.int().openapi({ description: 'Members who disenrolled.' }),
  rapid: z.int(),
  clawedBackAmount: z.number().openapi({ description: 'Dollars charged back in the period for the rapid ones.' }),
};

/** The period that a report covers. Null when the request names no period and there is no data. */
export const bookPeriod = z
  .string()
  .nullable()
  .openapi({ description: 'Null when no period was asked for and there is no data.' });

export const rdeReport = z
  .object({
    carrierId: z.string(),
    period: bookPeriod,
    realized: z
      .object({ count: z.int(), clawedBackAmount: z.number() })
      .openapi({ description: 'Rapid disenrollments that were charged back in the period.' }),
    exposure: z.object({ count: z.int(), atRiskAmount: z.number() }).openapi({
      description: `Members still enrolled whose effective month is the period's or one of the two before, and what they were paid since,
less what was charged back. Members paid ahead count.`,
    }),
    disenrollments: z.object({
      total: z.int(),
      rapid: z.int(),
      rapidRatePct: z.number().openapi({ description: '100 × rapid / evaluated; 0 for 0.' }),
    }),
    byPlan: z.array(z.object({ ...plan, ...disenrollmentGroup })).readonly(),
    byAgent: z
      .array(z.object({ agentId: z.string().nullable(), agentName: z.string().nullable(), ...disenrollmentGroup }))
      .readonly(),
    evaluated: z.int().openapi({ description: 'Disenrollments with an effective and a term date: those classified.' }),
    total: z.int().openapi({ description: 'All disenrollments of the period.' }),
  })
  .openapi('RapidDisenrollmentReport');

type Rde = z.output<typeof rdeReport>;

export const rdeExample: Rde = {
  carrierId: CARRIER_ID,
  period: '2026-04',
  realized: { count: 1, clawedBackAmount: 114 },
  exposure: { count: 6, atRiskAmount: 1735.02 },
  disenrollments: { total: 4, rapid: 1, rapidRatePct: 33.33 },
  byPlan: [{ planName: 'Choice PPO', planCode: 'H1234-007', total: 4, rapid: 1, clawedBackAmount: 114 }],
  byAgent: [{ agentId: '18800001', agentName: 'Ann Lee', total: 4, rapid: 1, clawedBackAmount: 114 }],
  evaluated: 3,
  total: 4,
};

/** The plans, followed by the agents, as one table. */
export const RDE_COLUMNS = ['groupedBy', 'name', 'code', 'total', 'rapid', 'clawedBackAmount'];

export function rdeTable({ byPlan, byAgent }: Rde) {
  return [
    ...byPlan.map(({ planName, planCode, ...group }) => ({
      groupedBy: 'plan',
      name: planName,
      code: planCode,
      ...group,
    })),
    ...byAgent.map(({ agentName, agentId, ...group }) => ({
      groupedBy: 'agent',
      name: agentName,
      code: agentId,
      ...group,
    })),
  ];
}

const forecastMonth = z.object({
  period: z.string(),
  members: z.int().openapi({ description: 'Renewals in the month.' }),
  amount: z.number(),
});

export const FORECAST_COLUMNS = Object.keys(forecastMonth.shape);

export const renewalForecastReport = z
  .object({
    carrierId: z.string(),
    period: bookPeriod,
    horizonMonths: z.int(),
    annualRenewalValue: z.number().openapi({
      description: 'Dollars of the renewals of the twelve months after the period, whatever the horizon.',
    }),
    activeMembers: z.int().openapi({ description: 'On the statement or paid ahead, and not terminated by its end.' }),
    evaluated: z.int().openapi({
      description:
        'Active members with an effective date, and a known rate for their next renewal or another one of the horizon.',
    }),
    byMonth: z.array(forecastMonth).readonly().openapi({ description: 'Every month of the horizon.' }),
    byPlan: z
      .array(z.object({ ...plan, members: z.int(), annualRenewalValue: z.number() }))
      .readonly()
      .openapi({ description: 'Adds up to annualRenewalValue.' }),
    ratesInferred: z.boolean().openapi({
      description: `A renewal is valued by the CMS maximum of its year, state and product, because no contracted renewal rate holds for it.
Years not yet published are taken as the last one that is.`,
    }),
  })
  .openapi('RenewalForecast');

export const renewalForecastExample: z.output<typeof renewalForecastReport> = {
  carrierId: CARRIER_ID,
  period: '2026-10',
  horizonMonths: 3,
  annualRenewalValue: 1436,
  activeMembers: 5,
  evaluated: 4,
  byMonth: [
    { period: '2026-11', members: 1, amount: 347 },
    { period: '2026-12', members: 0, amount: 0 },
    { period: '2027-01', members: 3, amount: 1089 },
  ],
  byPlan: [{ planName: 'Choice PPO', planCode: 'H1234-007', members: 4, annualRenewalValue: 1436 }],
  ratesInferred: true,
};
