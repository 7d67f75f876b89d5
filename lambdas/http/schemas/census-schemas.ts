import { z } from '@hono/zod-openapi';
import { CENSUS_MEMBERS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { normaliseId } from '../../../core/statement/member-key.ts';
import { bookPeriod, CARRIER_ID } from './medicare-schemas.ts';
import { MEMBER_REF_ID } from './member-schemas.ts';
import { recordId } from './record-id.ts';
import { type Clock, statementMonth } from './report-query.ts';

/** An agency's roster compared with the paid members (docs/reference/reports.md#census). */

const ID_CHARACTERS_MAX = 200;
const TEXT_CHARACTERS_MAX = 500;

const rosterText = (description: string) =>
  z
    .string()
    .max(TEXT_CHARACTERS_MAX, `must not be longer than ${TEXT_CHARACTERS_MAX} characters`)
    .nullable()
    .default(null)
    .openapi({ description });

const rosterMember = z.strictObject({
  memberExternalId: z
    .string()
    .max(ID_CHARACTERS_MAX, `must not be longer than ${ID_CHARACTERS_MAX} characters`)
    .refine((id) => normaliseId(id) !== '', 'must not be blank')
    .openapi({ description: "The carrier's member id. Case and white space don't matter." }),
  name: rosterText('Shown again where the member is unpaid.'),
  planName: rosterText('Shown again where the member is unpaid.'),
});

export const censusRequest = (clock: Clock) =>
  z.strictObject({
    carrierId: recordId('The carrier.'),
    workspaceId: recordId('Only what this workspace was paid.').optional(),
    period: statementMonth(clock, "Default: the carrier's latest period with data.").optional(),
    members: z
      .array(rosterMember)
      .min(1, 'must hold at least one member')
      .max(CENSUS_MEMBERS_MAX, `must not hold more than ${CENSUS_MEMBERS_MAX} members`)
      .openapi({ description: 'The roster.' }),
  });

const unpaidMember = z.object({
  memberExternalId: z.string(),
  name: z.string().nullable(),
  planName: z.string().nullable(),
  reason: z.enum(['not_on_statement', 'zero_paid', 'charged_back']),
});

export const UNPAID_COLUMNS = Object.keys(unpaidMember.shape);

const paidMember = {
  memberRefId: z.string(),
  memberName: z.string().nullable(),
  commissionAmount: z.number(),
};

export const censusReport = z
  .object({
    carrierId: z.string(),
    period: bookPeriod,
    censusTotal: z.int().openapi({ description: 'Distinct ids of the roster: matched + unpaid.' }),
    matched: z.int().openapi({ description: 'Paid more than was charged back, or paid ahead for the period.' }),
    unpaid: z.array(unpaidMember).readonly(),
    unrostered: z
      .array(z.object({ memberExternalId: z.string(), ...paidMember }))
      .readonly()
      .openapi({ description: 'Paid, and not on the roster; largest commission first.' }),
    estimatedUnpaidAmount: z
      .number()
      .openapi({ description: 'Dollars: unpaid members times the median commission of the matched ones.' }),
    possibleMatches: z
      .array(z.object({ memberExternalId: z.string(), statementMemberExternalId: z.string(), ...paidMember }))
      .readonly()
      .openapi({
        description: `Ids that are on no line, each with a member of the statement whose id differs in leading zeros and punctuation only.
Never counted as matched.`,
      }),
    duplicateRosterIds: z
      .array(z.string())
      .readonly()
      .openapi({ description: 'Ids the roster holds more than once; each is counted once.' }),
  })
  .openapi('CensusReconciliation');

export const censusExample: z.output<typeof censusReport> = {
  carrierId: CARRIER_ID,
  period: '2026-03',
  censusTotal: 3,
  matched: 2,
  unpaid: [{ memberExternalId: '1003', name: 'Cy Dale', planName: 'Gold', reason: 'not_on_statement' }],
  unrostered: [
    { memberRefId: MEMBER_REF_ID, memberExternalId: '01003', memberName: 'Dale, Cy', commissionAmount: 26.5 },
  ],
  estimatedUnpaidAmount: 26.5,
  possibleMatches: [
    {
      memberExternalId: '1003',
      statementMemberExternalId: '01003',
      memberRefId: MEMBER_REF_ID,
      memberName: 'Dale, Cy',
      commissionAmount: 26.5,
    },
  ],
  duplicateRosterIds: [],
};
