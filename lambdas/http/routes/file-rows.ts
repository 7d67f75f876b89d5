import { z } from '@hono/zod-openapi';
import { type FileRows, findFileRow } from '../../../app/files/show-file-row.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import { recordId } from '../schemas/record-id.ts';
import { integerText } from '../text-fields.ts';

const fileRow = z
  .object({
    fileId: z.string(),
    fileName: z.string(),
    sheet: z.int().openapi({ description: 'The number of the sheet among those that are read, from 1.' }),
    sheetName: z.string().nullable().openapi({ description: 'Null for CSV.' }),
    row: z.int(),
    headerRow: z.int().nullable().openapi({ description: 'Null when the sheet has no header.' }),
    cells: z
      .array(z.object({ header: z.string().nullable(), text: z.string() }))
      .readonly()
      .openapi({ description: 'As a spreadsheet shows them, each with the header of its column.' }),
  })
  .openapi('FileRow');

const fileRowExample: z.output<typeof fileRow> = {
  fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
  fileName: 'summit-2026-03.csv',
  sheet: 1,
  sheetName: null,
  row: 12,
  headerRow: 1,
  cells: [
    { header: 'Member ID', text: 'M-1001' },
    { header: 'Commission', text: '40.00' },
  ],
};

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
      responses: { 200: { description: 'The row.', schema: fileRow, example: fileRowExample } },
    }).handle(async ({ params: { fileId, row }, query: { sheet } }, { account: { accountId } }) => {
      const found = await findFileRow(files, { accountId, fileId, place: { sheet: sheet - 1, row } });
      return isRefused(found) ? found : { status: 200, body: { fileId, sheet, row, ...found } };
    }),
  ];
}
