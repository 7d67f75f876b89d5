import { z } from '@hono/zod-openapi';
import { BASES, CLAIM_KINDS } from '../../../core/report/claim.ts';
import { CERTAINTIES } from '../../../core/scoring/signal.ts';
import { offsetList } from '../paging.ts';
import { CARRIER_ID } from './medicare-schemas.ts';
import { MEMBER_REF_ID } from './member-schemas.ts';

/** Claims: money that carriers owe. */

export const claimKind = z.enum(CLAIM_KINDS).openapi({ description: 'Why the money is due.' });
export const claimCertainty = z.enum(CERTAINTIES).openapi({
  description: `certain: a contract, the statement's own rate, or the chargebacks themselves prove it. likely: the book's habits or comparable
members say so. to_check: all else, which is worth a question. Only certain claims are in headline sums.`,
});
const claimBasis = z.enum(BASES).openapi({
  description: `What the amount rests on: a contracted rate, the rate that the statement prints, the payments and chargebacks of the
statements, the CMS maximum, the member's own earlier pay, or an estimate from comparable members.`,
});

const evidence = z
  .array(
    z
      .object({
        period: z.string(),
        fileId: z.string(),
        fileName: z.string(),
        sheet: z
          .int()
          .openapi({ description: 'Counted from 1 among the sheets that were read; 1 for CSV; the page of a PDF.' }),
        rowNumber: z.int().openapi({ description: 'As a spreadsheet numbers it; the line of its page for a PDF.' }),
        amount: z.number(),
        what: z.enum(['paid', 'charged_back', 'recovered']),
      })
      .openapi('ClaimEvidence'),
  )
  .readonly()
  .openapi({
    description: 'The statement rows that prove the claim, and those that paid a part of it; at most 50 of each.',
  });

export const claim = z
  .object({
    claimId: z.string().openapi({ description: 'Stays the same as long as the month of the member has this claim.' }),
    kind: claimKind,
    certainty: claimCertainty,
    basis: claimBasis,
    amount: z.number().openapi({ description: 'Dollars still open.' }),
    recoveredAmount: z.number().openapi({ description: 'Dollars that later statements have paid of it.' }),
    period: z.string().openapi({ description: 'The statement month that shows it.' }),
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    memberRefId: z.string(),
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    evidence,
    ask: z.string().openapi({ description: 'What to write to the carrier, in one sentence.' }),
    disputeId: z.string().nullable().openapi({
      description: 'The open dispute that asks for it; a claim is in one at most. Null while it was not asked for.',
    }),
  })
  .openapi('Claim');

const carrierSums = z.object({
  carrierId: z.string(),
  carrierName: z.string(),
  claims: z.int(),
  recoverable: z.number(),
  estimated: z.number(),
  likely: z.number(),
  toCheck: z.number(),
});

export const recoverableReport = z
  .object({
    from: z.string().nullable().openapi({ description: 'First month looked at; null when there is no data at all.' }),
    to: z.string().nullable(),
    totals: z
      .object({
        recoverable: z.number().openapi({ description: 'The headline: all open claims that are certain.' }),
        estimated: z.number().openapi({ description: 'likely and toCheck together.' }),
        likely: z.number().openapi({ description: 'Open claims that are likely.' }),
        toCheck: z.number().openapi({ description: 'Open claims to check, which are worth a question and no more.' }),
        asked: z.number().openapi({ description: 'The part of all claims that open disputes ask for.' }),
        claims: z.int().openapi({ description: 'All open claims.' }),
        byKind: z
          .array(z.object({ kind: claimKind, certainty: claimCertainty, claims: z.int(), amount: z.number() }))
          .readonly(),
        byCarrier: z.array(carrierSums).readonly().openapi({ description: 'Most recoverable first.' }),
      })
      .openapi({ description: 'Summed exactly over all pages, then rounded.' }),
    ...offsetList(claim).shape,
  })
  .openapi('RecoverableReport');

export const claimExample: z.output<typeof claim> = {
  claimId: `${MEMBER_REF_ID}.2026-02.underpaid`,
  kind: 'underpaid',
  certainty: 'certain',
  basis: 'contracted',
  amount: 10,
  recoveredAmount: 0,
  period: '2026-02',
  carrierId: CARRIER_ID,
  carrierName: 'Summit Senior Life',
  workspaceId: '5d3a1f0e-7c2b-4a69-9e8d-1b2c3d4e5f60',
  memberRefId: MEMBER_REF_ID,
  memberExternalId: 'M-1001',
  memberName: 'Ann Lee',
  policyNumber: 'P-77',
  planName: 'Gold',
  evidence: [
    {
      period: '2026-02',
      fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
      fileName: 'summit-2026-02.csv',
      sheet: 1,
      rowNumber: 3,
      amount: 40,
      what: 'paid',
    },
  ],
  ask: 'Please pay the $10.00 missing for Feb 2026: $40.00 was paid, and $50.00 is due by the contracted rate.',
  disputeId: null,
};

export const recoverableExample: z.output<typeof recoverableReport> = {
  from: '2025-04',
  to: '2026-03',
  totals: {
    recoverable: 10,
    estimated: 0,
    likely: 0,
    toCheck: 0,
    asked: 0,
    claims: 1,
    byKind: [{ kind: 'underpaid', certainty: 'certain', claims: 1, amount: 10 }],
    byCarrier: [
      {
        carrierId: CARRIER_ID,
        carrierName: 'Summit Senior Life',
        claims: 1,
        recoverable: 10,
        estimated: 0,
        likely: 0,
        toCheck: 0,
      },
    ],
  },
  data: [claimExample],
  pagination: { limit: 50, offset: 0, hasMore: false },
  total: 1,
};
