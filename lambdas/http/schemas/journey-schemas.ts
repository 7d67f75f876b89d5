import { z } from '@hono/zod-openapi';
import { delta } from './job-schemas.ts';
import { MEMBER_REF_ID, member, memberExample, memberFlags, memberStatuses } from './member-schemas.ts';

/**
 * The history of a member or a policy (docs/reference/members-and-comparisons.md#journeys). Enumerations are open: values may be added.
 */

export const fileReference = z
  .object({ fileId: z.string(), fileName: z.string(), uploadedAt: z.iso.datetime() })
  .openapi('FileReference');

export const lastSeen = z.object({
  memberRefId: z.string(),
  memberExternalId: z.string(),
  memberName: z.string().nullable(),
  carrierId: z.string(),
  carrierName: z.string(),
  workspaceId: z.string(),
  lastPeriod: z.string().openapi({ description: 'The last period (YYYY-MM) the member was present in.' }),
  policyRefId: z.string().nullable(),
  policyNumber: z.string().nullable(),
  planName: z.string().nullable(),
  commissionAmount: z.number().openapi({ description: 'Of lastPeriod, as are policy, plan and file.' }),
  file: fileReference,
  status: memberStatuses.openapi({ description: 'How the member stands now.' }),
  statusPeriod: z.string().openapi({ description: 'The period that status is of.' }),
});

const journeyPolicy = z
  .object({
    policyRefId: z.string().nullable().openapi({ description: 'Null for lines without a policy number.' }),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    commissionAmount: z.number(),
    premiumAmount: z.number().nullable(),
  })
  .openapi('JourneyPolicy');

export const journeyMonth = z
  .object({
    period: z.string(),
    periodYear: z.int(),
    periodMonth: z.int(),
    status: memberStatuses,
    flags: z.array(memberFlags).readonly(),
    present: z.boolean().openapi({ description: 'False when missed, paid ahead, or charged back after the drop.' }),
    commissionAmount: z.number(),
    prevCommissionAmount: z.number(),
    premiumAmount: z.number().nullable(),
    policies: z.array(journeyPolicy).readonly(),
    file: fileReference,
    deltas: z.array(delta).readonly(),
    firstSeen: z.boolean(),
  })
  .openapi('JourneyMonth');

const journey = {
  /** The member as of the latest period with a row of the member. */
  member,
  firstPeriod: z.string(),
  latestPeriod: z.string(),
  periodCount: z.int().openapi({ description: 'Of the periods listed.' }),
  periods: z.array(journeyMonth).readonly(),
};
export const memberJourney = z.object({ memberRefId: z.string(), ...journey });
export const policyJourney = z.object({ memberRefId: z.string(), policyRefId: z.string(), ...journey });

const POLICY_REF_ID = '8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70';
const file = {
  fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
  fileName: 'summit-2026-03.csv',
  uploadedAt: '2026-04-02T09:15:04.120Z',
};

export const lastSeenExample: z.output<typeof lastSeen> = {
  memberRefId: MEMBER_REF_ID,
  memberExternalId: 'M-1001',
  memberName: 'Doe, Jane',
  carrierId: memberExample.carrierId,
  carrierName: memberExample.carrierName,
  workspaceId: memberExample.workspaceId,
  lastPeriod: '2026-03',
  policyRefId: POLICY_REF_ID,
  policyNumber: 'P-77',
  planName: 'Gold',
  commissionAmount: 40,
  file,
  status: 'red',
  statusPeriod: '2026-04',
};

const monthExample: z.output<typeof journeyMonth> = {
  period: '2026-03',
  periodYear: 2026,
  periodMonth: 3,
  status: 'yellow',
  flags: ['COMMISSION_CHANGED'],
  present: true,
  commissionAmount: 40,
  prevCommissionAmount: 50,
  premiumAmount: 500,
  policies: [
    {
      policyRefId: POLICY_REF_ID,
      policyNumber: 'P-77',
      planName: 'Gold',
      commissionAmount: 40,
      premiumAmount: 500,
    },
  ],
  file,
  deltas: [
    {
      memberRefId: MEMBER_REF_ID,
      field: 'commission_amount',
      prevValue: 50,
      currValue: 40,
      changeType: 'modified',
    },
  ],
  firstSeen: false,
};

export const memberJourneyExample: z.output<typeof memberJourney> = {
  memberRefId: MEMBER_REF_ID,
  member: memberExample,
  firstPeriod: '2026-03',
  latestPeriod: '2026-03',
  periodCount: 1,
  periods: [monthExample],
};
export const policyJourneyExample: z.output<typeof policyJourney> = {
  ...memberJourneyExample,
  policyRefId: POLICY_REF_ID,
};
