import { z } from '@hono/zod-openapi';
import { type FileRows, fileRow, findFileRow } from '../../../app/files/show-file-row.ts';
import { isRefused } from '../../../core/problem.ts';
import { recordId } from '../request-fields.ts';
import { integerText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** Routes for one row of a statement, as the carrier sent it. */
export function fileRowRoutes(files: FileRows): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/files/{fileId}/rows/{row}',
      operationId: 'getFileRow',
      access: 'account:read',
      tag: 'Files',
      summary: 'One row of a file',
      description: `As the carrier sent it, with the header of each column. Rows are numbered as in a spreadsheet, from 1. Claims and the
worksheet name the rows that prove them by file, sheet and row.`,
      request: {
        params: z.object({
          fileId: recordId('The file.'),
          row: integerText({ min: 1, max: 1_048_576, description: 'The row, as in a spreadsheet.' }),
        }),
        query: z.strictObject({
          sheet: integerText({ min: 1, max: 1_000 }).default(1).openapi({
            type: 'integer',
            minimum: 1,
            description: 'The number of the sheet among those that are read.',
          }),
        }),
      },
      responses: { 200: { description: 'The row.', schema: fileRow } },
    }).handle(async ({ params: { fileId, row }, query: { sheet } }, { account: { accountId } }) => {
      const found = await findFileRow(files, { accountId, fileId, place: { sheet: sheet - 1, row } });
      return isRefused(found) ? found : { status: 200, body: found };
    }),
  ];
}
