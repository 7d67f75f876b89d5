import { type DiskLifecycle, expireDiskObjects } from '../adapters/object-store/disk-object-store.ts';
import { SCHEDULED_TASKS_SECONDS } from '../core/limits/job-limits.ts';
import type { Log } from '../lambdas/runtime/log.ts';

export interface ObjectLifecycle {
  /** Stops further runs and waits for the current one. */
  close(): Promise<void>;
}

/**
 * Applies the lifecycle rule of a bucket regularly. A crash between storing bytes and writing their row leaves bytes that no task knows and
 * that may name people.
 */
export function startObjectLifecycle(lifecycle: DiskLifecycle, log: Log): ObjectLifecycle {
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
      await expireDiskObjects(lifecycle);
    } catch (error) {
      log('error', 'object_lifecycle_failed', { error });
    }
  }
}
