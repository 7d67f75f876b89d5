import { z } from '@hono/zod-openapi';
import { offsetList } from '../paging.ts';
import { comparisonDelta, comparisonDeltaExample } from './job-schemas.ts';
import { MEMBER_REF_ID, memberFlags, memberStatuses, provisional } from './member-schemas.ts';
import { agentAndDates, memberContextExample } from './row-context.ts';

/** A comparison of two sides of the books, member by member (docs/reference/members-and-comparisons.md#comparisons). */

export const granularities = z.enum(['month', 'quarter', 'year']);

export const comparisonRow = z
  .object({
    memberRefId: z.string(),
    policyRefId: z.string().nullable(),
    carrierId: z.string(),
    workspaceId: z.string(),
    status: memberStatuses,
    flags: z.array(memberFlags).readonly(),
    commissionAmount: z
      .number()
      .openapi({ description: 'Of the later side, net of chargebacks; 0 for a member of whom it has no line.' }),
    prevCommissionAmount: z.number().openapi({ description: 'Of the earlier side; 0 for a new member.' }),
    comparedAgainstPeriod: z.string().openapi({
      description: 'As asked for; for a member who came back, the last month they were present in before.',
    }),
    memberName: z.string().nullable(),
    memberExternalId: z.string(),
    policyNumber: z.string().optional().openapi({ description: 'When known.' }),
    provisional,
    carrierName: z.string(),
    ...agentAndDates,
  })
  .openapi('ComparisonRow');

const count = z.int().min(0);

export const comparison = offsetList(comparisonRow).extend({
  from: z.string(),
  to: z.string(),
  carrierId: z.string().nullable().openapi({ description: 'Null: all carriers.' }),
  granularity: granularities,
  summary: z
    .object({ green: count, yellow: count, red: count, new: count, reappeared: count, total: count })
    .openapi({ description: 'Of the whole comparison, whatever the page and the status asked for.' }),
  deltas: z
    .array(comparisonDelta)
    .openapi({ description: "Every field that moved, of the page's members, in the order of their rows." }),
});

export const comparisonExample: z.output<typeof comparison> = {
  from: '2026-02',
  to: '2026-03',
  carrierId: null,
  granularity: 'month',
  summary: { green: 371, yellow: 9, red: 4, new: 16, reappeared: 2, total: 402 },
  data: [
    {
      memberRefId: MEMBER_REF_ID,
      policyRefId: '8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70',
      workspaceId: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
      status: 'yellow',
      flags: ['COMMISSION_CHANGED'],
      commissionAmount: 40,
      prevCommissionAmount: 50,
      comparedAgainstPeriod: '2026-02',
      memberName: 'Doe, Jane',
      memberExternalId: 'M-1001',
      policyNumber: 'P-77',
      provisional: false,
      ...memberContextExample,
    },
  ],
  deltas: [comparisonDeltaExample],
  pagination: { limit: 50, offset: 0, hasMore: false },
  total: 1,
};
