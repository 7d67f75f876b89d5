import { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import { FLAGS, MEMBER_STATUSES } from '../../core/scoring/scored-row.ts';
import { CERTAINTIES, OWED_CERTAINTIES, SIGNAL_CODES } from '../../core/scoring/signal.ts';
import { archivedField } from './archived-months.ts';

/**
 * The history of a member or a policy (docs/reference/members-and-comparisons.md#journeys). Enumerations are open: values may be added.
 */

export const fileReference = z
  .object({ fileId: z.string(), fileName: z.string(), uploadedAt: z.iso.datetime() })
  .meta({ id: 'FileReference' });
export type FileReference = Readonly<z.output<typeof fileReference>>;

export const memberStatuses = z.enum(MEMBER_STATUSES);

export const lastSeen = z.object({
  memberRefId: z.string(),
  memberExternalId: z.string(),
  memberName: z.string().nullable(),
  carrierId: z.string(),
  carrierName: z.string(),
  workspaceId: z.string(),
  lastPeriod: z.string().describe('The last period (YYYY-MM) the member was present in.'),
  policyRefId: z.string().nullable(),
  policyNumber: z.string().nullable(),
  planName: z.string().nullable(),
  commissionAmount: z.number().describe('Of lastPeriod, as are policy, plan and file.'),
  file: fileReference,
  status: memberStatuses.describe('How the member stands now.'),
  statusPeriod: z.string().describe('The period that status is of.'),
});
export type LastSeen = Readonly<z.output<typeof lastSeen>>;

export const journeyPolicy = z
  .object({
    policyRefId: z.string().nullable().describe('Null for lines without a policy number.'),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    commissionAmount: z.number(),
    premiumAmount: z.number().nullable(),
  })
  .meta({ id: 'JourneyPolicy' });
export type JourneyPolicy = Readonly<z.output<typeof journeyPolicy>>;

export const changeTypes = z.enum(['added', 'removed', 'modified']);

const movedValue = z.union([z.number(), z.string()]).nullable();

export const delta = z
  .object({
    memberRefId: z.string(),
    field: z.string().describe('Canonical name: commission_amount, plan_name, …'),
    prevValue: movedValue.describe('A number for commission_amount, premium_amount and lives.'),
    currValue: movedValue,
    changeType: changeTypes,
  })
  .meta({ id: 'Delta' });
export type DeltaRow = Readonly<z.output<typeof delta>>;

export const memberFlags = z.enum(FLAGS);

export const journeyMonth = z
  .object({
    period: z.string(),
    periodYear: z.int(),
    periodMonth: z.int(),
    status: memberStatuses,
    flags: z.array(memberFlags).readonly(),
    present: z.boolean().describe('False when missed, paid ahead, or charged back after the drop.'),
    commissionAmount: z.number(),
    prevCommissionAmount: z.number(),
    premiumAmount: z.number().nullable(),
    policies: z.array(journeyPolicy).readonly(),
    file: fileReference,
    deltas: z.array(delta).readonly(),
    firstSeen: z.boolean(),
  })
  .meta({ id: 'JourneyMonth' });
export type JourneyMonth = Readonly<z.output<typeof journeyMonth>>;

export const JOURNEY_MONTH_COLUMNS = [
  ...['period', 'periodYear', 'periodMonth', 'status', 'flags', 'present', 'commissionAmount'],
  ...['prevCommissionAmount', 'premiumAmount', 'policies', 'fileId', 'fileName', 'uploadedAt', 'deltas'],
  ...['firstSeen'],
];

export const provisional = z
  .boolean()
  .describe(
    'The member is missing from a month that still waits for files: one that has not come may have the member.',
  );

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
    lastPeriod: z.string().describe('The period (YYYY-MM) that status, flags and amount are of.'),
    commissionAmount: z.number(),
    effectiveDate: z.iso.date().nullable(),
    termDate: z.iso.date().nullable(),
    provisional,
    firstPeriod: z.string().describe('The first month with the member.'),
    lastPaidPeriod: z.string().nullable().describe('The last month with a payment.'),
    lastPaidAmount: z.number().describe('What was paid then.'),
    paidTotal: z.number().describe('Paid in all up to lastPeriod, less what was taken back.'),
  })
  .meta({ id: 'Member' });
export type MemberRecord = Readonly<z.output<typeof member>>;

