import { z } from '@hono/zod-openapi';
import { STATEMENT_STATES } from '../../../core/report/home.ts';
import { carrierEvent, carrierEventExample } from './carrier-event-schemas.ts';
import { paidExample, paidFigures } from './paid-schemas.ts';

/** The home screen (docs/reference/reports.md#home). */

const figureFields = {
  ...paidFigures,
  before: z.number().nullable().openapi({ description: 'paidNet of the earlier month; null without one.' }),
  difference: z.number().nullable().openapi({ description: 'paidNet − before.' }),
  members: z.int(),
  gone: z.int(),
  goneAmount: z.number().openapi({ description: 'The last pay of who is gone.' }),
  paidLess: z.int(),
  paidLessAmount: z.number().openapi({ description: 'The lost part of the regular pay.' }),
  plannedStep: z.int().openapi({ description: 'Members whose pay fell by a planned step.' }),
  plannedStepAmount: z.number().openapi({ description: 'The dollars by which planned steps lowered the pay.' }),
  paidMore: z.int(),
  new: z.int().openapi({ description: 'First seen; 0 in the first month of a carrier, when everybody is.' }),
  back: z.int(),
  same: z.int(),
  takenBack: z.int().openapi({ description: 'Members with a chargeback; chargebacks has the amount.' }),
  toAskFor: z
    .number()
    .openapi({ description: "Underpaid in the month, by contracts and by the statement's own rates." }),
  toCheck: z.number().openapi({ description: 'Underpaid by estimated rates, which nobody can claim.' }),
};

const homeMonth = z.object({ period: z.string(), ...figureFields }).openapi('HomeMonth');
const homeTotals = z
  .object({
    ...figureFields,
    missingStatements: z.int().openapi({ description: 'Carriers whose state is missing or waiting.' }),
  })
  .openapi('HomeTotals');
const homeCarrier = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    state: z.enum(STATEMENT_STATES).openapi({
      description: 'missing: data in an earlier month only. waiting: more files of the month are expected.',
    }),
    lastPeriod: z.string().openapi({ description: 'The latest month with data, up to the shown one.' }),
    ...figureFields,
  })
  .openapi('HomeCarrier');
const homeAgent = z
  .object({
    agentId: z.string().nullable(),
    agentName: z.string().nullable().openapi({ description: 'Both null: the statements name no agent.' }),
    paidNet: z.number(),
    before: z.number().openapi({ description: 'paidNet of the earlier month.' }),
    difference: z.number(),
  })
  .openapi('HomeAgent');

export const home = z
  .object({
    period: z.string().nullable().openapi({ description: 'Null when there is no data at all.' }),
    previousPeriod: z
      .string()
      .nullable()
      .openapi({ description: 'The month with data before it, which before and difference are of; null without one.' }),
    totals: homeTotals,
    months: z.array(homeMonth).readonly().openapi({ description: 'Up to twelve calendar months, oldest first.' }),
    carriers: z.array(homeCarrier).readonly().openapi({ description: 'By name.' }),
    agents: z
      .array(homeAgent)
      .readonly()
      .openapi({ description: 'Pay by agent over all carriers, the largest first; at most 100.' }),
    agentCount: z.int().openapi({ description: 'All agents.' }),
    events: z.array(carrierEvent).readonly().openapi({ description: 'Undecided carrier events of the month.' }),
  })
  .openapi('Home');

const figuresExample = {
  ...paidExample,
  before: 400,
  difference: -60,
  members: 7,
  gone: 1,
  goneAmount: 50,
  paidLess: 1,
  paidLessAmount: 10,
  plannedStep: 1,
  plannedStepAmount: 60,
  paidMore: 0,
  new: 1,
  back: 0,
  same: 4,
  takenBack: 1,
  toAskFor: 10,
  toCheck: 0,
};

export const homeExample: z.output<typeof home> = {
  period: '2026-03',
  previousPeriod: '2026-02',
  totals: { ...figuresExample, missingStatements: 0 },
  months: [{ period: '2026-03', ...figuresExample }],
  carriers: [
    {
      carrierId: carrierEventExample.carrierId,
      carrierName: 'Summit Senior Life',
      state: 'complete',
      lastPeriod: '2026-03',
      ...figuresExample,
    },
  ],
  agents: [{ agentId: 'A-17', agentName: 'Rivera, Ana', paidNet: 340, before: 400, difference: -60 }],
  agentCount: 1,
  events: [{ ...carrierEventExample, period: '2026-03' }],
};
