import { z } from 'zod';
import type { CursorPosition } from '../../core/page.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from './manage-webhooks.ts';

/** An event, as every account keeps it for thirty days (docs/reference/webhooks.md#catch-up). */
export const accountEvent = z
  .object({
    id: z.int().meta({
      description: 'Greater than the id of every earlier event. As cursor it asks for what came after.',
      example: 8127,
    }),
    event: z
      .string()
      .meta({ description: `${WEBHOOK_EVENTS.join(', ')}; new ones may be added.`, example: WEBHOOK_EVENTS[0] }),
    jobId: z.string().nullable().describe('null: the event is not about a job.'),
    createdAt: z.iso.datetime(),
    body: z.string().meta({
      description: 'The JSON text that webhooks send, byte for byte.',
      example: '{"event":"job.completed","jobId":"5c1b7a52-6f0e-4bd9-9a55-0c0f4d3f7d21","status":"completed"}',
    }),
  })
  .meta({ id: 'Event' });
export type AccountEvent = Readonly<z.output<typeof accountEvent>>;
export const EVENT_COLUMNS = ['id', 'event', 'jobId', 'createdAt', 'body'];

export interface EventFilter {
  readonly types?: readonly WebhookEvent[] | undefined;
  /** Only events from then on. */
  readonly since?: string | undefined;
}

/** A page of events. The cursor goes on behind the page also when no more events are there yet. */
export interface EventPage {
  readonly data: AccountEvent[];
  readonly pagination: { readonly limit: number; readonly nextCursor: number; readonly hasMore: boolean };
}

export interface EventLog {
  /** Returns events after the cursor, oldest first. */
  list(accountId: string, filter: EventFilter, page: CursorPosition): Promise<EventPage>;
}
