import type { ScheduledEvent } from 'aws-lambda';
import type { TaskCounts } from '../../app/platform/portions.ts';

/** Runs every minute: sends the messages that a crash left unsent after the commit, batch by batch until none is left. */
export function createSweepOutbox({ sweepOutbox }: { readonly sweepOutbox: () => Promise<number> }) {
  return async (_event: ScheduledEvent): Promise<{ readonly sent: number }> => {
    let messages = 0;
    for (;;) {
      const batch = await sweepOutbox();
      if (batch === 0) return { sent: messages };
      messages += batch;
    }
  };
}

/** One scheduled task as a function of its own. The event is only a trigger; the database clock gives the times. */
export function createScheduledTask(run: () => Promise<TaskCounts>): (event: ScheduledEvent) => Promise<TaskCounts> {
  return () => run();
}
