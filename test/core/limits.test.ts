import { expect, test } from 'vitest';
import { MIGRATION_TIMEOUT_SECONDS } from '../../core/limits/database-limits.ts';
import { JOB_STUCK_SECONDS, QUEUE_VISIBILITY_SECONDS, WORKER_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';

/** Guarantee: the times that jobs are given fit one another, whoever changes one of them. */

test('a worker has come to its end before its job counts as stuck, and before Lambda ends it', () => {
  expect(WORKER_TIMEOUT_SECONDS).toBeLessThan(JOB_STUCK_SECONDS);
  // The same limit of Lambda's.
  expect(WORKER_TIMEOUT_SECONDS).toBeLessThan(MIGRATION_TIMEOUT_SECONDS);
  expect(QUEUE_VISIBILITY_SECONDS).toBeGreaterThanOrEqual(6 * WORKER_TIMEOUT_SECONDS);
});

test('a job can score twelve years of statements at their limit again, at five seconds for each month', () => {
  expect(12 * 12 * 5).toBeLessThan(WORKER_TIMEOUT_SECONDS);
});
