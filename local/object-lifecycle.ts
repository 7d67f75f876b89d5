import { expireDiskObjects } from '../adapters/object-store/disk-object-store.ts';
import { RAW_KEPT_AT_MOST_DAYS, SCHEDULED_TASKS_SECONDS } from '../core/limits.ts';
import type { Log } from '../lambdas/runtime/log.ts';

export interface ObjectLifecycle {
  /** No further runs; waits for the one under way. */
  close(): Promise<void>;
}

/**
 * The lifecycle rule of the bucket, for a directory: a crash between the bytes and their row, or in the middle of a purge,
 * leaves bytes that name people and that no task knows of.
 */
export function startObjectLifecycle(directory: string, log: Log): ObjectLifecycle {
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, SCHEDULED_TASKS_SECONDS * 1000);
  return {
    close: () => {
      clearInterval(timer);
      return running;
    },
  };

  async function run(): Promise<void> {
    try {
      await expireDiskObjects(directory, RAW_KEPT_AT_MOST_DAYS);
    } catch (error) {
      log('error', 'object_lifecycle_failed', { error });
    }
  }
}
