import { z } from '@hono/zod-openapi';
import { NO_BOUNDS } from '../../../core/scoring/rate-bounds.ts';
import { CERTAINTIES } from '../../../core/scoring/signal.ts';
import { offsetList } from '../paging.ts';
import { CARRIER_ID } from './medicare-schemas.ts';
import { MEMBER_REF_ID } from './member-schemas.ts';

/** The dispute worksheet (docs/reference/reports.md#dispute-worksheet). */

const sums = {
  members: z.int().openapi({ description: 'Underpaid members.' }),
  memberMonths: z.int().openapi({ description: 'Members and months, each of which is a row.' }),
  expected: z.number(),
  actual: z.number(),
  difference: z.number().openapi({ description: 'Dollars owed: expected less actual.' }),
  differenceEstimated: z
    .number()
    .openapi({ description: 'The part of difference that rests on an estimated rate: check it first.' }),
};

const worksheetRow = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    period: z.string(),
    memberRefId: z.string(),
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    expected: z.number(),
    actual: z.number().openapi({ description: 'What was paid; chargebacks take nothing from it.' }),
    difference: z.number(),
    certainty: z.enum(CERTAINTIES).openapi({
      description: 'How sure the difference is: ask for what is certain, and check the rest first.',
      example: 'certain',
    }),
    rates: z
      .array(
        z.object({
          rateType: z.enum(['flat_per_member', 'percent_of_premium']),
          rateValue: z.number().openapi({ description: 'Dollars a life and month, or a fraction of the premium.' }),
          source: z.enum(['contracted', 'estimated']),
          planCode: z.string().nullable(),
          tier: z.enum(['initial', 'renewal']).nullable(),
          state: z.string().nullable(),
          planName: z.string().nullable(),
          productType: z.string().nullable(),
          maxLives: z.int().nullable(),
          fromPolicyMonth: z.int().nullable(),
          toPolicyMonth: z.int().nullable(),
          fromLives: z.int().nullable(),
          toLives: z.int().nullable(),
        }),
      )
      .readonly()
      .openapi({
        description:
          "What was expected by: one rate, unless policies of the member have different ones. None where the statement's own rate was applied.",
      }),
    evidence: z
      .array(
        z.object({
          fileId: z.string(),
          fileName: z.string(),
          sheet: z.int().openapi({
            description:
              'Counted from 1 among the sheets of the workbook that were read; 1 for CSV; the page of a PDF.',
          }),
          sheetName: z.string().nullable().openapi({
            description: 'Null for CSV, and for a workbook that was read before the names of sheets were kept.',
          }),
          rowNumbers: z.array(z.int()).readonly(),
        }),
      )
      .readonly()
      .openapi({
        description:
          'The rows that show what was paid, as a spreadsheet numbers them; for a PDF the lines of the page.',
      }),
    basis: z.string().openapi({
      description: "The rates in words with their bounds, or the statement's own rate; the column `rate` of CSV.",
    }),
  })
  .openapi('OwedWorksheetRow');

export const owedWorksheet = z
  .object({
    from: z.string().nullable().openapi({ description: 'First month looked at; null when there is no data at all.' }),
    to: z.string().nullable(),
    totals: z.object(sums).openapi({ description: 'Summed exactly, then rounded.' }),
    byCarrier: z
      .array(z.object({ carrierId: z.string(), carrierName: z.string(), ...sums }))
      .readonly()
      .openapi({ description: 'Most owed first.' }),
    truncated: z
      .boolean()
      .openapi({ description: 'More rows follow this page, as pagination.hasMore says too; the totals hold all.' }),
    ...offsetList(worksheetRow).shape,
  })
  .openapi('OwedWorksheet');

const exampleSums = { members: 1, memberMonths: 1, expected: 50, actual: 40, difference: 10, differenceEstimated: 0 };

export const owedWorksheetExample: z.output<typeof owedWorksheet> = {
  from: '2025-04',
  to: '2026-03',
  totals: exampleSums,
  byCarrier: [{ carrierId: CARRIER_ID, carrierName: 'Summit Senior Life', ...exampleSums }],
  truncated: false,
  data: [
    {
      carrierId: CARRIER_ID,
      carrierName: 'Summit Senior Life',
      workspaceId: '5d3a1f0e-7c2b-4a69-9e8d-1b2c3d4e5f60',
      period: '2026-02',
      memberRefId: MEMBER_REF_ID,
      memberExternalId: 'M-1001',
      memberName: 'Ann Lee',
      policyNumber: 'P-77',
      planName: 'Gold',
      expected: 50,
      actual: 40,
      difference: 10,
      certainty: 'certain',
      rates: [
        {
          rateType: 'flat_per_member',
          rateValue: 50,
          source: 'contracted',
          planCode: null,
          tier: null,
          state: null,
          planName: null,
          productType: null,
          maxLives: null,
          ...NO_BOUNDS,
        },
      ],
      evidence: [
        {
          fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
          fileName: 'summit-2026-02.csv',
          sheet: 1,
          sheetName: null,
          rowNumbers: [3],
        },
      ],
      basis: '$50 a life and month, contracted, all plans',
    },
  ],
  pagination: { limit: 5000, offset: 0, hasMore: false },
  total: 1,
};
