import { RAW_PURGE_BATCH } from './retention-limits.ts';
import {
  REPORT_TASK_RESERVE_SECONDS,
  REPORT_TASK_TIMEOUT_SECONDS,
  SCHEDULED_REPORT_SECONDS_MAX,
} from './saved-report-limits.ts';

/**
 * Intervals and batches of the scheduled tasks. Figures marked (interface) are promised to clients and must not change.
 */

/** (interface) Seconds between two runs of scheduled maintenance. */
export const SCHEDULED_TASKS_SECONDS = 15 * 60;
/** Seconds of one run. A task does a bounded batch, so a longer run is stuck. */
export const SCHEDULED_TASK_TIMEOUT_SECONDS = 120;
/**
 * Seconds after which a sweep starts no further file. Thirty seconds of the task's time are left for the last files.
 */
const SWEEP_SECONDS = 90;
/**
 * Number of purges that the task purge_files may run: of statements, dropped files, messages, and the statements and drops that requests
 * have marked. A sweep is followed by one purge.
 */
export const PURGES_OF_TASK_MAX = 5;
/** Seconds of one purge. */
const PURGE_SECONDS = 14;
/** Seconds for deleting accounts after the purges. */
const DELETION_SECONDS = 40;
/** Limits one run of a scheduled task, which leaves the rest to the next run. */
export interface TaskLimits {
  /** Files, or messages, deleted by one purge. */
  readonly purgeBatch: number;
  /** Seconds after which a purge starts no further deletion. */
  readonly purgeSeconds: number;
  /** Seconds after which the deletion of accounts starts no further step. */
  readonly deletionSeconds: number;
  /** Seconds after which a sweep starts no further file. */
  readonly sweepSeconds: number;
  /** Seconds after which no further report is started. */
  readonly reportsBeginSeconds: number;
  /**
   * Longest run of a report, in seconds. A longer report is left to the schedule when a request runs the task, and
   * fails in a scheduled run.
   */
  readonly reportSeconds: number;
}
/** Limits of a task that the schedule starts. */
export const SCHEDULED_TASK_LIMITS: TaskLimits = {
  purgeBatch: RAW_PURGE_BATCH,
  purgeSeconds: PURGE_SECONDS,
  deletionSeconds: DELETION_SECONDS,
  sweepSeconds: SWEEP_SECONDS,
  reportsBeginSeconds: REPORT_TASK_TIMEOUT_SECONDS - REPORT_TASK_RESERVE_SECONDS,
  reportSeconds: SCHEDULED_REPORT_SECONDS_MAX,
};
/**
 * Limits of a task that an operator starts by a request. The request ends after HTTP_TIMEOUT_SECONDS, and a report may
 * take its seconds twice: waiting and running.
 */
export const REQUEST_TASK_LIMITS: TaskLimits = {
  purgeBatch: 100,
  purgeSeconds: 3,
  deletionSeconds: 6,
  sweepSeconds: 12,
  reportsBeginSeconds: 4,
  reportSeconds: 8,
};
