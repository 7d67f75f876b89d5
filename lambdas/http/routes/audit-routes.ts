import { z } from '@hono/zod-openapi';
import {
  type AccountReports,
  AUDIT_ENTRY_COLUMNS,
  auditEntry,
  exportAuditEntries,
  listAuditEntries,
} from '../../../app/accounts/report-account.ts';
import { timeSince } from '../../../app/platform/shared-fields.ts';
import { accountEvent, EVENT_COLUMNS, type EventLog } from '../../../app/webhooks/list-events.ts';
import { WEBHOOK_EVENTS } from '../../../app/webhooks/manage-webhooks.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { cursorQuery, offsetList, offsetQuery, sortQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { namesOf } from '../request-fields.ts';
import { integerText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** The audit trail. */
export function auditRoutes(reports: Pick<AccountReports, 'audit'>): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/audit',
      operationId: 'listAuditEntries',
      access: 'account:read',
      tag: 'Audit',
      summary: 'Who did what',
      description: 'Every change to the account and its data, newest first.',
      link: 'audit',
      request: {
        query: z.strictObject({
          ...offsetQuery,
          ...sortQuery,
          action: z
            .string()
            .min(1, 'must not be empty')
            .max(100)
            .optional()
            .openapi({ description: 'Only this action.', example: 'file.upload' }),
        }),
      },
      responses: {
        200: {
          description: 'A page of entries.',
          schema: offsetList(auditEntry),
        },
      },
      csv: { columns: AUDIT_ENTRY_COLUMNS, rows: ({ data }) => data },
    }).handle(
      async ({ query }, { account }) => ({
        status: 200,
        body: await listAuditEntries(reports, account.accountId, query),
      }),
      {
        [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportAuditEntries(reports, account.accountId, query);
          return isRefused(rows) ? rows : csvFile(AUDIT_ENTRY_COLUMNS, rows);
        },
      },
    ),
  ];
}

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
