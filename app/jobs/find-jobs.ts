import { z } from 'zod';
import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import { differentPeriods } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownJob } from '../../core/refusals.ts';
import { refuse, refuseFields } from '../../core/refuse.ts';
import type { JobDeltaRow, JobRecord, ResultRow } from '../reads/job-records.ts';
import { type PolicyFacts, summarisePolicies } from '../reads/policy-reads.ts';
import type { DeltaFilter, JobExceptions, JobFilter, JobKey, JobResults, ResultFilter } from '../reads/read-models.ts';

export const failedRows = z
  .object({
    headers: z.array(z.string()).readonly(),
    total: z.int().describe('All rows that were not accepted.'),
    data: z
      .array(
        z
          .object({
            row: z.int().describe('1-based, of the file or of its sheet.'),
            errors: z.array(z.string()).readonly(),
            cells: z.array(z.string()).readonly().describe('In the order of headers.'),
          })
          .meta({ id: 'FailedRow' }),
      )
      .readonly(),
  })
  .meta({ id: 'FailedRows' });

/** Lists and finds jobs and their results. All functions except the lists refuse an unknown job. */
export interface JobRegister {
  readonly jobs: JobReads;
}

type Paged<Filter> = JobKey & Filter & OffsetPosition;
type From<Filter> = JobKey & Filter & Pick<OffsetPosition, 'offset'>;

/** Lists jobs, newest first. Refuses an unknown carrier or workspace, and a `period` that differs from `periodYear` or `periodMonth`. */
export async function listJobs(
  { jobs }: JobRegister,
  accountId: string,
  { limit, offset, ...filter }: JobFilter & OffsetPosition,
): Promise<OffsetPage<JobRecord> | Refused> {
  const faults = differentPeriods(filter);
  if (faults.length > 0) return refuseFields(faults);
  return jobs.list(accountId, filter, { limit, offset });
}

/** Exports the list of `listJobs` after the first `offset` jobs. */
export async function exportJobs(
  { jobs }: JobRegister,
  accountId: string,
  { offset, ...filter }: JobFilter & Pick<OffsetPosition, 'offset'>,
): Exported<JobRecord> {
  const faults = differentPeriods(filter);
  if (faults.length > 0) return refuseFields(faults);
  return jobs.exportAll(accountId, filter, offset);
}

/**
 * Finds a job. A completed job has a sentence that compares its month with the book of business. An open job has none, because clients poll
 * it. Refuses an unknown job.
 */
export async function findJob({ jobs }: JobRegister, { accountId, jobId }: JobKey): Promise<FoundJob | Refused> {
  const found = await jobs.find(accountId, jobId, async ({ status, carrierId, workspaceId, period }, facts) => {
    if (status !== 'completed') return null;
    const summaries = await summarisePolicies(facts, { carrierId, workspaceId, period });
    return summaries.get(carrierId) ?? null;
  });
  return found ?? unknownJob();
}

/** Lists members of the job's carrier and period as they are scored now. Refuses an unknown job. */
export async function listResults(
  { jobs }: JobRegister,
  { accountId, jobId, limit, offset, ...filter }: Paged<ResultFilter>,
): Promise<JobResults | Refused> {
  return (await jobs.results({ accountId, jobId }, filter, { limit, offset })) ?? unknownJob();
}

/** Exports the list of `listResults` after the first `offset` members. */
export function exportResults(
  { jobs }: JobRegister,
  { accountId, jobId, offset, ...filter }: From<ResultFilter>,
): Exported<ResultRow> {
  return jobs.exportResults({ accountId, jobId }, filter, offset);
}

/** Lists fields that changed since the baseline, by member and field. Refuses an unknown job. */
export async function listDeltas(
  { jobs }: JobRegister,
  { accountId, jobId, limit, offset, ...filter }: Paged<DeltaFilter>,
): Promise<OffsetPage<JobDeltaRow> | Refused> {
  return (await jobs.deltas({ accountId, jobId }, filter, { limit, offset })) ?? unknownJob();
}

/** Exports the list of `listDeltas` after the first `offset` deltas. */
export function exportDeltas(
  { jobs }: JobRegister,
  { accountId, jobId, offset, ...filter }: From<DeltaFilter>,
): Exported<JobDeltaRow> {
  return jobs.exportDeltas({ accountId, jobId }, filter, offset);
}

/** Finds the rows of the statement that were not accepted. Refuses an open job, and rows that are no longer kept. */
export async function findExceptions(
  { jobs }: JobRegister,
  { accountId, jobId }: JobKey,
): Promise<JobExceptions | Refused> {
  const exceptions = await jobs.exceptions(accountId, jobId);
  if (exceptions === null) return unknownJob();
  if (exceptions.available) return exceptions;
  return refuse(
    'not_found',
    'Rejected rows are kept for some days from the end of the job, or until the file is purged.',
  );
}

interface FoundJob extends JobRecord {
  /** The comparison of the job's month with the book of business, as of now. Null without a list, and for a job that has not completed. */
  readonly policies: string | null;
}

export interface JobReads {
  /** Returns jobs, newest first. */
  list(accountId: string, filter: JobFilter, page: OffsetPosition): Promise<OffsetPage<JobRecord> | Refused>;
  exportAll(accountId: string, filter: JobFilter, offset: number): Exported<JobRecord>;
  /** Calls `describePolicies` in the snapshot that the job is read in. Returns null when the account has no such job. */
  find(
    accountId: string,
    jobId: string,
    describePolicies: (job: JobRecord, facts: PolicyFacts) => Promise<string | null>,
  ): Promise<FoundJob | null>;
  /** Returns the results of the job's period as it is scored now. */
  results(job: JobKey, filter: ResultFilter, page: OffsetPosition): Promise<JobResults | null>;
  exportResults(job: JobKey, filter: ResultFilter, offset: number): Exported<ResultRow>;
  deltas(job: JobKey, filter: DeltaFilter, page: OffsetPosition): Promise<OffsetPage<JobDeltaRow> | null>;
  exportDeltas(job: JobKey, filter: DeltaFilter, offset: number): Exported<JobDeltaRow>;
  exceptions(accountId: string, jobId: string): Promise<JobExceptions | null>;
}
