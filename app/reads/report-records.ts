import { z } from 'zod';
import { GRANULARITIES } from '../../core/comparison/compare-member.ts';
import { GRADES, qualityFields, qualityLevel } from '../../core/report/scorecard.ts';
import { carrierEvent } from './carrier-event-record.ts';
import { month, SPECIAL_MONTHS } from './describe-month.ts';
import { agentRollup, paidFigures } from './report-rollup.ts';

/** The records of the reports on books: attrition, the cumulative report, and what carriers did (docs/reference/reports.md). */

const attrition = {
  attritionRate: z.number().describe('red / (memberCount + red), 6 decimals; 0 for nobody.'),
  red: z.int().describe('Members lost in the month, quarter or year.'),
  memberCount: z.int().describe('Members present in its last month with data.'),
};

const carrierAttrition = z
  .object({ carrierId: z.string(), carrierName: z.string(), ...attrition })
  .meta({ id: 'CarrierAttrition' });

export const attritionReport = z.object({
  period: z.string().describe('As asked for.'),
  granularity: z.enum(GRANULARITIES),
  ...attrition,
  byCarrier: z.array(carrierAttrition).readonly(),
});
export type AttritionReport = Readonly<z.output<typeof attritionReport>>;

export const CARRIER_ATTRITION_COLUMNS = ['carrierId', 'carrierName', 'attritionRate', 'red', 'memberCount'];

const attritionPoint = z
  .object({
    period: z.string(),
    year: z.int(),
    month: z.int(),
    red: z.int(),
    memberCount: z.int(),
    attritionRate: attrition.attritionRate,
    commissionAtRisk: z.number(),
  })
  .meta({ id: 'AttritionPoint' });

export const attritionSeries = z.object({ data: z.array(attritionPoint).readonly() });
export type AttritionSeries = Readonly<z.output<typeof attritionSeries>>;

export const ATTRITION_POINT_COLUMNS = [
  'period',
  'year',
  'month',
  'red',
  'memberCount',
  'attritionRate',
  'commissionAtRisk',
];

const monthOrNone = z.string().nullable();

const figures = {
  commissionOwed: z.number().describe("The sum of each month's expected minus actual."),
  commissionOwedEstimated: z.number().describe('The part of commissionOwed that rests on an estimated rate.'),
  commissionAtRisk: z.number(),
  chargebackAmount: z.number(),
  unassignedAmount: z
    .number()
    .describe('Paid less taken back without a member, see GET /v1/unassigned-lines; in no other figure.'),
  owedEvaluated: z.int(),
  owedTotal: z.int(),
  owedCoverage: z.number().describe('owedEvaluated / owedTotal, 6 decimals; 0 where nothing was tried.'),
  ...paidFigures,
};

const memberMonths = z.int().describe("The sum of the months' member counts: a volume, not members.");

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
  .meta({ id: 'CumulativePeriod' });

const cumulativeCarrier = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    ...figures,
    memberMonths,
    periodsCovered: z.int(),
  })
  .meta({ id: 'CumulativeCarrier' });

export const cumulativeReport = z.object({
  range: z.object({
    from: monthOrNone.describe('The first month with data inside what was asked for.'),
    to: monthOrNone.describe('The last one.'),
    requestedFrom: monthOrNone,
    requestedTo: monthOrNone,
    periodsCovered: z.int().describe('Months with data.'),
  }),
  totals: z
    .object({
      ...figures,
      chargebackCount: z.int(),
      memberMonths,
      avgMembers: z.number().describe('memberMonths / periodsCovered, 2 decimals.'),
      peakMembers: z.int(),
      red: z.int(),
      new: z.int(),
      reappeared: z.int(),
      owedEstimated: z.boolean(),
    })
    .meta({ id: 'CumulativeTotals' }),
  byPeriod: z.array(cumulativePeriod).readonly(),
  byCarrier: z.array(cumulativeCarrier).readonly(),
  months: z.array(month).readonly().describe(SPECIAL_MONTHS),
  byAgent: z
    .array(agentRollup)
    .readonly()
    .optional()
    .describe('With groupBy=agent: what each agent was paid, by carrier, the largest amount first.'),
});
export type CumulativeReport = Readonly<z.output<typeof cumulativeReport>>;

export const CUMULATIVE_PERIOD_COLUMNS = [
  ...['period', 'year', 'month', 'memberCount', 'commissionOwed', 'commissionAtRisk', 'chargebackAmount'],
  ...['owedEvaluated', 'owedTotal', 'owedCoverage', 'chargebackCount', 'red', 'new', 'reappeared'],
  ...['commissionOwedEstimated', 'unassignedAmount', 'paidNet', 'paidGross', 'chargebacks'],
];

