import type { Period } from '../../core/period.ts';
import type { Flag, MemberStatus } from '../../core/scoring/scored-row.ts';
import type { DeltaRow, MemberRecord } from './read-models.ts';

/** The history of a member or a policy, as the API shows it (docs/reference/members-and-comparisons.md#journeys). */

export interface FileReference {
  readonly fileId: string;
  readonly fileName: string;
  readonly uploadedAt: string;
}

/** When a member was last in a statement, and the member's current status. */
export interface LastSeen {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  /** The last period the member was present in. Policy, plan, amount and file are of this period. */
  readonly lastPeriod: Period;
  readonly policyRefId: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly commissionAmount: number;
  readonly file: FileReference;
  readonly status: MemberStatus;
  /** The period that the status belongs to. */
  readonly statusPeriod: Period;
}

export interface JourneyPolicy {
  /** Null for lines without a policy number. */
  readonly policyRefId: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly commissionAmount: number;
  readonly premiumAmount: number | null;
}

export interface JourneyMonth {
  readonly period: Period;
  readonly periodYear: number;
  readonly periodMonth: number;
  readonly status: MemberStatus;
  readonly flags: readonly Flag[];
  readonly present: boolean;
  readonly commissionAmount: number;
  readonly prevCommissionAmount: number;
  readonly premiumAmount: number | null;
  readonly policies: readonly JourneyPolicy[];
  readonly file: FileReference;
  readonly deltas: readonly DeltaRow[];
  readonly firstSeen: boolean;
}

export interface Journey {
  readonly memberRefId: string;
  readonly member: MemberRecord;
  readonly firstPeriod: Period;
  readonly latestPeriod: Period;
  readonly periodCount: number;
  /** Oldest first. */
  readonly periods: readonly JourneyMonth[];
}

export interface PolicyJourney extends Journey {
  readonly policyRefId: string;
}

/** Journeys of members and policies. Null: the account has no such member or policy. */
export interface JourneyReads {
  lastSeen(accountId: string, memberRefId: string): Promise<LastSeen | null>;
  ofMember(accountId: string, memberRefId: string): Promise<Journey | null>;
  /** Returns the months in which the policy has lines, with the policy's own amounts. Status, flags and deltas are the member's. */
  ofPolicy(accountId: string, policyRefId: string): Promise<PolicyJourney | null>;
}
