import { z } from '@hono/zod-openapi';

const counts = z
  .object({
    membersEvaluated: z.int().openapi({ description: 'Members and months whose owed could be evaluated.' }),
    membersOwed: z
      .int()
      .openapi({ description: 'Members for whom something is owed in any of these months. A member counts once.' }),
    commissionOwed: z.number(),
    commissionOwedEstimated: z
      .number()
      .openapi({ description: 'The part of commissionOwed that rests on an estimated rate.' }),
  })
  .openapi('OwedCounts');

const change = { before: counts, after: counts };

const owedChange = z.object(change).openapi('OwedChange', { description: '`before` is as it is stored.' });

const difference = z
  .object({
    workspaceId: z.string(),
    period: z.string(),
    memberRefId: z.string(),
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    commissionOwedBefore: z.number().nullable().openapi({ description: 'Null: owed could not be evaluated.' }),
    commissionOwedAfter: z.number().nullable(),
    difference: z.number().openapi({ description: 'After less before, where null counts as nothing.' }),
  })
  .openapi('OwedDifference');

export const owedComparison = z
  .object({
    periodsLeftOut: z.int().openapi({ description: 'Periods of books that are too large to be compared.' }),
    totals: owedChange,
    byPeriod: z.array(z.object({ period: z.string(), ...change }).openapi('OwedChangeOfPeriod')).readonly(),
    largestDifferences: z.array(difference).readonly().openapi({ description: 'Ten at most, the largest first.' }),
  })
  .openapi('OwedComparison');

export const ratePreview = z
  .object({
    replacedRateId: z.string().nullable().openapi({ description: 'The contracted rate that this one would replace.' }),
    ...owedComparison.shape,
  })
  .openapi('RatePreview');

const before = { membersEvaluated: 3, membersOwed: 1, commissionOwed: 10, commissionOwedEstimated: 10 };
const after = { membersEvaluated: 3, membersOwed: 2, commissionOwed: 40, commissionOwedEstimated: 0 };

export const owedComparisonExample: z.output<typeof owedComparison> = {
  periodsLeftOut: 0,
  totals: { before, after },
  byPeriod: [{ period: '2026-02', before, after }],
  largestDifferences: [
    {
      workspaceId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
      period: '2026-02',
      memberRefId: '6f1f0d3c-2f4d-4d6d-9a57-0f6a3a1c2b3d',
      memberExternalId: 'M-1001',
      memberName: 'Ann Abel',
      commissionOwedBefore: 10,
      commissionOwedAfter: 20,
      difference: 10,
    },
  ],
};

export const previewExample: z.output<typeof ratePreview> = {
  replacedRateId: '9b7d5e3c-1f2a-4b6c-8d0e-3a4b5c6d7e8f',
  ...owedComparisonExample,
};