const carrier = { carrierId: z.string(), carrierName: z.string() };

const carrierQuality = z
  .object({
    ...carrier,
    ...qualityFields.shape,
    carrierEvents: z
      .array(carrierEvent)
      .readonly()
      .describe('What it did to many members at once. An open one is worth a watch, unless it pays more.'),
  })
  .meta({ id: 'CarrierQuality' });

export const dataQualityReport = z.object({
  period: z.string().nullable().describe('Null when there is no data at all.'),
  overall: qualityLevel.describe('The worst of all carriers; a missing statement is worth a watch.'),
  carriers: z.array(carrierQuality).readonly(),
  missing: z
    .array(z.object({ ...carrier, lastPeriod: z.string() }))
    .readonly()
    .describe('Carriers with data in an earlier month and no statement in this one.'),
  months: z.array(month).readonly().describe(SPECIAL_MONTHS),
});
export type DataQualityReport = Readonly<z.output<typeof dataQualityReport>>;

export const CARRIER_QUALITY_COLUMNS = [
  ...['carrierId', 'carrierName', 'level', 'reason', 'droppedRate', 'newRate', 'churnOverlap', 'red'],
  ...['newMembers', 'reappeared', 'present', 'priorPresent', 'checks', 'carrierEvents'],
];

const scorecard = z
  .object({
    ...carrier,
    grade: z.enum(GRADES).describe('A from 90, B from 80, C from 70, D from 60.'),
    score: z
      .number()
      .describe('100 × (0.6 × periodsReported / periodsExpected + 0.4 × the mean of ok 1, watch 0.5, alert 0).'),
    commissionOwed: z.number(),
    commissionOwedEstimated: z.number().describe('The part of commissionOwed that rests on an estimated rate.'),
    owedPerMemberMonth: z.number(),
    owedPerMemberMonthEstimated: z.number().describe('The part of owedPerMemberMonth that rests on an estimated rate.'),
    chargebackAmount: z.number(),
    dropRatePct: z.number().describe('100 × red / (memberCount + red), over all months.'),
    consistencyPct: z.number().describe('100 × periodsReported / periodsExpected.'),
    periodsReported: z.int(),
    periodsExpected: z.int().describe("Months from the carrier's first statement, or from, up to to."),
    qualityFlags: z
      .int()
      .describe(
        'Months that wait for files, or in which unusual numbers of members left or came, by the checks of the data-quality report.',
      ),
    avgMembers: z.number().describe('A month with a statement.'),
    recoverableAmount: z
      .number()
      .describe(
        'What can still be asked back for these months, each dollar once and without estimates: the headline of GET /v1/reports/recoverable.',
      ),
  })
  .meta({ id: 'Scorecard' });

export const scorecardReport = z.object({
  from: z.string().nullable().describe('As asked for, else the first month with data.'),
  to: z.string().nullable().describe('As asked for, else the latest month with data.'),
  data: z.array(scorecard).readonly(),
});
export type ScorecardReport = Readonly<z.output<typeof scorecardReport>>;

export const SCORECARD_COLUMNS = [
  ...['carrierId', 'carrierName', 'grade', 'score', 'commissionOwed', 'commissionOwedEstimated'],
  ...['owedPerMemberMonth', 'owedPerMemberMonthEstimated', 'chargebackAmount', 'dropRatePct', 'consistencyPct'],
  ...['periodsReported', 'periodsExpected', 'qualityFlags', 'avgMembers', 'recoverableAmount'],
];

const paid = {
  paidNet: z.number().describe('paidGross less chargebacks.'),
  paidGross: z.number().describe('The sum of all lines above zero, also those of no member.'),
  chargebacks: z.number().describe('The sum of all lines below zero, as a positive amount.'),
};

const balanceForward = z
  .number()
  .describe(`Of paidNet: balances that a statement carries forward and counts, although the statement they come from is loaded and has them in
its own sums. It is no new money: paidNet less balanceForward is what the year's statements bring.`);

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
      .describe(`Months without a statement, from the carrier's first one ever to the latest month with data of any carrier. In CSV
separated by spaces.`),
    balanceForward,
  })
  .meta({ id: 'CarrierYear' });

export const tax1099Report = z.object({
  year: z.int(),
  data: z.array(carrierYear).readonly(),
  totals: z.object(paid),
  months: z.array(month).readonly().describe(SPECIAL_MONTHS),
});
export type Tax1099Report = Readonly<z.output<typeof tax1099Report>>;

export const CARRIER_YEAR_COLUMNS = [
  ...['carrierId', 'carrierName', 'paidNet', 'paidGross', 'chargebacks', 'periodsCovered', 'firstPeriod'],
  ...['lastPeriod', 'missingPeriods', 'balanceForward'],
];
