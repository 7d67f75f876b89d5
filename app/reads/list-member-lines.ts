import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import type { MemberLine, MemberLineReads } from './member-line-reads.ts';

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
