import { z } from '@hono/zod-openapi';
import {
  listMemberLines,
  MEMBER_LINE_COLUMNS,
  type MemberLines,
  memberLine,
} from '../../../app/reads/list-member-lines.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { type Clock, recordId, statementMonth } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

/** The statement rows behind a member's month. */
export function memberLineRoutes({ clock, ...lines }: MemberLines & { readonly clock: Clock }): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/members/{memberRefId}/lines',
      operationId: 'listMemberLines',
      access: 'account:read',
      tag: 'Members',
      summary: "The statement rows of a member's month",
      description: `The rows of the files that count, with the values that were read. They are kept for good.
GET /v1/files/{fileId}/rows/{row} shows such a row with all its columns while the file is kept.`,
      request: {
        params: z.object({ memberRefId: recordId('The member.') }),
        query: z.strictObject({ ...offsetQuery, period: statementMonth(clock, 'The month of the statement.') }),
      },
      responses: {
        200: {
          description: 'A page of rows.',
          schema: offsetList(memberLine),
        },
      },
      csv: { columns: MEMBER_LINE_COLUMNS, rows: ({ data }) => data },
    }).handle(async ({ params: { memberRefId }, query: { period, ...page } }, { account: { accountId } }) => {
      const found = await listMemberLines(lines, { accountId, memberRefId, period }, page);
      return isRefused(found) ? found : { status: 200, body: found };
    }),
  ];
}
