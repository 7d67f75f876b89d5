import { z } from '@hono/zod-openapi';
import { QUALITY_LEVELS } from '../../../core/report/data-quality.ts';
import { GRADES } from '../../../core/report/scorecard.ts';
import { carrierEvent } from './carrier-event-schemas.ts';
import { month, monthExample, SPECIAL_MONTHS } from './month-schemas.ts';

/** Reports about carriers: the quality of their statements, their grades and their payments in a year (docs/reference/reports.md). */

const carrier = { carrierId: z.string(), carrierName: z.string() };
const carrierExample = { carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f', carrierName: 'Summit Senior Life' };
const rate = (description: string) => z.number().openapi({ description: `${description}, 6 decimals; 0 for nobody.` });

const level = z.enum(QUALITY_LEVELS);

const carrierQuality = z
  .object({
    ...carrier,
    level,
    reason: z.string().openapi({
      description:
        'The level in words, with the figures; then how the statement compares with the book of business, where there is one.',
    }),
    droppedRate: rate('red / priorPresent'),
    newRate: rate('newMembers / present'),
    churnOverlap: rate('The smaller of both'),
    red: z.int(),
    newMembers: z.int(),
    reappeared: z.int(),
    present: z.int(),
    priorPresent: z
      .int()
      .openapi({ description: 'Members of the statement this one was compared with; 0 for a first one.' }),
    checks: z
      .array(
        z.object({
          name: z.enum(['droppedRate', 'churnOverlap']),
          value: z.number(),
          watchAt: z.number(),
          alertAt: z.number(),
          outcome: z.enum([...QUALITY_LEVELS, 'skipped']).openapi({
            description:
              'Skipped: there is nothing to compare with, fewer than two members were lost, or the month still waits for files.',
          }),
        }),
      )
      .readonly(),
    carrierEvents: z.array(carrierEvent).readonly().openapi({
      description: 'What it did to many members at once. An open one is worth a watch, unless it pays more.',
    }),
  })
  .openapi('CarrierQuality');

export const dataQualityReport = z.object({
  period: z.string().nullable().openapi({ description: 'Null when there is no data at all.' }),
  overall: level.openapi({ description: 'The worst of all carriers; a missing statement is worth a watch.' }),
  carriers: z.array(carrierQuality).readonly(),
  missing: z
    .array(z.object({ ...carrier, lastPeriod: z.string() }))
    .readonly()
    .openapi({ description: 'Carriers with data in an earlier month and no statement in this one.' }),
  months: z.array(month).readonly().openapi({ description: SPECIAL_MONTHS }),
});

export const CARRIER_QUALITY_COLUMNS = Object.keys(carrierQuality.shape);

export const dataQualityExample: z.output<typeof dataQualityReport> = {
  period: '2026-02',
  overall: 'alert',
  carriers: [
    {
      ...carrierExample,
      level: 'alert',
      reason:
        '30 members are missing, against 50 in the statement before (60 %), while 25 of its 45 members are new (55.56 %): the file may be of another month, or of another book.',
      droppedRate: 0.6,
      newRate: 0.555556,
      churnOverlap: 0.555556,
      red: 30,
      newMembers: 25,
      reappeared: 0,
      present: 45,
      priorPresent: 50,
      checks: [
        { name: 'droppedRate', value: 0.6, watchAt: 0.2, alertAt: 0.5, outcome: 'alert' },
        { name: 'churnOverlap', value: 0.555556, watchAt: 0.15, alertAt: 0.35, outcome: 'alert' },
      ],
      carrierEvents: [],
    },
  ],
  missing: [],
  months: [monthExample],
};

const scorecard = z
  .object({
    ...carrier,
    grade: z.enum(GRADES).openapi({ description: 'A from 90, B from 80, C from 70, D from 60.' }),
    score: z.number().openapi({
      description: '100 × (0.6 × periodsReported / periodsExpected + 0.4 × the mean of ok 1, watch 0.5, alert 0).',
    }),
    commissionOwed: z.number(),
    commissionOwedEstimated: z
      .number()
      .openapi({ description: 'The part of commissionOwed that rests on an estimated rate.' }),
    owedPerMemberMonth: z.number(),
    owedPerMemberMonthEstimated: z
      .number()
      .openapi({ description: 'The part of owedPerMemberMonth that rests on an estimated rate.' }),
    chargebackAmount: z.number(),
    dropRatePct: z.number().openapi({ description: '100 × red / (memberCount + red), over all months.' }),
    consistencyPct: z.number().openapi({ description: '100 × periodsReported / periodsExpected.' }),
    periodsReported: z.int(),
    periodsExpected: z.int().openapi({ description: "Months from the carrier's first statement, or from, up to to." }),
    qualityFlags: z.int().openapi({
      description:
        'Months that wait for files, or in which unusual numbers of members left or came, by the checks of the data-quality report.',
    }),
    avgMembers: z.number().openapi({ description: 'A month with a statement.' }),
    recoverableAmount: z.number().openapi({
      description:
        'What can still be asked back for these months, each dollar once and without estimates: the headline of GET /v1/reports/recoverable.',
    }),
  })
  .openapi('Scorecard');

export const scorecardReport = z.object({
  from: z.string().nullable().openapi({ description: 'As asked for, else the first month with data.' }),
  to: z.string().nullable().openapi({ description: 'As asked for, else the latest month with data.' }),
  data: z.array(scorecard).readonly(),
});

export const SCORECARD_COLUMNS = Object.keys(scorecard.shape);

export const scorecardExample: z.output<typeof scorecardReport> = {
  from: '2026-01',
  to: '2026-04',
  data: [
    {
      ...carrierExample,
      grade: 'B',
      score: 85,
      commissionOwed: 75,
      commissionOwedEstimated: 0,
      owedPerMemberMonth: 5.36,
      owedPerMemberMonthEstimated: 0,
      chargebackAmount: 50,
      dropRatePct: 17.65,
      consistencyPct: 75,
      periodsReported: 3,
      periodsExpected: 4,
      qualityFlags: 0,
      avgMembers: 4.67,
      recoverableAmount: 125,
    },
  ],
};

const paid = {
  paidNet: z.number().openapi({ description: 'paidGross less chargebacks.' }),
  paidGross: z.number().openapi({ description: 'The sum of all lines above zero, also those of no member.' }),
  chargebacks: z.number().openapi({ description: 'The sum of all lines below zero, as a positive amount.' }),
};

const balanceForward = z.number().openapi({
  description: `Of paidNet: balances that a statement carries forward and counts, although the statement they come from is loaded and has them in
its own sums. It is no new money: paidNet less balanceForward is what the year's statements bring.`,
});

const carrierYear = z
  .object({
    ...carrier,
    ...paid,
    periodsCovered: z.int(),
    firstPeriod: z.string(),
    lastPeriod: z.string(),
    missingPeriods: z
      .array(z.string())
      .readonly()
      .openapi({
        description: `Months without a statement, from the carrier's first one ever to the latest month with data of any carrier. In CSV
separated by spaces.`,
      }),
    balanceForward,
  })
  .openapi('CarrierYear');

export const tax1099Report = z.object({
  year: z.int(),
  data: z.array(carrierYear).readonly(),
  totals: z.object(paid),
  months: z.array(month).readonly().openapi({ description: SPECIAL_MONTHS }),
});

export const CARRIER_YEAR_COLUMNS = Object.keys(carrierYear.shape);

const paidExample = { paidNet: 535.01, paidGross: 585.01, chargebacks: 50 };

export const tax1099Example: z.output<typeof tax1099Report> = {
  year: 2026,
  data: [
    {
      ...carrierExample,
      ...paidExample,
      periodsCovered: 4,
      firstPeriod: '2026-01',
      lastPeriod: '2026-05',
      missingPeriods: ['2026-03'],
      balanceForward: 0,
    },
  ],
  totals: paidExample,
  months: [monthExample],
};
