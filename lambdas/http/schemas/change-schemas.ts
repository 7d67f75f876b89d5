import { z } from '@hono/zod-openapi';
import { CHANGE_KINDS } from '../../../core/scoring/change-kind.ts';
import { offsetList } from '../paging.ts';
import { MEMBER_REF_ID, provisional } from './member-schemas.ts';

/** The list of changes of a month (docs/reference/reports.md#changes). */

export const changeKinds = z.enum(CHANGE_KINDS).openapi({
  description:
    'gone: not on the statement. paid_less, paid_more: other pay than before. planned_step: less pay by a step that comparable members, a contract or CMS shows. new, back: first seen, seen again. taken_back: a chargeback from a member who left before, whose regular pay did not fall, or whose net is below zero again. same: no change.',
});

const change = z
  .object({
    memberRefId: z.string(),
    memberName: z.string().nullable(),
    memberExternalId: z.string(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    agentId: z.string().nullable(),
    agentName: z.string().nullable(),
    kind: changeKinds,
    before: z.number().openapi({ description: 'The amount that the month is compared with.' }),
    now: z.number(),
    difference: z.number().openapi({ description: 'now − before.' }),
    atRisk: z.number().openapi({ description: 'The lost dollars of who is gone or paid less; otherwise 0.' }),
    reason: z.string().nullable().openapi({ description: 'One sentence.' }),
    period: z.string(),
    comparedAgainstPeriod: z.string().nullable(),
    provisional,
  })
  .openapi('Change');

export const CHANGE_COLUMNS = Object.keys(change.shape);

/** Counts by kind of change. */
const changeCounts = z
  .object({
    gone: z.int(),
    paid_less: z.int(),
    planned_step: z.int(),
    new: z.int(),
    back: z.int(),
    paid_more: z.int(),
    taken_back: z.int(),
    same: z.int().nullable().openapi({ description: 'Null with agent or q, unless kind=same asks for it.' }),
  })
  .openapi('ChangeCounts');

/** Dollars by kind of change. */
const changeAmounts = z
  .object({
    gone: z.number().openapi({ description: 'The last pay of who is gone.' }),
    paid_less: z.number().openapi({ description: 'The lost part of the regular pay.' }),
    planned_step: z.number().openapi({ description: 'The dollars by which planned steps lowered the pay.' }),
  })
  .openapi('ChangeAmounts');

export const changeList = offsetList(change).extend({
  period: z.string().nullable().openapi({ description: 'Null when there is no data at all.' }),
  counts: changeCounts.openapi({ description: 'Members of each kind, whichever kind is asked for.' }),
  amounts: changeAmounts.openapi({ description: 'Dollars of these kinds, whichever kind is asked for.' }),
  total: z.int().openapi({ description: 'Rows of the whole list.' }),
});

const changeCountsExample: z.output<typeof changeCounts> = {
  gone: 1,
  paid_less: 2,
  planned_step: 0,
  new: 1,
  back: 0,
  paid_more: 0,
  taken_back: 0,
  same: 1,
};

export const changeListExample: z.output<typeof changeList> = {
  period: '2026-03',
  counts: changeCountsExample,
  amounts: { gone: 50, paid_less: 60, planned_step: 0 },
  total: 4,
  data: [
    {
      memberRefId: MEMBER_REF_ID,
      memberName: 'Doe, Jane',
      memberExternalId: 'M-1001',
      policyNumber: 'P-77',
      planName: 'Gold',
      carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
      carrierName: 'Summit Senior Life',
      workspaceId: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
      agentId: 'A-17',
      agentName: 'Rivera, Ana',
      kind: 'paid_less',
      before: 50,
      now: 40,
      difference: -10,
      atRisk: 10,
      reason: 'Paid $10.00 less than in Feb 2026 ($50.00 → $40.00).',
      period: '2026-03',
      comparedAgainstPeriod: '2026-02',
      provisional: false,
    },
  ],
  pagination: { limit: 50, offset: 0, hasMore: true },
};
