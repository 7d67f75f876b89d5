import { z } from '@hono/zod-openapi';
import { offsetList } from '../paging.ts';
import { MEMBER_REF_ID } from './member-schemas.ts';

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
    },
  ],
  pagination: { limit: 50, offset: 0, hasMore: false },
};
