import { type Refused, refuse } from '../problem.ts';

/** Whether a month may be closed or reopened. */
export interface ClosingSituation {
  readonly wanted: 'open' | 'closed';
  /** Carriers with a statement of the month, of those asked for. */
  readonly books: number;
  /** Files of the month that are queued or being read. */
  readonly openJobs: number;
}

/** Null allows it. A file that is still being read would become an adjustment of the month that its sender meant to close with it. */
export function decideMonth({ wanted, books, openJobs }: ClosingSituation): Refused | null {
  if (books === 0) return refuse('not_found', 'No statement of this month has been loaded.');
  if (wanted === 'open' || openJobs === 0) return null;
  const jobs = openJobs === 1 ? '1 job of the month has' : `${openJobs} jobs of the month have`;
  return refuse('conflict', `${jobs} not ended yet: close the month when every job has.`);
}

/** Of an account with several workspaces the one has to be named. */
export function refuseUnnamedWorkspace(workspaces: number): Refused | null {
  if (workspaces === 1) return null;
  const detail = `This account has ${workspaces} workspaces: say with workspaceId whose month it is.`;
  return refuse('workspace_required', detail);
}
