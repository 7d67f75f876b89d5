import { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';

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
