import { z } from '@hono/zod-openapi';
import { POLICY_FINDING_KINDS } from '../../../core/policies/policy-finding.ts';
import { offsetList } from '../paging.ts';
import { bookPeriod, CARRIER_ID } from './medicare-schemas.ts';
import { WORKSPACE_ID } from './policy-schemas.ts';

/** A book of business compared with a period. */

export const findingKind = z.enum(POLICY_FINDING_KINDS);

const counts = z
  .object({
    sold_never_paid: z.int(),
    active_but_dropped: z.int(),
    paid_not_listed: z.int(),
    ended_but_paid: z.int(),
    other_agent: z.int(),
    other_rate: z.int(),
    other_premium: z.int(),
    other_lives: z.int(),
  })
  .openapi('PolicyFindingCounts');

const policyFinding = z
  .object({
    carrierId: z.string(),
    workspaceId: z.string(),
    kind: findingKind,
    policyId: z.string().openapi({ description: 'As listed; of a member who is not listed the id of the statement.' }),
    policyNumber: z.string().nullable(),
    memberRefId: z.string().nullable(),
    memberExternalId: z.string().nullable().openapi({
      description: 'As the statement has it. Null for a member who is not on it, except in the month of the drop.',
    }),
    memberName: z.string().nullable(),
    planName: z.string().nullable(),
    effectiveDate: z.string().nullable(),
    termDate: z.string().nullable(),
    lastPeriod: z
      .string()
      .nullable()
      .openapi({ description: 'The last period, up to this one, with it on a statement.' }),
    lastAmount: z
      .number()
      .nullable()
      .openapi({ description: 'Dollars of that period, net of chargebacks. Null where they are not known.' }),
    listed: z.string().nullable().openapi({ description: 'Where both say one and they differ: your list.' }),
    onStatement: z.string().nullable().openapi({ description: 'Where both say one and they differ: the statement.' }),
    possibleMatch: z.string().nullable().openapi({
      description:
        'A member who is paid and not listed, whose id differs in leading zeros and punctuation only. Never counted as matched.',
    }),
    sentence: z.string(),
  })
  .openapi('PolicyFinding');

const comparedList = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    compared: z.boolean().openapi({ description: 'false: there is no statement of the period, and nothing is found.' }),
    listed: z.int().openapi({ description: 'Distinct ids of the list.' }),
    active: z.int().openapi({ description: 'Ids that are active in the period.' }),
    paid: z.int().openapi({ description: 'Active ids that are on the statement, or paid ahead.' }),
    waiting: z
      .int()
      .openapi({ description: 'Active ids that no statement had so far, and that began too lately to tell.' }),
    counts,
    sentence: z.string(),
  })
  .openapi('ComparedPolicyList');

export const policyReport = offsetList(policyFinding)
  .extend({ period: bookPeriod, lists: z.array(comparedList).readonly(), counts })
  .openapi('PolicyReport');

export const FINDING_COLUMNS = Object.keys(policyFinding.shape);

const NONE = {
  sold_never_paid: 0,
  active_but_dropped: 0,
  paid_not_listed: 0,
  ended_but_paid: 0,
  other_agent: 0,
  other_rate: 0,
  other_premium: 0,
  other_lives: 0,
};

export const policyReportExample: z.output<typeof policyReport> = {
  period: '2026-05',
  lists: [
    {
      carrierId: CARRIER_ID,
      carrierName: 'Summit Health',
      workspaceId: WORKSPACE_ID,
      compared: true,
      listed: 412,
      active: 400,
      paid: 396,
      waiting: 3,
      counts: { ...NONE, sold_never_paid: 1 },
      sentence: 'Against the 400 active policies of your book of business: 1 sold and never paid.',
    },
  ],
  counts: { ...NONE, sold_never_paid: 1 },
  data: [
    {
      carrierId: CARRIER_ID,
      workspaceId: WORKSPACE_ID,
      kind: 'sold_never_paid',
      policyId: '01003',
      policyNumber: null,
      memberRefId: null,
      memberExternalId: null,
      memberName: 'Cy Dale',
      planName: 'Gold',
      effectiveDate: '2026-01-01',
      termDate: null,
      lastPeriod: null,
      lastAmount: null,
      listed: null,
      onStatement: null,
      possibleMatch: null,
      sentence: 'Active in your list since Jan 1, 2026, and on no statement up to May 2026.',
    },
  ],
  pagination: { limit: 50, offset: 0, hasMore: false },
  total: 1,
};
