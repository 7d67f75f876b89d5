import { z } from '@hono/zod-openapi';
import {
  type AccountReports,
  AUDIT_ENTRY_COLUMNS,
  auditEntry,
  exportAuditEntries,
  listAuditEntries,
} from '../../../app/accounts/report-account.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery, sortQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
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
