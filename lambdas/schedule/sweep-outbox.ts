import type { ScheduledEvent } from 'aws-lambda';

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
