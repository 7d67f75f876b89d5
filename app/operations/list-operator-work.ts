import type { OffsetPage, OffsetPosition } from '../../core/page.ts';

/** The port by which the operator sees the jobs and dead letters of all accounts. */

export const OPERATOR_JOB_STATES = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;
export type OperatorJobState = (typeof OPERATOR_JOB_STATES)[number];

/** A job of any account. It names no member and no file. */
export interface OperatorJob {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly carrierName: string;
  readonly period: string;
  readonly mode: string;
  readonly status: OperatorJobState;
  readonly attempts: number;
  readonly errorCode: string | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
}

/** A message that was given up after its last attempt. */
export interface OperatorDeadLetter {
  readonly id: string;
  readonly queue: string;
  readonly receiveCount: number;
  readonly recordedAt: string;
  /** The job that the message is about; null for another message, and when the job was deleted. */
  readonly jobId: string | null;
  readonly jobStatus: OperatorJobState | null;
  /** The account of the job or delivery; null when it is gone. */
  readonly accountName: string | null;
}

export interface OperatorWorkReads {
  /** Returns jobs, newest first; `status` selects those in one state. */
  listJobs(
    filter: { readonly status?: OperatorJobState | undefined },
    page: OffsetPosition,
  ): Promise<OffsetPage<OperatorJob>>;
  /** Returns dead letters, newest first. */
  listDeadLetters(page: OffsetPosition): Promise<OffsetPage<OperatorDeadLetter>>;
}

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
