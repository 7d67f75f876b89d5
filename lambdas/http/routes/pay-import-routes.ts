import { z } from '@hono/zod-openapi';
import { importPaySheet, type PaySheetImports, payImport } from '../../../app/agent-pay/import-pay-sheet.ts';
import { PAY_SHEET_ROWS_MAX } from '../../../core/agent-pay/read-pay-sheet.ts';
import { isRefused } from '../../../core/problem.ts';
import { booleanText, fileField } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** The import of agents, plans and opening balances from an agency's own sheet. */
export function payImportRoutes(imports: PaySheetImports): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/pay-setup/import',
      operationId: 'importPaySheet',
      access: 'account:write',
      tag: 'Agent pay',
      summary: 'Import agents, plans and opening balances',
      description: `Without \`apply\` nothing is changed: the answer says for each row which agent it is, what would change, or what is wrong. With
it the whole sheet is stored at once; a sheet with a faulty row is refused. The same sheet again changes nothing. The sheet is not kept. A
cell that is blank leaves what is known.`,
      request: {
        form: z.strictObject({
          file: fileField(
            `CSV or a workbook with a header: Name, and NPN, Email, First year and Renewal (shares in per cent), Upline, Opening balance \
(negative: the agent owes it) or Tax form (a day, yes or no). Up to ${PAY_SHEET_ROWS_MAX} rows.`,
          ),
          apply: booleanText('True stores the sheet.').optional(),
        }),
      },
      problems: ['not_found', 'conflict'],
      responses: { 200: { description: 'Each row.', schema: payImport } },
    }).handle(async ({ form: { file, apply = false } }, request) => {
      const order = { accountId: request.account.accountId, bytes: file.bytes, isApplied: apply };
      const imported = await importPaySheet(imports, order, request.origin);
      return isRefused(imported) ? imported : { status: 200, body: imported };
    }),
  ];
}
