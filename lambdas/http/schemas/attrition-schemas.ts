import { z } from '@hono/zod-openapi';
import { GRANULARITIES } from '../../../core/comparison/compare-member.ts';

/** Lost members (docs/reference/reports.md#attrition). */

const attrition = {
  attritionRate: z.number().openapi({ description: 'red / (memberCount + red), 6 decimals; 0 for nobody.' }),
  red: z.int().openapi({ description: 'Members lost in the month, quarter or year.' }),
  memberCount: z.int().openapi({ description: 'Members present in its last month with data.' }),
};

const carrierAttrition = z
  .object({ carrierId: z.string(), carrierName: z.string(), ...attrition })
  .openapi('CarrierAttrition');

export const attritionReport = z.object({
  period: z.string().openapi({ description: 'As asked for.' }),
  granularity: z.enum(GRANULARITIES),
  ...attrition,
  byCarrier: z.array(carrierAttrition).readonly(),
});

export const CARRIER_ATTRITION_COLUMNS = Object.keys(carrierAttrition.shape);

export const attritionReportExample: z.output<typeof attritionReport> = {
  period: '2026-02',
  granularity: 'month',
  attritionRate: 0.2,
  red: 1,
  memberCount: 4,
  byCarrier: [
    {
      carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
      carrierName: 'Summit Senior Life',
      attritionRate: 0.2,
      red: 1,
      memberCount: 4,
    },
  ],
};

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
  .openapi('AttritionPoint');

export const attritionSeries = z.object({ data: z.array(attritionPoint).readonly() });

export const ATTRITION_POINT_COLUMNS = Object.keys(attritionPoint.shape);

export const attritionSeriesExample: z.output<typeof attritionSeries> = {
  data: [
    { period: '2026-01', year: 2026, month: 1, red: 0, memberCount: 4, attritionRate: 0, commissionAtRisk: 0 },
    { period: '2026-02', year: 2026, month: 2, red: 1, memberCount: 4, attritionRate: 0.2, commissionAtRisk: 110 },
  ],
};
