import { randomUUID } from 'node:crypto';
import type { Context, ScheduledEvent } from 'aws-lambda';
import { type DiskLifecycle, expireDiskObjects } from '../adapters/object-store/disk-object-store.ts';
import { runTask, TASK_NAMES } from '../app/operations/scheduled-tasks.ts';
import {
  OUTBOX_SWEEP_SECONDS,
  SCHEDULED_TASK_TIMEOUT_SECONDS,
  SCHEDULED_TASKS_SECONDS,
} from '../core/limits/job-limits.ts';
import { REPORT_TASK_TIMEOUT_SECONDS } from '../core/limits/saved-report-limits.ts';
import { lambdaHandler } from '../lambdas/runtime/lambda-handler.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import type { Services } from '../lambdas/runtime/services.ts';
import { createScheduledTask, createSweepOutbox } from '../lambdas/schedule/scheduled-task.ts';
import { invokeLambda } from './event-source.ts';

export interface Schedules {
  /** Stops further runs and waits for the current ones. */
  close(): Promise<void>;
}

type ScheduledHandler = (event: ScheduledEvent, context: Context) => Promise<unknown>;

/**
 * Does the work of Amazon EventBridge: calls each function at its interval. While a run takes longer than the interval, no second run
 * starts.
 */
export function startSchedules(services: Services, log: Log): Schedules {
  const running = new Set<Promise<void>>();
  const timers = [
    ...TASK_NAMES.map((task) =>
      every(
        task,
        SCHEDULED_TASKS_SECONDS,
        createScheduledTask(() => runTask(services.tasks, task)),
      ),
    ),
    every('sweep_outbox', OUTBOX_SWEEP_SECONDS, createSweepOutbox(services.outbox)),
  ];
  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };

  function every(
    functionName: string,
    seconds: number,
    run: (event: ScheduledEvent) => Promise<unknown>,
  ): NodeJS.Timeout {
    const handler: ScheduledHandler = lambdaHandler({ functionName, log }, run);
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      const ended = invokeLambda(handler, scheduledEvent(functionName), {
        functionName,
        timeoutSeconds:
          functionName === 'run_saved_reports' ? REPORT_TASK_TIMEOUT_SECONDS : SCHEDULED_TASK_TIMEOUT_SECONDS,
      })
        // The handler has logged the error; the next run is the retry.
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          busy = false;
          running.delete(ended);
        });
      running.add(ended);
    }, seconds * 1000);
  }
}

function scheduledEvent(name: string): ScheduledEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: '000000000000',
    time: new Date().toISOString(),
    region: 'local',
    resources: [`arn:aws:scheduler:local:000000000000:schedule/default/${name}`],
    detail: {},
  };
}

interface ObjectLifecycle {
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
