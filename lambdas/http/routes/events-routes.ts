import { z } from '@hono/zod-openapi';
import { accountEvent, EVENT_COLUMNS, type EventLog } from '../../../app/webhooks/list-events.ts';
import { WEBHOOK_EVENTS } from '../../../app/webhooks/manage-webhooks.ts';
import { cursorQuery } from '../paging.ts';
import { namesOf, timeSince } from '../request-fields.ts';
import { integerText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** The events of an account, for programs that were down or that no webhook can reach. */
export function eventRoutes(eventLog: EventLog): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/events',
      operationId: 'listEvents',
      access: 'account:read',
      tag: 'Webhooks',
      summary: 'Events',
      description: `Of the last 30 days, oldest first, whether a webhook was registered or not. nextCursor is always there: asked again
with it, the list goes on where it ended.`,
      link: 'events',
      request: {
        query: z.strictObject({
          ...cursorQuery,
          cursor: integerText({
            min: 0,
            description: 'The nextCursor, or the id of an event: only later ones.',
          }).optional(),
          types: namesOf(WEBHOOK_EVENTS, 'Only these events.').optional(),
          since: timeSince('Only events from then on; all that are kept when absent.').optional(),
        }),
      },
      responses: {
        200: {
          description: 'A page of events.',
          schema: z
            .object({
              data: z.array(accountEvent),
              pagination: z
                .object({ limit: z.int(), nextCursor: z.int(), hasMore: z.boolean() })
                .openapi('EventPagination', { example: { limit: 50, nextCursor: 8127, hasMore: false } }),
            })
            .openapi('EventList'),
        },
      },
      csv: { columns: EVENT_COLUMNS, rows: ({ data }) => data },
    }).handle(async ({ query: { limit, cursor, ...filter } }, { account }) => ({
      status: 200,
      body: await eventLog.list(account.accountId, filter, { limit, cursor }),
    })),
  ];
}
