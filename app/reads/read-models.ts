import { z } from 'zod';
import type { ArchivedBook } from '../../core/account/decide-archive.ts';
import type { CursorPage, CursorPosition, Exported, OffsetPage, OffsetPosition, TimeOrder } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { MemberFindings } from '../../core/report/claim.ts';
import type { ChangeType, Flag, MemberStatus } from '../../core/scoring/scored-row.ts';
import type { SignalCode } from '../../core/scoring/signal.ts';
import type { CarrierEventRecord } from './carrier-event-record.ts';
import type { JobStatus, ResultRow } from './job-records.ts';
import type {
  ChargebackRow,
  Journey,
  LastSeen,
  MemberRecord,
  MemberTimeline,
  PolicyJourney,
} from './member-records.ts';

/**
 * Records in the shape that the API shows (docs/reference/requests.md#values): amounts are rounded to cents, and ids are UUIDs in lower
 * case.
 */

/** Restricts a read to a carrier, a workspace or both. */
export interface BookFilter {
  readonly carrierId?: string | undefined;
  readonly workspaceId?: string | undefined;
}

export const fileRecord = z.object({
  id: z.string(),
  fileId: z.string(),
  accountId: z.string(),
  workspaceId: z.string(),
  carrierId: z.string(),
  carrierName: z.string(),
  periodYear: z.int(),
  periodMonth: z.int(),
  period: z.string().describe('YYYY-MM.'),
  originalFilename: z.string(),
  byteSize: z.int(),
  checksumSha256: z.string(),
  source: z.enum(['api', 'sftp', 'email']),
  status: z.enum(['pending', 'active', 'failed', 'canceled', 'replaced', 'retracted']),
  jobId: z.string().describe('The job that reads the file.'),
  rowsIngested: z.int().nullable(),
  statedTotal: z.number().nullable(),
  uploadedAt: z.iso.datetime(),
  supersededAt: z.iso.datetime().nullable(),
  rawPurgedAt: z.iso.datetime().nullable(),
  rescoreSuggested: z
    .boolean()
    .describe(
      'The carrier has a newer configuration than the one this period was scored with. A rescore takes its tolerance and cadence; for its columns or its statementMode the file has to come again with replace=true.',
    ),
});
export type FileRecord = Readonly<z.output<typeof fileRecord>>;

export const STATEMENT_FILE_COLUMNS = [
  ...['id', 'fileId', 'accountId', 'workspaceId', 'carrierId', 'carrierName', 'periodYear', 'periodMonth'],
  ...['period', 'originalFilename', 'byteSize', 'checksumSha256', 'source', 'status', 'jobId', 'rowsIngested'],
  ...['statedTotal', 'uploadedAt', 'supersededAt', 'rawPurgedAt', 'rescoreSuggested'],
];

export interface FileFilter extends BookFilter {
  readonly period?: Period | undefined;
  /** In hex: files of exactly these bytes, and those that came in a ZIP archive of them. */
  readonly checksumSha256?: string | undefined;
}

export interface JobFilter extends BookFilter {
  readonly sort?: TimeOrder | undefined;
  readonly status?: JobStatus | undefined;
  readonly period?: Period | undefined;
  readonly periodYear?: number | undefined;
  readonly periodMonth?: number | undefined;
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

export interface MemberFilter extends BookFilter {
  readonly status?: MemberStatus | undefined;
  readonly flag?: Flag | undefined;
  readonly signal?: SignalCode | undefined;
  /** Absent: every member as of the latest period in which the member has a row. */
  readonly period?: Period | undefined;
  /** A part of the name, of the carrier's member id or of the policy number; case does not matter. */
  readonly q?: string | undefined;
  /** The name or the number of an agent, and the name of a plan; case does not matter. */
  readonly agent?: string | undefined;
  readonly plan?: string | undefined;
  readonly presence?: MemberPresence | undefined;
  readonly sort?: MemberOrder | undefined;
  /** Only members who come after this one in the order of the list. */
  readonly after?: string | undefined;
  /** Only these members. */
  readonly memberRefIds?: readonly string[] | undefined;
}

/** active: on the latest statement that says something of them, or paid ahead. gone: missing there. */
export const MEMBER_PRESENCES = ['active', 'gone'] as const;
export type MemberPresence = (typeof MEMBER_PRESENCES)[number];

/** The first is the default. */
export const MEMBER_ORDERS = ['id', 'name'] as const;
export type MemberOrder = (typeof MEMBER_ORDERS)[number];

export interface Chargebacks {
  /** Null when the request names no period and there is no data. */
  readonly period: Period | null;
  readonly page: OffsetPage<ChargebackRow>;
}

export interface ChargebackFilter extends BookFilter {
  /** Absent: the latest period with data that matches the filter. */
  readonly period?: Period | undefined;
  /** The books with archived months, whose payments are known as sums. */
  readonly archived?: readonly ArchivedBook[];
}

/** The ids in a request that tell what a downloaded file is about. */
export interface DownloadIds {
  readonly carrierId?: string | undefined;
  readonly jobId?: string | undefined;
}

/** The carrier and the month that name a downloaded file. A job has both; a carrier filter has no month. */
export interface DownloadSubject {
  readonly carrierSlug: string;
  readonly period: Period | null;
}

export interface DownloadReads {
  /** Finds the carrier or the job that the ids name; null when the account has neither. */
  subject(accountId: string, ids: DownloadIds): Promise<DownloadSubject | null>;
}

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
