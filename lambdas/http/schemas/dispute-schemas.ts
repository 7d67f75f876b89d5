import { z } from '@hono/zod-openapi';
import type { Dispute, StoredDisputeRow, WholeDispute } from '../../../app/disputes/manage-disputes.ts';
import { DISPUTE_STATES } from '../../../core/dispute/dispute.ts';
import { DISPUTE_CLAIMS_MAX, DISPUTE_NOTE_MAX } from '../../../core/limits/saved-report-limits.ts';
import { type Exact, exactToDollars } from '../../../core/money.ts';
import { isPeriod } from '../../../core/period.ts';
import { CARRIER_ID } from './medicare-schemas.ts';
import { recordId } from './record-id.ts';
import { claim, claimExample } from './recoverable-schemas.ts';

/** Disputes: claims that a carrier was asked to pay. */

export const disputeState = z.enum(DISPUTE_STATES).openapi({
  description: `asked: the letter is out. answered: the carrier has answered, and nothing is settled. paid and refused: closed. The service
closes a dispute as paid when later statements have paid all that is open.`,
});

const note = z.string().max(DISPUTE_NOTE_MAX).nullable().openapi({ description: 'For the agency; in no letter.' });

export const disputeOrder = z
  .strictObject({
    claimIds: z
      .array(z.string().min(1).max(100))
      .max(DISPUTE_CLAIMS_MAX)
      .default([])
      .openapi({ description: 'Claims of GET /v1/reports/recoverable, all against one carrier.' }),
    rows: z
      .array(
        z.strictObject({
          memberRefId: recordId('The member.'),
          period: z.string().refine(isPeriod, 'must be a month as YYYY-MM'),
        }),
      )
      .max(DISPUTE_CLAIMS_MAX)
      .default([])
      .openapi({ description: 'All open claims of a member and statement month, as rows of the worksheet name them.' }),
    note: note.optional(),
  })
  .refine(({ claimIds, rows }) => claimIds.length + rows.length > 0, {
    path: ['claimIds'],
    error: 'must name a claim, unless rows names a member and month',
  });

export const disputeChange = z
  .strictObject({ state: disputeState.optional(), note: note.optional() })
  .refine(({ state, note: said }) => state !== undefined || said !== undefined, 'must name a state or a note');

const disputeFields = {
  id: z.string(),
  carrierId: z.string(),
  carrierName: z.string(),
  state: disputeState,
  closedBySystem: z.boolean().openapi({
    description: 'Statements have paid it. It is open again when such a statement is taken back.',
  }),
  note: note,
  claims: z.int(),
  askedAmount: z.number(),
  recoveredAmount: z.number().openapi({ description: 'What statements have paid of it since it was opened.' }),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
};

export const dispute = z.object(disputeFields).openapi('Dispute');

const { claimId, kind, certainty, basis, period, workspaceId, memberRefId, memberExternalId, memberName } = claim.shape;
const disputeRow = z
  .object({
    ...{ claimId, kind, certainty, basis, period, workspaceId, memberRefId, memberExternalId, memberName },
    policyNumber: claim.shape.policyNumber,
    planName: claim.shape.planName,
    askedAmount: z.number(),
    openAmount: z.number().openapi({
      description: 'What no statement has paid; zero also where a corrected statement shows that nothing was due.',
    }),
    recoveredAmount: z.number(),
    ask: claim.shape.ask,
    evidence: claim.shape.evidence,
  })
  .openapi('DisputeRow');

export const wholeDispute = z
  .object({
    ...disputeFields,
    letter: z.string().openapi({ description: 'Plain text, as GET /v1/disputes/{disputeId}/letter gives it.' }),
    rows: z.array(disputeRow).readonly().openapi({ description: 'In the order of the letter.' }),
  })
  .openapi('WholeDispute');

export const DISPUTE_COLUMNS = Object.keys(disputeFields);

const dollars = (amount: Exact) => exactToDollars(amount);

export function shownDispute(one: Dispute): z.output<typeof dispute> {
  return {
    id: one.id,
    carrierId: one.carrierId,
    carrierName: one.carrierName,
    state: one.state,
    closedBySystem: one.closedBySystem,
    note: one.note,
    claims: one.claims,
    askedAmount: dollars(one.askedAmount),
    recoveredAmount: dollars(one.recoveredAmount),
    createdAt: one.createdAt,
    changedAt: one.changedAt,
    closedAt: one.closedAt,
  };
}

export function shownWholeDispute(one: WholeDispute): z.output<typeof wholeDispute> {
  return { ...shownDispute(one), letter: one.letter, rows: one.rows.map(shownRow) };
}

function shownRow({ recoveredBefore: _, evidence, ...row }: StoredDisputeRow): z.output<typeof disputeRow> {
  return {
    ...row,
    askedAmount: dollars(row.askedAmount),
    openAmount: dollars(row.openAmount),
    recoveredAmount: dollars(row.recoveredAmount),
    evidence: evidence.map((shown) => ({ ...shown, amount: dollars(shown.amount) })),
  };
}

export const disputeExample: z.output<typeof dispute> = {
  id: '3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013',
  carrierId: CARRIER_ID,
  carrierName: 'Summit Senior Life',
  state: 'asked',
  closedBySystem: false,
  note: 'Sent to commissions@summit.example.',
  claims: 1,
  askedAmount: 10,
  recoveredAmount: 0,
  createdAt: '2026-04-02T09:30:00.000Z',
  changedAt: '2026-04-02T09:30:00.000Z',
  closedAt: null,
};

export const letterExample = `To: Summit Senior Life, commission team
From: Lakeview Benefits
Date: Apr 2, 2026
Reference: ${disputeExample.id}
Subject: Commission statements to be corrected: 1 claim, $10.00

Dear commission team,
`;

const { carrierId: _, carrierName: _name, disputeId: _dispute, amount, ...claimed } = claimExample;
export const wholeDisputeExample: z.output<typeof wholeDispute> = {
  ...disputeExample,
  letter: letterExample,
  rows: [{ ...claimed, askedAmount: amount, openAmount: amount }],
};
