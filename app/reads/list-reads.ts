import type { CursorPage, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type {
  ChargebackFilter,
  ChargebackRow,
  Chargebacks,
  CursorPosition,
  Exported,
  FileFilter,
  FileRecord,
  Journey,
  LastSeen,
  MemberFilter,
  MemberRecord,
  MemberTimeline,
  PolicyJourney,
} from './read-models.ts';

/** What the use cases that list and find records need from the database. */

export interface FileReads {
  /** Newest first, without retracted and replaced ones. A cursor that is no file's position is refused. */
  list(accountId: string, filter: FileFilter, page: CursorPosition): Promise<CursorPage<FileRecord> | Refused>;
  /** The same list from the cursor on. */
  exportAll(accountId: string, filter: FileFilter, cursor: number | undefined): Exported<FileRecord>;
  /** In any state. */
  find(accountId: string, fileId: string): Promise<FileRecord | null>;
}

export interface MemberReads {
  /** In the order of the member's id: no name or amount that changes between two pages can move a member. */
  list(accountId: string, filter: MemberFilter, page: OffsetPosition): Promise<OffsetPage<MemberRecord> | Refused>;
  exportAll(accountId: string, filter: MemberFilter, offset: number): Exported<MemberRecord>;
  find(accountId: string, memberRefId: string): Promise<MemberRecord | null>;
  timeline(accountId: string, memberRefId: string): Promise<MemberTimeline | null>;
}

export interface ChargebackReads {
  /** By member, then policy. */
  list(accountId: string, filter: ChargebackFilter, page: OffsetPosition): Promise<Chargebacks | Refused>;
  exportAll(accountId: string, filter: ChargebackFilter, offset: number): Exported<ChargebackRow>;
}

/** Null: the account has no such member or policy. */
export interface JourneyReads {
  lastSeen(accountId: string, memberRefId: string): Promise<LastSeen | null>;
  ofMember(accountId: string, memberRefId: string): Promise<Journey | null>;
  /** The same months as far as they tell of the policy, with its own amounts; status, flags and deltas are the member's. */
  ofPolicy(accountId: string, policyRefId: string): Promise<PolicyJourney | null>;
}