export const memberWithOwed = member
  .extend({
    owed: z
      .number()
      .nullable()
      .describe('Open claims that are certain, of all months. Null for an agent, who asks no carrier for money.'),
  })
  .meta({ id: 'MemberWithOwed' });
export type MemberWithOwed = Readonly<z.output<typeof memberWithOwed>>;

export const memberOnRecord = memberWithOwed
  .extend({
    formerNames: z
      .array(z.string())
      .readonly()
      .describe(
        'Other names that statements had for the member, the latest first. An order of words makes no other name.',
      ),
  })
  .meta({ id: 'MemberOnRecord' });
export type MemberOnRecord = Readonly<z.output<typeof memberOnRecord>>;

export const MEMBER_LIST_COLUMNS = [
  ...['id', 'memberRefId', 'memberExternalId', 'memberName', 'carrierId', 'carrierName', 'workspaceId'],
  ...['policyNumber', 'planName', 'agentName', 'status', 'flags', 'lastPeriod', 'commissionAmount'],
  ...['effectiveDate', 'termDate', 'provisional', 'firstPeriod', 'lastPaidPeriod', 'lastPaidAmount'],
  ...['paidTotal', 'owed'],
];

const journey = {
  /** The member as of the latest period with a row of the member. */
  member,
  firstPeriod: z.string(),
  latestPeriod: z.string(),
  periodCount: z.int().describe('Of the periods listed.'),
  periods: z.array(journeyMonth).readonly(),
  ...archivedField,
};

export const memberJourney = z.object({ memberRefId: z.string(), ...journey });
export type Journey = Readonly<z.output<typeof memberJourney>>;

export const policyJourney = z.object({ memberRefId: z.string(), policyRefId: z.string(), ...journey });
export type PolicyJourney = Readonly<z.output<typeof policyJourney>>;

export const memberNames = {
  memberExternalId: z.string(),
  memberName: z.string().nullable(),
  policyNumber: z.string().nullable(),
};

export const signalCodes = z.enum(SIGNAL_CODES).describe('A finding; docs/reference/signals.md has the rules.');

const signal = z
  .object({
    code: signalCodes,
    severity: z.enum(['info', 'warn', 'critical']),
    amount: z.number().optional(),
    detail: z.string(),
    certainty: z.enum(OWED_CERTAINTIES).optional().describe('Of UNDERPAID: what the amount rests on.'),
    claim: z.enum(CERTAINTIES).optional().meta({
      description: 'How sure it is that the carrier owes the amount. Absent: the signal claims nothing.',
      example: 'certain',
    }),
    event: z
      .string()
      .optional()
      .describe('The shared finding that the signal is part of: its code, and what its members have in common.'),
  })
  .meta({ id: 'Signal' });

/** The status of a member in one period: part of result rows and of timeline entries. */
export const memberStatusFields = {
  status: memberStatuses,
  flags: z.array(memberFlags).readonly(),
  signals: z.array(signal).readonly(),
  reason: z.string().nullable(),
  commissionAmount: z
    .number()
    .describe(
      "Net of the member's lines in the period, so that the rows of a period add up to its statement: 0 for a member who dropped, below zero for one who is charged back after the drop.",
    ),
  prevCommissionAmount: z.number(),
  comparedAgainstPeriod: z.string().nullable(),
  expectedAmount: z.number().nullable().describe('Null when it could not be told.'),
  commissionOwed: z.number().describe('Zero, too, when it could not be told: expectedAmount is null then.'),
  chargebackAmount: z.number(),
};

