import { z } from '@hono/zod-openapi';
import { previewSample, type SampleReading } from '../../../app/carriers/read-sample.ts';
import { columnRole, filePreview } from '../../../app/reading/preview-file.ts';
import { isRefused } from '../../../core/problem.ts';
import { readStrictJson } from '../request-body.ts';
import { fileField } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

const index = z.int().min(0).max(499).openapi({ description: '0-based position of the column in the sheet.' });

const chosen = z
  .array(z.strictObject({ index, role: columnRole.nullable() }))
  .max(500)
  .superRefine((columns, context) => {
    const seen = new Set<string>();
    for (const { role, index: at } of columns) {
      const key = role === null || role === 'commission_amount' ? `column ${at}` : role;
      if (seen.has(key)) context.addIssue({ code: 'custom', message: `must not name ${key} twice` });
      seen.add(key);
    }
  });

/** JSON in a form field. */
const jsonText = z
  .string()
  .max(50_000, 'must not be longer than 50000 characters')
  .transform((text, context): unknown => {
    const json = readStrictJson(text);
    if (!isRefused(json)) return json.value;
    context.addIssue({ code: 'custom', message: json.refused.detail?.replace('The body', 'The text') ?? '' });
    return z.NEVER;
  });

/** The chosen columns as the text of a form field. */
const chosenColumnsText = jsonText.pipe(chosen).optional().openapi({
  type: 'string',
  description:
    'JSON: what the columns mean, such as [{"index":0,"role":"member_external_id"},{"index":3,"role":"commission_amount"}]. Several amounts are added up; columns that are left out are not read. Default: as inferred.',
});

/** The names of the sheets to read, as the text of a form field. */
const sheetNamesText = jsonText
  .pipe(z.array(z.string().trim().min(1).max(200)).min(1).max(20))
  .optional()
  .openapi({
    type: 'string',
    description: 'JSON: the sheets to read, such as ["Commissions","Overrides"]. Default: `sheetName`, or as inferred.',
  });

/** The first rows of any file, before it is stored. It changes nothing, so a read-only token is enough. */
export function filePreviewRoutes(reading: Pick<SampleReading, 'runIsolated'>): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/files/preview',
      operationId: 'previewFile',
      access: 'account:read',
      tag: 'Files',
      summary: 'The first rows of a file, and what its columns mean',
      description: `For a person who checks a layout that nobody knows yet; nothing is stored. Correct the meanings, send them as \`columns\`
with the same file, and compare the totals. Then add \`config\` to the carrier.`,
      request: {
        form: z.strictObject({
          file: fileField('The statement: CSV, a workbook or a PDF with text; up to 15 MiB.'),
          sheetName: z
            .string()
            .trim()
            .min(1)
            .max(200)
            .optional()
            .openapi({ description: 'The sheet whose rows are shown. Without `sheetNames` only this sheet is read.' }),
          sheetNames: sheetNamesText,
          columns: chosenColumnsText,
        }),
      },
      responses: { 200: { description: 'What was found.', schema: filePreview } },
    }).handle(async ({ form: { file, sheetName, sheetNames, columns } }, { account: { accountId } }) => {
      const preview = await previewSample(reading, {
        accountId,
        bytes: file.bytes,
        fileName: file.fileName,
        sheetName,
        sheetNames,
        columns,
      });
      return isRefused(preview) ? preview : { status: 200, body: preview };
    }),
  ];
}
