import type { JobStats, NoStats, PeriodStats } from '../../core/job/job-stats.ts';
import type { FileStatus, JobMode } from '../../core/job/period-files.ts';
import type { FilesKnown, MonthState } from '../../core/month/month-state.ts';
import type { OffsetPage, TimeOrder } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { ChangeType } from '../../core/scoring/compare-profiles.ts';
import type { Flag, MemberStatus } from '../../core/scoring/scored-row.ts';
import type { Signal, SignalCode } from '../../core/scoring/signal.ts';
import type { CarrierEventRecord } from './carrier-event-record.ts';

/**
 * Records in the shape that the API shows (docs/reference/requests.md#values): amounts are rounded to cents, and ids are UUIDs in lower
 * case.
 */

/** Restricts a read to a carrier, a workspace or both. */
export interface BookFilter {
  readonly carrierId?: string | undefined;
  readonly workspaceId?: string | undefined;
}

export interface FileRecord {
  readonly id: string;
  readonly fileId: string;
  readonly accountId: string;
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly periodYear: number;
  readonly periodMonth: number;
  readonly period: Period;
  readonly originalFilename: string;
  readonly byteSize: number;
  readonly checksumSha256: string;
  readonly source: 'api' | 'sftp' | 'email';
  readonly status: FileStatus;
  /** The job that reads the file. */
  readonly jobId: string;
  readonly rowsIngested: number | null;
  readonly statedTotal: number | null;
  readonly uploadedAt: string;
  readonly supersededAt: string | null;
  readonly rawPurgedAt: string | null;
  /** True when the carrier's current configuration differs from the one that the file's period was scored with. */
  readonly rescoreSuggested: boolean;
}

export interface FileFilter extends BookFilter {
  readonly period?: Period | undefined;
}

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'canceled';

/** A job as the API shows it. */
export interface JobRecord {
  readonly id: string;
  readonly jobId: string;
  readonly fileId: string;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly periodYear: number;
  readonly periodMonth: number;
  readonly period: Period;
  readonly mode: JobMode;
  readonly status: JobStatus;
  readonly attempts: number;
  readonly configVersion: number | null;
  /** Counts at the end of the job, which never change afterwards. Empty until the job has completed. */
  readonly stats: JobStats | NoStats;
  readonly statsAsOf: string | null;
  /** Counts of the period as it is scored now; null when the file of the job is not active in it. */
  readonly currentStats: PeriodStats | null;
  readonly warnings: readonly { readonly code: string; readonly detail: string }[];
  readonly error: string | null;
  readonly errorCode: string | null;
  readonly progress: { readonly stage: string; readonly percent: number };
  readonly exceptionRowCount: number;
  readonly webhookUrl: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly month: JobMonth | null;
}

/** The job's month as of now; null when the number of its files is not known. */
export interface JobMonth {
  readonly state: MonthState;
  readonly files: { readonly received: number; readonly expected: number; readonly known: FilesKnown };
}

export interface JobFilter extends BookFilter {
  readonly sort?: TimeOrder | undefined;
  readonly status?: JobStatus | undefined;
  readonly period?: Period | undefined;
  readonly periodYear?: number | undefined;
  readonly periodMonth?: number | undefined;
}

/** A member's status in one period. */
export interface MemberPeriodStatus {
  readonly status: MemberStatus;
  readonly flags: readonly Flag[];
  readonly signals: readonly Signal[];
  readonly reason: string | null;
  /** True when the member is missing from a month that still waits for files. */
  readonly provisional: boolean;
  readonly commissionAmount: number;
  readonly prevCommissionAmount: number;
  readonly comparedAgainstPeriod: Period | null;
  /** Null when no amount could be expected. */
  readonly expectedAmount: number | null;
  readonly commissionOwed: number;
  readonly chargebackAmount: number;
}

/** The carrier, agent and dates of a row, so that the row can be understood without other lists. */
export interface RowContext {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  readonly period: Period;
}

export interface ResultRow extends MemberPeriodStatus, RowContext {
  readonly memberRefId: string;
  readonly policyRefId: string | null;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly email: string | null;
  readonly planName: string | null;
  readonly policyNumber: string | null;
  readonly premiumAmount: number | null;
  /** Last day that the carrier has paid for, where a statement says so. */
  readonly paidThrough: string | null;
}

