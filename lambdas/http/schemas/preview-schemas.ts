import { z } from '@hono/zod-openapi';
import { isRefused } from '../../../core/problem.ts';
import { COLUMN_NAMES } from '../../../core/statement/columns.ts';
import { readStrictJson } from '../strict-json.ts';
import { configVersionExample, statementConfig } from './config-schemas.ts';

/** The preview of a file of an unknown layout (docs/reference/carriers-and-formats.md#preview). */

const columnRole = z.enum(COLUMN_NAMES);
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
export const chosenColumnsText = jsonText.pipe(chosen).optional().openapi({
  type: 'string',
  description:
    'JSON: what the columns mean, such as [{"index":0,"role":"member_external_id"},{"index":3,"role":"commission_amount"}]. Several amounts are added up; columns that are left out are not read. Default: as inferred.',
});

/** The names of the sheets to read, as the text of a form field. */
export const sheetNamesText = jsonText
  .pipe(z.array(z.string().trim().min(1).max(200)).min(1).max(20))
  .optional()
  .openapi({
    type: 'string',
    description: 'JSON: the sheets to read, such as ["Commissions","Overrides"]. Default: `sheetName`, or as inferred.',
  });

export const filePreview = z
  .object({
    fileType: z.enum(['csv', 'xlsx', 'pdf']),
    sheets: z.array(z.string()).readonly().openapi({ description: 'All visible sheets; none for CSV.' }),
    sheetSums: z
      .array(
        z.object({
          name: z.string(),
          isRead: z.boolean(),
          rows: z.int().openapi({ description: 'Rows with an amount.' }),
          total: z.number().openapi({
            description: 'What was read. Of a sheet that is not read, the column that seems to be its pay.',
          }),
        }),
      )
      .readonly()
      .openapi({ description: 'Each visible sheet of a workbook; none for CSV and PDF, or without `statement`.' }),
    sheet: z.string().nullable().openapi({ description: 'The sheet whose rows are shown; null for CSV.' }),
    headerRow: z.int().nullable().openapi({ description: '1-based; null when no row reads like a header.' }),
    columns: z
      .array(
        z
          .object({
            index: z.int(),
            header: z.string().nullable(),
            role: columnRole.nullable().openapi({ description: 'Null: the column is not read.' }),
            alsoRoles: z
              .array(columnRole)
              .readonly()
              .openapi({ description: 'Further meanings, such as of a policy number that is the member id too.' }),
            confidence: z.number().openapi({ description: '0 to 1; 1 for a chosen meaning, 0 for none.' }),
            isCertain: z.boolean(),
            reason: z
              .string()
              .nullable()
              .openapi({ description: 'Why the meaning is uncertain, or why the column is not read.' }),
          })
          .openapi('PreviewColumn'),
      )
      .readonly(),
    rows: z
      .array(z.object({ row: z.int(), cells: z.array(z.string()).readonly() }))
      .readonly()
      .openapi({
        description: 'Up to 5 rows above the header, the header and 20 rows below, as a spreadsheet shows them.',
      }),
    confidence: z.number().openapi({ description: 'From 0.8 on both the id and the amount are certain.' }),
    notes: z.array(z.string()).readonly(),
    config: statementConfig,
    isComplete: z.boolean().openapi({ description: 'The configuration has both required columns and can be stored.' }),
    statement: z
      .object({
        rows: z.int(),
        failed: z.int().openapi({ description: 'Rows that can not be read and are not in the total.' }),
        members: z.int(),
        commissionTotal: z.number().openapi({ description: 'With the money that belongs to no member.' }),
        chargebackAmount: z.number(),
        printedTotal: z
          .number()
          .nullable()
          .openapi({ description: 'The last total that the file prints, or the net of a summary sheet.' }),
        totalsMatch: z.boolean().nullable().openapi({ description: 'Null without a printed total.' }),
        failures: z.array(z.object({ row: z.int(), errors: z.array(z.string()).readonly() })).readonly(),
        warnings: z
          .array(z.object({ code: z.string(), detail: z.string() }))
          .readonly()
          .openapi({ description: 'Those that the job would have.' }),
      })
      .nullable()
      .openapi({ description: 'The whole file, read with this configuration; null when it can not be read so.' }),
  })
  .openapi('FilePreview');

export const filePreviewExample: z.output<typeof filePreview> = {
  fileType: 'csv',
  sheets: [],
  sheetSums: [],
  sheet: null,
  headerRow: 1,
  columns: [
    {
      index: 0,
      header: 'Member ID',
      role: 'member_external_id',
      alsoRoles: [],
      confidence: 1,
      isCertain: true,
      reason: null,
    },
    {
      index: 1,
      header: 'Amt',
      role: 'commission_amount',
      alsoRoles: [],
      confidence: 0.6,
      isCertain: false,
      reason: 'The header and the values only suggest this meaning (60 % sure).',
    },
  ],
  rows: [
    { row: 1, cells: ['Member ID', 'Amt'] },
    { row: 2, cells: ['M-1001', '40.00'] },
  ],
  confidence: 0.6,
  notes: [],
  config: configVersionExample.config,
  isComplete: true,
  statement: {
    rows: 1,
    failed: 0,
    members: 1,
    commissionTotal: 40,
    chargebackAmount: 0,
    printedTotal: 40,
    totalsMatch: true,
    failures: [],
    warnings: [],
  },
};
