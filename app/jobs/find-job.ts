import { summarisePolicies } from '../reads/compare-lists.ts';
import type { FoundJob, JobReads } from '../reads/job-reads.ts';

/**
 * Finds a job of the account; returns null when the account has no such job. A completed job has the sentence of its month's comparison
 * with the book of business. Open jobs have none, because clients poll them.
 */
export function findJob(jobs: JobReads, accountId: string, jobId: string): Promise<FoundJob | null> {
  return jobs.find(accountId, jobId, async ({ status, carrierId, workspaceId, period }, facts) => {
    if (status !== 'completed') return null;
    const summaries = await summarisePolicies(facts, { carrierId, workspaceId, period });
    return summaries.get(carrierId) ?? null;
  });
}
