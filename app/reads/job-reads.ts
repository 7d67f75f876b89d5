import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { JobDeltaRow, JobRecord, ResultRow } from './job-records.ts';
import type { PolicyFacts } from './policy-reads.ts';
import type { DeltaFilter, JobExceptions, JobFilter, JobKey, JobResults, ResultFilter } from './read-models.ts';

export interface FoundJob extends JobRecord {
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
