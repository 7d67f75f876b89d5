import type { ScheduledEvent } from 'aws-lambda';

/** Every minute: sends what a crash left between the commit and the send, batch by batch until nothing is left. */
export function createSweepOutbox({ sweepOutbox }: { readonly sweepOutbox: () => Promise<number> }) {
  return async (_event: ScheduledEvent): Promise<{ readonly sent: number }> => {
    let sent = 0;
    for (;;) {
      const batch = await sweepOutbox();
      if (batch === 0) return { sent };
      sent += batch;
    }
  };
}