export const timelineEntry = z
  .object({
    period: z.string(),
    ...memberStatusFields,
    fileId: z.string(),
    jobId: z.string().describe('The job that read the file.'),
    provisional,
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = Readonly<z.output<typeof timelineEntry>>;

export const TIMELINE_ENTRY_COLUMNS = [
  ...['period', 'status', 'flags', 'signals', 'reason', 'commissionAmount', 'prevCommissionAmount'],
  ...['comparedAgainstPeriod', 'expectedAmount', 'commissionOwed', 'chargebackAmount', 'fileId', 'jobId'],
  ...['provisional'],
];

export const timeline = z.object({
  memberRefId: z.string(),
  memberExternalId: z.string(),
  memberName: z.string().nullable(),
  carrierId: z.string(),
  data: z.array(timelineEntry).readonly(),
  ...archivedField,
});
export type MemberTimeline = Readonly<z.output<typeof timeline>>;

export const agentAndDates = {
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  effectiveDate: z.iso.date().nullable(),
  termDate: z.iso.date().nullable(),
};

/** The carrier, agent and dates of a row, so that a row of a saved table can be understood without other lists. */
export const memberContext = { carrierId: z.string(), carrierName: z.string(), ...agentAndDates };

export const rowContext = {
  ...memberContext,
  period: z.string().describe('The month of the statement, YYYY-MM.'),
};

export const chargeback = z
  .object({
    memberRefId: z.string(),
    policyRefId: z.string().nullable(),
    memberExternalId: z.string(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    chargebackAmount: z.number().describe('Charged back on this policy in the period.'),
    paidOut: z.number().describe('Paid on this policy up to and in the period.'),
    originalPayout: z
      .object({ period: z.string(), amount: z.number(), fileId: z.string(), fileName: z.string() })
      .nullable()
      .describe(`The payment that was taken back: of the policy's payments one for a coverage month that is charged back, else one of
an earlier statement that is large enough, the latest of them. Null when no statement shows a payment.`),
    fullyReversed: z.boolean().describe('All that was ever paid on the policy has been charged back.'),
    memberName: z.string().nullable(),
    workspaceId: z.string(),
    ...rowContext,
    coverageMonths: z.array(z.string()).readonly().describe('The months that the chargeback lines name.'),
    paidDate: z.iso.date().nullable().describe('The latest payment date of the chargeback lines.'),
  })
  .meta({ id: 'Chargeback' });
export type ChargebackRow = Readonly<z.output<typeof chargeback>>;

export const CHARGEBACK_COLUMNS = [
  ...['memberRefId', 'policyRefId', 'memberExternalId', 'policyNumber', 'planName', 'chargebackAmount'],
  ...['paidOut', 'originalPayout', 'fullyReversed', 'memberName', 'workspaceId', 'carrierId', 'carrierName'],
  ...['agentId', 'agentName', 'effectiveDate', 'termDate', 'period', 'coverageMonths', 'paidDate'],
];

/** The rows of statements that belong to a member. */

export const memberLine = z
  .object({
    fileId: z.string(),
    fileName: z.string(),
    sheet: z.int().describe('The number of the sheet among those that are read, from 1.'),
    row: z.int().describe('As in a spreadsheet, from 1.'),
    memberExternalId: z.string().describe('The id that the row has.'),
    memberName: z.string().nullable(),
    amount: z.number().describe('What the row pays; below zero when it takes money back.'),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    productType: z.string().nullable(),
    premiumAmount: z.number().nullable(),
    rate: z.number().nullable(),
    effectiveDate: z.iso.date().nullable(),
    termDate: z.iso.date().nullable(),
    termReason: z.string().nullable(),
    coverageMonth: z.string().nullable(),
    paidDate: z.iso.date().nullable(),
    transactionType: z.string().nullable(),
    agentName: z.string().nullable(),
    state: z.string().nullable(),
    carrierStatus: z.string().nullable(),
    description: z.string().nullable(),
  })
  .meta({ id: 'MemberLine' });
export type MemberLine = Readonly<z.output<typeof memberLine>>;

export const MEMBER_LINE_COLUMNS = [
  ...['fileId', 'fileName', 'sheet', 'row', 'memberExternalId', 'memberName', 'amount', 'policyNumber'],
  ...['planName', 'productType', 'premiumAmount', 'rate', 'effectiveDate', 'termDate', 'termReason'],
  ...['coverageMonth', 'paidDate', 'transactionType', 'agentName', 'state', 'carrierStatus', 'description'],
];

export interface MemberLineReads {
  /** Returns the lines of a member in a month in the order of files and rows; null when the account has no such member. */
  list(
    key: { readonly accountId: string; readonly memberRefId: string; readonly period: Period },
    page: OffsetPosition,
  ): Promise<OffsetPage<MemberLine> | null>;
}

export interface MemberLines {
  readonly memberLines: MemberLineReads;
}

/** Lists the statement rows of a member in a month, also after the bytes of the file were deleted. Refuses an unknown member. */
export async function listMemberLines(
  { memberLines }: MemberLines,
  key: { readonly accountId: string; readonly memberRefId: string; readonly period: Period },
  page: OffsetPosition,
): Promise<OffsetPage<MemberLine> | Refused> {
  return (await memberLines.list(key, page)) ?? unknownMember();
}
