import type { ScheduledEvent } from 'aws-lambda';

/** Every minute: sends what a crash left between the commit and the send. */
export function createSweepOutbox({ sweepOutbox }: { readonly sweepOutbox: () => Promise<number> }) {
  return async (_event: ScheduledEvent): Promise<{ readonly sent: number }> => ({ sent: await sweepOutbox() });
}
