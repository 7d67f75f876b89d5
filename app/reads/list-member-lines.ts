import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';

/** An accepted row of a statement, with the values that were read. Null: the statement has no such column, or the cell is blank. */
export interface MemberLine {
  readonly fileId: string;
  readonly fileName: string;
  /** Counted from 1 among the sheets that were read. */
  readonly sheet: number;
  /** The number of the row as a spreadsheet counts it, from 1. */
  readonly row: number;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly amount: number;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly productType: string | null;
  readonly premiumAmount: number | null;
  readonly rate: number | null;
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  readonly termReason: string | null;
  readonly coverageMonth: string | null;
  readonly paidDate: string | null;
  readonly transactionType: string | null;
  readonly agentName: string | null;
  readonly state: string | null;
  readonly carrierStatus: string | null;
  readonly description: string | null;
}

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
