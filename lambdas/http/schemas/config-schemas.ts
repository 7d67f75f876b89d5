import { z } from '@hono/zod-openapi';
import { readConfig } from '../../../app/carriers/read-config.ts';
import { isRefused } from '../../../core/problem.ts';
import { COLUMN_NAMES, isNumberField, OPTIONAL_COLUMNS } from '../../../core/statement/columns.ts';
import { columnSource, statementConfigSchema } from '../../../core/statement/config.ts';
import { readStrictJson } from '../strict-json.ts';
import { warning } from './warning.ts';

/** Statement formats (docs/reference/carriers-and-formats.md#configurations). */

// The schema is a copy, because only schemas made after the import above can be documented, and core must not depend on that package.
const columns = z
  .partialRecord(
    z.enum(COLUMN_NAMES),
    columnSource.clone().openapi('ColumnSource', { description: 'Where the value of a column comes from.' }),
  )
  .openapi('StatementColumns');

const configShape = { ...statementConfigSchema.shape, columns };

export const statementConfig = z.strictObject(configShape).openapi('StatementConfig', {
  description: 'How the statements of a carrier are read, with every option filled in.',
});

/** A configuration in a request. It has a schema of its own, because the options may be absent in a request only. */
const newStatementConfig = z.strictObject(configShape).openapi('NewStatementConfig', {
  description: `How a carrier's statements are read. Only fileType and the columns member_external_id and commission_amount must be
given. With the fileType "auto" the bytes of each file tell whether it is CSV, a workbook or a PDF. A column is a header name, a list of synonyms, or one of the objects { concat }, { firstFilled }, { sum }, { column },
{ constant }, { groupRow }.`,
  example: {
    fileType: 'csv',
    columns: { member_external_id: ['Member ID', 'Subscriber ID'], commission_amount: 'Commission' },
  },
});

/** A configuration as a JSON body. It is parsed as a whole first, so that every fault is listed at once. */
export const configBody = z.preprocess((value, context) => {
  const reading = readConfig(value);
  if (reading.kind === 'config') return value;
  for (const { path, detail } of reading.faults) {
    context.addIssue({ code: 'custom', path: [...path], message: detail });
  }
  return value;
}, newStatementConfig);

/** A configuration as the text of a form field. */
export const configText = z
  .string()
  .transform((text, context): unknown => {
    const json = readStrictJson(text);
    if (!isRefused(json)) return json.value;
    context.addIssue({ code: 'custom', message: json.refused.detail?.replace('The body', 'The text') ?? '' });
    return z.NEVER;
  })
  .pipe(configBody)
  .openapi({ type: 'string', description: 'The configuration as JSON (NewStatementConfig): as text, or as a file.' });

const removedAt = z.iso
  .datetime()
  .nullable()
  .openapi({ description: 'Since when it reads no more statements; null: in use.' });

const configFields = {
  id: z.string(),
  carrierId: z.string(),
  version: z.int(),
  active: z.boolean().openapi({ description: 'The version that statements are read with.' }),
  shared: z.boolean().openapi({ description: 'Of the shared catalogue. Versions of your own go before it.' }),
  createdAt: z.iso.datetime(),
};

export const configVersion = z
  .object({ ...configFields, config: statementConfig, removedAt })
  .openapi('ConfigVersion', { description: 'One version of a statement format, with every option filled in.' });

export const CONFIG_COLUMNS = [...Object.keys(configFields), 'config', 'removedAt'];

export const configVersionExample: z.output<typeof configVersion> = {
  id: '4d2b8f6a-9c1e-4a7b-8f3d-1e5a6c7b8d90',
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  version: 2,
  active: true,
  shared: false,
  createdAt: '2026-04-02T09:15:04.120Z',
  removedAt: null,
  config: statementConfigSchema.parse({
    fileType: 'csv',
    columns: { member_external_id: ['Member ID', 'Subscriber ID'], commission_amount: 'Commission' },
  }),
};

const replaces = z
  .object({
    version: z.int(),
    readsPrevious: z
      .boolean()
      .openapi({ description: 'Files that lack columns of the new version are still read with this one.' }),
  })
  .nullable()
  .openapi({
    description: `The version that was active before; null for the first. Unless \`readsPrevious\` is true, the new one replaces it: files
in the layout before are no longer read.`,
  });

export const addedConfig = z.object({ id: z.string(), version: z.int(), replaces }).openapi('AddedConfig');
export const addedConfigExample = {
  id: configVersionExample.id,
  version: 2,
  replaces: { version: 1, readsPrevious: false },
};

const text = z.string().nullable();
const number = z.number().nullable();
const optionalColumns = Object.fromEntries(
  OPTIONAL_COLUMNS.map(([column, field]) => [column, isNumberField(field) ? number : text]),
);

/** The canonical fields in the order of a configuration's columns; the name is shown joined, as it is stored. */
export const trialRow = z
  .object({
    row: z.int().openapi({ description: '1-based row of the file or sheet, or line of its page for a PDF.' }),
    member_external_id: z.string(),
    commission_amount: z.number().openapi({ description: 'After the sign rule.' }),
    ...optionalColumns,
  })
  .openapi('TrialRow');

export const configTrial = z
  .object({
    mapped: z.int(),
    unassigned: z.int().openapi({ description: 'Rows with money that belongs to no member.' }),
    failed: z.int(),
    skipped: z.int(),
    skippedBy: z.record(z.string(), z.int()).openapi({ description: 'The skipped rows by why they were skipped.' }),
    rows: z.array(trialRow).readonly().openapi({ description: 'The first 20 mapped rows.' }),
    failures: z
      .array(z.object({ row: z.int(), errors: z.array(z.string()).readonly() }))
      .readonly()
      .openapi({ description: 'The first 100.' }),
    rowWarnings: z
      .array(z.object({ row: z.int(), detail: z.string() }))
      .readonly()
      .openapi({ description: 'Rows accepted although something optional could not be read; the first 100.' }),
    totals: z.object({
      commissionTotal: z.number().openapi({ description: 'With the money that belongs to no member.' }),
      members: z.int(),
      chargebackCount: z.int(),
      chargebackAmount: z.number(),
    }),
    warnings: z.array(warning).readonly(),
  })
  .openapi('ConfigTrial');

const EMPTY = Object.fromEntries(COLUMN_NAMES.map((name) => [name, null]));

export const configTrialExample: z.output<typeof configTrial> = {
  mapped: 118,
  unassigned: 1,
  failed: 1,
  skipped: 3,
  skippedBy: { blank: 2, totals: 1 },
  rows: [
    trialRow.parse({ ...EMPTY, row: 2, member_external_id: 'M-1001', commission_amount: 40, member_name: 'Doe, Jane' }),
  ],
  failures: [{ row: 57, errors: ['commission_amount "N/A" is not an amount'] }],
  rowWarnings: [],
  totals: { commissionTotal: 10_250.75, members: 110, chargebackCount: 3, chargebackAmount: 131.4 },
  warnings: [],
};
