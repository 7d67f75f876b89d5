import { z } from '@hono/zod-openapi';
import { offsetList } from '../paging.ts';
import { MEMBER_REF_ID } from './member-schemas.ts';
import { rowContext, rowContextExample } from './row-context.ts';

/** Chargebacks and the payments they take back (docs/reference/members-and-comparisons.md#chargebacks). */

export const chargeback = z
  .object({
    memberRefId: z.string(),
    policyRefId: z.string().nullable(),
    memberExternalId: z.string(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    chargebackAmount: z.number().openapi({ description: 'Charged back on this policy in the period.' }),
    paidOut: z.number().openapi({ description: 'Paid on this policy up to and in the period.' }),
    originalPayout: z
      .object({ period: z.string(), amount: z.number(), fileId: z.string(), fileName: z.string() })
      .nullable()
      .openapi({
        description: `The payment that was taken back: of the policy's payments one for a coverage month that is charged back, else one of
an earlier statement that is large enough, the latest of them. Null when no statement shows a payment.`,
      }),
    fullyReversed: z.boolean().openapi({ description: 'All that was ever paid on the policy has been charged back.' }),
    memberName: z.string().nullable(),
    workspaceId: z.string(),
    ...rowContext,
    coverageMonths: z
      .array(z.string())
      .readonly()
      .openapi({ description: 'The months that the chargeback lines name.' }),
    paidDate: z.iso.date().nullable().openapi({ description: 'The latest payment date of the chargeback lines.' }),
  })
  .openapi('Chargeback');

export const chargebacks = offsetList(chargeback).extend({
  period: z.string().nullable().openapi({ description: 'Null when there is no data at all.' }),
});

export const chargebacksExample: z.output<typeof chargebacks> = {
  period: '2026-03',
  data: [
    {
      memberRefId: MEMBER_REF_ID,
      policyRefId: '8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70',
      memberExternalId: 'M-1001',
      policyNumber: 'P-77',
      planName: 'Gold',
      chargebackAmount: 50,
      paidOut: 50,
      originalPayout: {
        period: '2026-01',
        amount: 50,
        fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
        fileName: 'summit-2026-01.csv',
      },
      fullyReversed: true,
      memberName: 'Doe, Jane',
      workspaceId: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
      ...rowContextExample,
      coverageMonths: ['2026-01'],
      paidDate: '2026-03-28',
    },
  ],
  pagination: { limit: 50, offset: 0, hasMore: false },
  total: 1,
};
