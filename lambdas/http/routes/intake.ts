import { z } from '@hono/zod-openapi';
import { exportIntake, type IntakeRegister, listIntake } from '../../../app/intake/list-intake.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { cursorList, cursorQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { accountRoute, type Route } from '../route.ts';
import { intakeItem, intakeItemExample } from '../schemas/intake-schemas.ts';

const COLUMNS = Object.keys(intakeItem.shape);

/** The drop-offs that arrived by SFTP and email. */
export function intakeRoutes(register: IntakeRegister): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/intake',
      operationId: 'listIntake',
      access: 'account:read',
      tag: 'Drop-offs',
      summary: 'What arrived by SFTP and email',
      description: 'Newest first: every file that was dropped or mailed, and what became of it.',
      link: 'intake',
      request: { query: z.strictObject(cursorQuery) },
      responses: {
        200: {
          description: 'A page of drops.',
          schema: cursorList(intakeItem),
          example: { data: [intakeItemExample], pagination: { limit: 50, nextCursor: null, hasMore: false } },
        },
      },
      csv: { columns: COLUMNS, rows: ({ data }) => data },
    }).handle(
      async ({ query }, { account }) => {
        const page = await listIntake(register, account.accountId, query);
        return isRefused(page) ? page : { status: 200, body: page };
      },
      {
        [CSV_TYPE]: async ({ query: { cursor } }, { account }) => {
          const rows = await exportIntake(register, account.accountId, { cursor });
          return isRefused(rows) ? rows : csvFile(COLUMNS, rows);
        },
      },
    ),
  ];
}