export interface ResultFilter {
  readonly status?: MemberStatus | undefined;
  readonly flag?: Flag | undefined;
  readonly signal?: SignalCode | undefined;
  /** When true, only members who are owed something match. */
  readonly owedOnly: boolean;
  /** When true, only members with a chargeback match; when false, only members without. */
  readonly chargeback?: boolean | undefined;
}

export interface JobResults {
  readonly jobId: string;
  readonly period: { readonly year: number; readonly month: number };
  readonly page: OffsetPage<ResultRow>;
  readonly carrierEvents: readonly CarrierEventRecord[];
}

/** A field of a member that changed since the baseline. Values are numbers for fields that hold numbers, and texts for others. */
export interface DeltaRow {
  readonly memberRefId: string;
  readonly field: string;
  readonly prevValue: number | string | null;
  readonly currValue: number | string | null;
  readonly changeType: ChangeType;
}

/** A delta with its member. */
export interface JobDeltaRow extends DeltaRow, RowContext {
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly policyNumber: string | null;
}

export interface DeltaFilter {
  readonly changeType?: ChangeType | undefined;
  readonly memberRefId?: string | undefined;
}

/** Rows of a statement that were not accepted, in file order. */
export interface JobExceptions {
  /** True when the job has ended and its exceptions are still kept. */
  readonly available: boolean;
  readonly headers: readonly string[];
  readonly rows: readonly {
    readonly row: number;
    readonly errors: readonly string[];
    readonly cells: readonly string[];
  }[];
}

/** Names a job of one account. Reads by this key return null when the account has no such job. */
export interface JobKey {
  readonly accountId: string;
  readonly jobId: string;
}

export interface MemberRecord {
  readonly id: string;
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly agentName: string | null;
  readonly status: MemberStatus;
  readonly flags: readonly Flag[];
  /** The period that the fields above and below belong to. */
  readonly lastPeriod: Period;
  readonly commissionAmount: number;
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  /** True when the member is missing from a month that still waits for files. */
  readonly provisional: boolean;
}

export interface MemberFilter extends BookFilter {
  readonly status?: MemberStatus | undefined;
  readonly flag?: Flag | undefined;
  readonly signal?: SignalCode | undefined;
  /** Absent: every member as of the latest period in which the member has a row. */
  readonly period?: Period | undefined;
  /** A part of the name, of the carrier's member id or of the policy number; case does not matter. */
  readonly q?: string | undefined;
}

export interface TimelineEntry extends MemberPeriodStatus {
  readonly period: Period;
  readonly fileId: string;
  /** The job that read the file. */
  readonly jobId: string;
}

export interface MemberTimeline {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly carrierId: string;
  /** Oldest first. */
  readonly data: readonly TimelineEntry[];
}

/** The chargeback lines of one policy of a member in a period, added up. */
export interface ChargebackRow extends RowContext {
  readonly memberRefId: string;
  readonly policyRefId: string | null;
  readonly memberExternalId: string;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly chargebackAmount: number;
  /** Sum of all positive lines of the policy up to the period. */
  readonly paidOut: number;
  /** The payment that was taken back; null when no statement shows one. */
  readonly originalPayout: {
    readonly period: Period;
    readonly amount: number;
    readonly fileId: string;
    readonly fileName: string;
  } | null;
  /** True when all of `paidOut` was taken back. */
  readonly fullyReversed: boolean;
  readonly memberName: string | null;
  readonly workspaceId: string;
  /** Months that the chargeback lines name, oldest first. */
  readonly coverageMonths: readonly Period[];
  /** The latest payment date of the chargeback lines. */
  readonly paidDate: string | null;
}

export interface Chargebacks {
  /** Null when the request names no period and there is no data. */
  readonly period: Period | null;
  readonly page: OffsetPage<ChargebackRow>;
}

export interface ChargebackFilter extends BookFilter {
  /** Absent: the latest period with data that matches the filter. */
  readonly period?: Period | undefined;
}

/** A file that a history names (docs/reference/members-and-comparisons.md#journeys). */

export interface FileReference {
  readonly fileId: string;
  readonly fileName: string;
  readonly uploadedAt: string;
}

/** The last period in which a member was in a statement, and the member's current status. */
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
