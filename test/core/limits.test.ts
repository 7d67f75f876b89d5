import { expect, test } from 'vitest';
import {
  JOB_STUCK_SECONDS,
  MIGRATION_TIMEOUT_SECONDS,
  PURGES_OF_TASK_MAX,
  QUEUE_VISIBILITY_SECONDS,
  REQUEST_TASK_LIMITS,
  SCHEDULED_TASK_LIMITS,
  SCHEDULED_TASK_TIMEOUT_SECONDS,
  WORKER_TIMEOUT_SECONDS,
} from '../../core/limits/job-limits.ts';
import { HTTP_TIMEOUT_SECONDS } from '../../core/limits/request-limits.ts';

/** Guarantee: the time limits of jobs and tasks fit together after any change of one of them. */

test('ends a worker before its job counts as stuck, and before Lambda ends it', () => {
  expect(WORKER_TIMEOUT_SECONDS).toBeLessThan(JOB_STUCK_SECONDS);
  // Lambda's limit is the same for both.
  expect(WORKER_TIMEOUT_SECONDS).toBeLessThan(MIGRATION_TIMEOUT_SECONDS);
  expect(QUEUE_VISIBILITY_SECONDS).toBeGreaterThanOrEqual(6 * WORKER_TIMEOUT_SECONDS);
});

test('lets a job score twelve years of the largest statements again, at five seconds per month', () => {
  expect(12 * 12 * 5).toBeLessThan(WORKER_TIMEOUT_SECONDS);
});

test.each([
  ['the schedule', SCHEDULED_TASK_LIMITS, SCHEDULED_TASK_TIMEOUT_SECONDS],
  ['a request', REQUEST_TASK_LIMITS, HTTP_TIMEOUT_SECONDS],
])('leaves time after all purges, deletions and sweeps that %s starts', (_, limits, timeoutSeconds) => {
  const { purgeSeconds, deletionSeconds, sweepSeconds } = limits;
  expect(PURGES_OF_TASK_MAX * purgeSeconds + deletionSeconds).toBeLessThan(0.95 * timeoutSeconds);
  expect(sweepSeconds + purgeSeconds).toBeLessThan(0.95 * timeoutSeconds);
});
