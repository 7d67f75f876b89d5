import { z } from '@hono/zod-openapi';
import { FLAGS, MEMBER_STATUSES } from '../../../core/scoring/scored-row.ts';
import { CERTAINTIES, OWED_CERTAINTIES, SIGNAL_CODES } from '../../../core/scoring/signal.ts';

/** Members and their status (docs/reference/members-and-comparisons.md#members). Enumerations are open: values may be added. */

export const memberStatuses = z.enum(MEMBER_STATUSES);
export const memberFlags = z.enum(FLAGS);

export const signalCodes = z
  .enum(SIGNAL_CODES)
  .openapi({ description: 'A finding; docs/reference/signals.md has the rules.' });

const signal = z
  .object({
    code: signalCodes,
    severity: z.enum(['info', 'warn', 'critical']),
    amount: z.number().optional(),
    detail: z.string(),
    certainty: z.enum(OWED_CERTAINTIES).optional().openapi({ description: 'Of UNDERPAID: what the amount rests on.' }),
    claim: z.enum(CERTAINTIES).optional().openapi({
      description: 'How sure it is that the carrier owes the amount. Absent: the signal claims nothing.',
      example: 'certain',
    }),
    event: z.string().optional().openapi({
      description: 'The shared finding that the signal is part of: its code, and what its members have in common.',
    }),
  })
  .openapi('Signal');

export const provisional = z.boolean().openapi({
  description:
    'The member is missing from a month that still waits for files: one that has not come may have the member.',
});

/** The status of a member in one period: part of result rows and of timeline entries. */
export const memberStatusFields = {
  status: memberStatuses,
  flags: z.array(memberFlags).readonly(),
  signals: z.array(signal).readonly(),
  reason: z.string().nullable(),
  commissionAmount: z.number().openapi({
    description:
      "Net of the member's lines in the period, so that the rows of a period add up to its statement: 0 for a member who dropped, below zero for one who is charged back after the drop.",
  }),
  prevCommissionAmount: z.number(),
  comparedAgainstPeriod: z.string().nullable(),
  expectedAmount: z.number().nullable().openapi({ description: 'Null when it could not be told.' }),
  commissionOwed: z
    .number()
    .openapi({ description: 'Zero, too, when it could not be told: expectedAmount is null then.' }),
  chargebackAmount: z.number(),
};

export const memberStatusExample = {
  status: 'yellow' as const,
  flags: ['COMMISSION_CHANGED' as const],
  signals: [
    {
      code: 'COMMISSION_REDUCED' as const,
      severity: 'warn' as const,
      amount: 10,
      detail: 'Paid $10.00 less ($50.00 → $40.00).',
    },
  ],
  reason: 'Paid $10.00 less than in Feb 2026 ($50.00 → $40.00).',
  commissionAmount: 40,
  prevCommissionAmount: 50,
  comparedAgainstPeriod: '2026-02',
  expectedAmount: 50,
  commissionOwed: 10,
  chargebackAmount: 0,
};

export const member = z
  .object({
    id: z.string(),
    memberRefId: z.string(),
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    agentName: z.string().nullable(),
    status: memberStatuses,
    flags: z.array(memberFlags).readonly(),
    lastPeriod: z.string().openapi({ description: 'The period (YYYY-MM) that status, flags and amount are of.' }),
    commissionAmount: z.number(),
    effectiveDate: z.iso.date().nullable(),
    termDate: z.iso.date().nullable(),
    provisional,
  })
  .openapi('Member');

export const MEMBER_REF_ID = '5d0c1a3e-77a4-5b52-9d5f-3c1b2a4d5e6f';

export const memberExample: z.output<typeof member> = {
  id: MEMBER_REF_ID,
  memberRefId: MEMBER_REF_ID,
  memberExternalId: 'M-1001',
  memberName: 'Doe, Jane',
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  carrierName: 'Summit Senior Life',
  workspaceId: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
  policyNumber: 'P-77',
  planName: 'Gold',
  agentName: 'Alex Kim',
  status: 'yellow',
  flags: ['COMMISSION_CHANGED'],
  lastPeriod: '2026-03',
  commissionAmount: 40,
  effectiveDate: '2025-01-01',
  termDate: null,
  provisional: false,
};

export const timelineEntry = z
  .object({
    period: z.string(),
    ...memberStatusFields,
    fileId: z.string(),
    jobId: z.string().openapi({ description: 'The job that read the file.' }),
    provisional,
  })
  .openapi('TimelineEntry');

export const timeline = z.object({
  memberRefId: z.string(),
  memberExternalId: z.string(),
  memberName: z.string().nullable(),
  carrierId: z.string(),
  data: z.array(timelineEntry).readonly(),
});

export const timelineExample: z.output<typeof timeline> = {
  memberRefId: MEMBER_REF_ID,
  memberExternalId: 'M-1001',
  memberName: 'Doe, Jane',
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  data: [
    {
      period: '2026-03',
      ...memberStatusExample,
      fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
      jobId: '0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22',
      provisional: false,
    },
  ],
};
