import { type Refused, refuse } from '../problem.ts';

/** Situation of a month that is to be closed or reopened. */
export interface ClosingSituation {
  readonly wanted: 'open' | 'closed';
  /** Carriers, among those requested, with a statement of the month. */
  readonly books: number;
  /** Queued and running jobs of the month, also of carriers without a statement of it so far. */
  readonly openJobs: number;
}

/**
 * Refuses to close a month with unfinished jobs (`conflict`) or without statements (`not_found`); null allows it. An
 * unfinished file would otherwise become an adjustment of the closed month.
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
