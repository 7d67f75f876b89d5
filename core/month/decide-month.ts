import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';

/** Facts about a month that is to be closed or reopened. */
export interface ClosingSituation {
  readonly wanted: 'open' | 'closed';
  /** Number of the requested carriers that have a statement of the month. */
  readonly books: number;
  /** Number of queued and running jobs of the month, including carriers without a statement of it so far. */
  readonly openJobs: number;
}

/**
 * Decides whether a month may be closed or reopened; null when it may. Refuses a month without statements (`not_found`),
 * and the closing of a month with unfinished jobs (`conflict`), whose files would become adjustments of the closed month.
 */
export function decideMonth({ wanted, books, openJobs }: ClosingSituation): Refused | null {
  if (wanted === 'closed' && openJobs > 0) {
    const jobs = openJobs === 1 ? '1 job of the month has' : `${openJobs} jobs of the month have`;
    return refuse('conflict', `${jobs} not ended yet: close the month when every job has.`);
  }
  return books === 0 ? refuse('not_found', 'No statement of this month has been loaded.') : null;
}

/** Refuses a request that does not name one of an account's several workspaces (`workspace_required`). */
export function refuseUnnamedWorkspace(workspaces: number): Refused | null {
  if (workspaces === 1) return null;
  const detail = `This account has ${workspaces} workspaces: say with workspaceId whose month it is.`;
  return refuse('workspace_required', detail);
}
