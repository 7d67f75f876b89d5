import type { CursorPage, CursorPosition, Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { MemberFindings } from '../../core/report/claim.ts';
import type {
  ChargebackRow,
  Journey,
  LastSeen,
  MemberRecord,
  MemberTimeline,
  PolicyJourney,
} from './member-records.ts';
import type { BookFilter, ChargebackFilter, Chargebacks, FileFilter, FileRecord, MemberFilter } from './read-models.ts';

/** The database reads of the use cases that list and find records. */

export interface FileReads {
  /** Returns files, newest first, without retracted and replaced ones. Refuses a cursor that is not the position of a file. */
  list(accountId: string, filter: FileFilter, page: CursorPosition): Promise<CursorPage<FileRecord> | Refused>;
  /** Returns all files of `list` after the cursor. */
  exportAll(accountId: string, filter: FileFilter, cursor: number | undefined): Exported<FileRecord>;
  /** Finds a file in any state. */
  find(accountId: string, fileId: string): Promise<FileRecord | null>;
}

export interface MemberReads {
  /** Returns members by id, so that no change of a name or amount moves a member between pages; or by name. */
  list(accountId: string, filter: MemberFilter, page: OffsetPosition): Promise<OffsetPage<MemberRecord> | Refused>;
  exportAll(accountId: string, filter: MemberFilter, offset: number): Exported<MemberRecord>;
  find(accountId: string, memberRefId: string): Promise<MemberRecord | null>;
  /** Returns the other names that the member's months have, the latest first. */
  formerNames(accountId: string, memberRefId: string): Promise<readonly string[]>;
  timeline(accountId: string, memberRefId: string): Promise<MemberTimeline | null>;
  /** Passes the findings about money of these members, or of all members of the books, to `take`, a batch at a time. */
  findings(
    accountId: string,
    scope: BookFilter & { readonly memberRefIds?: readonly string[] | undefined },
    take: (members: readonly MemberFindings[]) => void,
  ): Promise<void>;
}

export interface ChargebackReads {
  /** Returns chargebacks by member, then policy. */
  list(accountId: string, filter: ChargebackFilter, page: OffsetPosition): Promise<Chargebacks | Refused>;
  exportAll(
    accountId: string,
    filter: ChargebackFilter,
    offset: number,
  ): Exported<ChargebackRow, Pick<Chargebacks, 'period'>>;
}

/** Journeys of members and policies. A null result means that the account has no such member or policy. */
export interface JourneyReads {
  lastSeen(accountId: string, memberRefId: string): Promise<LastSeen | null>;
  ofMember(accountId: string, memberRefId: string): Promise<Journey | null>;
  /** Returns the months in which the policy has lines, with the policy's own amounts. Status, flags and deltas are the member's. */
  ofPolicy(accountId: string, policyRefId: string): Promise<PolicyJourney | null>;
}
