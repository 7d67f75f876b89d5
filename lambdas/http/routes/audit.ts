import { z } from '@hono/zod-openapi';
import type { AuditReads } from '../../../app/accounts/account-ports.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { accountRoute, type Route } from '../route.ts';
import { auditEntry, auditEntryExample } from '../schemas/workspace-schemas.ts';

export interface AuditRouteDeps {
  readonly audit: AuditReads;
}

const COLUMNS = Object.keys(auditEntry.shape);

/** The audit trail. */
export function auditRoutes({ audit }: AuditRouteDeps): readonly Route[] {
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
          example: { data: [auditEntryExample], pagination: { limit: 50, offset: 0, hasMore: false } },
        },
      },
      csv: { columns: COLUMNS, rows: ({ data }) => data },
    }).handle(
      async ({ query: { action, ...page } }, { account }) => ({
        status: 200,
        body: await audit.list(account.accountId, { action }, page),
      }),
      {
        [CSV_TYPE]: async ({ query: { action, offset } }, { account }) => {
          const rows = await audit.exportAll(account.accountId, { action }, offset);
          return isRefused(rows) ? rows : csvFile(COLUMNS, rows);
        },
      },
    ),
  ];
}
