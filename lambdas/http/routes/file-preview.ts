import { z } from '@hono/zod-openapi';
import { previewSample, type SampleReading } from '../../../app/carriers/read-sample.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import { chosenColumnsText, filePreview, filePreviewExample, sheetNamesText } from '../schemas/preview-schemas.ts';
import { fileField } from '../text-fields.ts';

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
      responses: { 200: { description: 'What was found.', schema: filePreview, example: filePreviewExample } },
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
