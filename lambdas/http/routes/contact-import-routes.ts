import { z } from '@hono/zod-openapi';
import { type ContactImports, contactImport, importContacts } from '../../../app/members/import-contacts.ts';
import { isRefused } from '../../../core/problem.ts';
import { ROSTER_ROWS_MAX } from '../../../core/roster/read-roster.ts';
import { booleanText, fileField } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** The import of phones and emails from an agency's own list. */
export function contactImportRoutes(imports: ContactImports): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/members/contacts/import',
      operationId: 'importMemberContacts',
      access: 'account:write',
      tag: 'Members',
      summary: 'Write down phones and emails from a list',
      description: `Without \`apply\` nothing is changed: the answer says for each row who is meant and what would be written down. With it all
clear rows are stored at once, or none. The list is not kept. A cell that is blank leaves what is known.`,
      request: {
        form: z.strictObject({
          file: fileField(
            `CSV or a workbook with a header: Phone or Email, and Name, Member ID or Policy number. Up to ${ROSTER_ROWS_MAX} rows.`,
          ),
          apply: booleanText('True stores the contacts.').optional(),
        }),
      },
      problems: ['storage_quota_exceeded'],
      responses: { 200: { description: 'Each row.', schema: contactImport } },
    }).handle(async ({ form: { file, apply = false } }, request) => {
      const order = { accountId: request.account.accountId, bytes: file.bytes, isApplied: apply };
      const imported = await importContacts(imports, order, request.origin);
      return isRefused(imported) ? imported : { status: 200, body: imported };
    }),
  ];
}
