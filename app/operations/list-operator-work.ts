import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { OperatorDeadLetter, OperatorJob, OperatorJobState, OperatorWorkReads } from './operator-work-ports.ts';

/** Lists the work of all accounts for the operator. */
export interface OperatorWork {
  readonly work: OperatorWorkReads;
}

/** Lists jobs of all accounts, newest first. */
export function listAllJobs(
  { work }: OperatorWork,
  { status, ...page }: OffsetPosition & { readonly status?: OperatorJobState | undefined },
): Promise<OffsetPage<OperatorJob>> {
  return work.listJobs({ status }, page);
}

/** Lists messages that were given up, newest first. */
export function listDeadLetters({ work }: OperatorWork, page: OffsetPosition): Promise<OffsetPage<OperatorDeadLetter>> {
  return work.listDeadLetters(page);
}
