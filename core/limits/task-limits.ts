import { RAW_PURGE_BATCH } from './retention-limits.ts';
import {
  REPORT_TASK_RESERVE_SECONDS,
  REPORT_TASK_TIMEOUT_SECONDS,
  SCHEDULED_REPORT_SECONDS_MAX,
} from './saved-report-limits.ts';

/**
 * How often the scheduled tasks run, and how much one run does.
 * Figures marked (interface) are promised to clients and stay as they are.
 */

/** (interface) Scheduled maintenance. */
export const SCHEDULED_TASKS_SECONDS = 15 * 60;
/** A task does a bounded batch; one that takes longer is stuck. */
export const SCHEDULED_TASK_TIMEOUT_SECONDS = 120;
/** A sweep begins no further file after this, which leaves the last ones half a minute of their task's two. */
const SWEEP_SECONDS = 90;
/** A sweep purges after that, and a task may purge three times: statements, dropped files, messages. Five hundred take five seconds. */
const PURGE_SECONDS = 20;
/** After those purges accounts are deleted, and the task still ends within its two minutes. */
const DELETION_SECONDS = 40;
/** How much a run of a scheduled task does before it leaves the rest to the next one. */
export interface TaskLimits {
  /** Files, and messages, that one purge deletes. */
  readonly purgeBatch: number;
  /** A purge begins no further deletion after this. */
  readonly purgeSeconds: number;
  /** Deleting accounts begins no further step after this. */
  readonly deletionSeconds: number;
  /** A sweep begins no further file after this. */
  readonly sweepSeconds: number;
  /** No further report is begun after this. */
  readonly reportsBeginSeconds: number;
  /** One that takes longer in a request is left to the schedule; there it has failed. */
  readonly reportSeconds: number;
}
export const SCHEDULED_TASK_LIMITS: TaskLimits = {
  purgeBatch: RAW_PURGE_BATCH,
  purgeSeconds: PURGE_SECONDS,
  deletionSeconds: DELETION_SECONDS,
  sweepSeconds: SWEEP_SECONDS,
  reportsBeginSeconds: REPORT_TASK_TIMEOUT_SECONDS - REPORT_TASK_RESERVE_SECONDS,
  reportSeconds: SCHEDULED_REPORT_SECONDS_MAX,
};
/**
 * Where the operator runs a task by a request that is cut off (HTTP_TIMEOUT_SECONDS): a report may wait as long as it
 * runs, and is mailed.
 */
export const REQUEST_TASK_LIMITS: TaskLimits = {
  purgeBatch: 100,
  purgeSeconds: 5,
  deletionSeconds: 6,
  sweepSeconds: 12,
  reportsBeginSeconds: 4,
  reportSeconds: 8,
};
