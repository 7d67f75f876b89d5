import { z } from 'zod';
import { findTable, sampleRows } from '../../core/infer/find-table.ts';
import { suggestCarrierName } from '../../core/infer/identify-carrier.ts';
import { inferConfig } from '../../core/infer/infer-config.ts';
import {
  type ChosenColumn,
  chosenColumns,
  inferredColumns,
  isComplete,
  withChosenColumns,
} from '../../core/infer/preview-columns.ts';
import { type Money, moneyToDollars } from '../../core/money.ts';
import type { Refused } from '../../core/problem.ts';
import { readSheetName } from '../../core/statement/choose-sheets.ts';
import { COLUMN_NAMES, type StatementConfig } from '../../core/statement/config.ts';
import { displayedText } from '../../core/statement/displayed-text.ts';
import type { MappedStatement } from '../../core/statement/line.ts';
import type { SourceRow, SourceSheet, StatementSource } from '../../core/statement/source.ts';
import { type OpenAnyStatement, refuseUnknownSheet, refusingUnreadable } from './infer-format.ts';
import { mapTrial, statementConfig, type TrialReading, totalsOf } from './test-config.ts';

/** Shows a file of an unknown layout to a person, with the meaning of each column (docs/reference/carriers-and-formats.md#preview). */

export interface PreviewInput {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** The sheet to show. */
  readonly sheetName: string | undefined;
  /** The sheets to read; undefined reads the shown sheet, or leaves the choice to the inference. */
  readonly sheetNames: readonly string[] | undefined;
  /** The meanings that a person chose; undefined leaves them to the inference. */
  readonly columns: readonly ChosenColumn[] | undefined;
}

const columnRole = z.enum(COLUMN_NAMES);

const index = z.int().min(0).max(499).meta({ description: '0-based position of the column in the sheet.' });

export const chosenColumnList = z
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

export const filePreview = z
  .object({
    fileType: z.enum(['csv', 'xlsx', 'pdf']),
    sheets: z.array(z.string()).readonly().describe('All visible sheets; none for CSV.'),
    sheetSums: z
      .array(
        z.object({
          name: z.string(),
          isRead: z.boolean(),
          rows: z.int().describe('Rows with an amount.'),
          total: z
            .number()
            .describe('What was read. Of a sheet that is not read, the column that seems to be its pay.'),
        }),
      )
      .readonly()
      .describe('Each visible sheet of a workbook; none for CSV and PDF, or without `statement`.'),
    sheet: z.string().nullable().describe('The sheet whose rows are shown; null for CSV.'),
    headerRow: z.int().nullable().describe('1-based; null when no row reads like a header.'),
    carrierName: z
      .string()
      .nullable()
      .describe('The name of the carrier, as the rows above the header or the name of the file seem to write it.'),
    columns: z
      .array(
        z
          .object({
            index: z.int(),
            header: z.string().nullable(),
            role: columnRole.nullable().describe('Null: the column is not read.'),
            alsoRoles: z
              .array(columnRole)
              .readonly()
              .describe('Further meanings, such as of a policy number that is the member id too.'),
            confidence: z.number().describe('0 to 1; 1 for a chosen meaning, 0 for none.'),
            isCertain: z.boolean(),
            reason: z.string().nullable().describe('Why the meaning is uncertain, or why the column is not read.'),
          })
          .meta({ id: 'PreviewColumn' }),
      )
      .readonly(),
    rows: z
      .array(z.object({ row: z.int(), cells: z.array(z.string()).readonly() }))
      .readonly()
      .describe('Up to 5 rows above the header, the header and 20 rows below, as a spreadsheet shows them.'),
    confidence: z.number().describe('From 0.8 on both the id and the amount are certain.'),
    notes: z.array(z.string()).readonly(),
    config: statementConfig,
    isComplete: z.boolean().describe('The configuration has both required columns and can be stored.'),
    statement: z
      .object({
        rows: z.int(),
        failed: z.int().describe('Rows that can not be read and are not in the total.'),
        members: z.int(),
        commissionTotal: z.number().describe('With the money that belongs to no member.'),
        chargebackAmount: z.number(),
        printedTotal: z
          .number()
          .nullable()
          .describe('The last total that the file prints, or the net of a summary sheet.'),
        totalsMatch: z.boolean().nullable().describe('Null without a printed total.'),
        failures: z.array(z.object({ row: z.int(), errors: z.array(z.string()).readonly() })).readonly(),
        warnings: z
          .array(z.object({ code: z.string(), detail: z.string() }))
          .readonly()
          .describe('Those that the job would have.'),
      })
      .nullable()
      .describe('The whole file, read with this configuration; null when it can not be read so.'),
  })
  .meta({ id: 'FilePreview' });
export type FilePreview = Readonly<z.output<typeof filePreview>>;

interface SheetSum {
  readonly name: string;
  readonly isRead: boolean;
  /** Rows with an amount. */
  readonly rows: number;
  /** Dollars. */
  readonly total: number;
}

export interface PreviewReading extends TrialReading {
  readonly openAny: OpenAnyStatement;
}

const TITLES_SHOWN = 5;
const ROWS_SHOWN = 20;
const FAILURES_SHOWN = 10;
/** The largest number of columns that are shown. More columns are a mistake in the file. */
const COLUMNS_SHOWN = 100;

/** Previews a file. Refuses bytes that can't be read, and a sheet that the workbook does not have. */
export function previewFile(
  reading: PreviewReading,
  { bytes, fileName, sheetName, sheetNames, columns }: PreviewInput,
): Promise<FilePreview | Refused> {
  return refusingUnreadable(async () => {
    const { source, delimiter } = await reading.openAny(bytes);
    for (const name of [sheetName, ...(sheetNames ?? [])]) {
      const refused = refuseUnknownSheet(source, name);
      if (refused !== null) return refused;
    }
    const inference = inferConfig(source, { fileName, sheetNames: wantedSheets(sheetName, sheetNames), delimiter });
    const sheet = shownSheet(source, sheetName ?? inference.sheets[0]);
    const sampled = sheet === undefined ? [] : sampleRows(sheet);
    const table = sheet === undefined ? null : findTable(sheet, sampled);
    const named = table?.columns ?? [];
    const rows = shownRows(sampled, table?.headerRow ?? null);
    const width = Math.min(COLUMNS_SHOWN, Math.max(0, ...rows.map(({ cells }) => cells.length)));
    const config = columns === undefined ? inference.config : withChosenColumns(inference.config, columns, named);
    const complete = isComplete(config);
    const whole = complete ? await readWhole(reading, bytes, config) : NOT_READ;
    return {
      fileType: source.fileType,
      sheets: source.fileType === 'csv' ? [] : visible(source).map(({ name }) => name),
      sheetSums: whole.sheetSums,
      sheet: source.fileType === 'csv' ? null : (sheet?.name ?? null),
      headerRow: table?.headerRow ?? null,
      carrierName: suggestCarrierName(titlesOf(rows, table?.headerRow ?? null), fileName),
      columns: columns === undefined ? inferredColumns(inference, named, width) : chosenColumns(columns, named, width),
      rows: rows.map(({ row, cells }) => ({ row, cells: cells.slice(0, width).map(displayedText) })),
      confidence: columns === undefined ? inference.confidence : Number(complete),
      notes: [...(columns === undefined ? inference.notes : []), ...(complete ? [] : [INCOMPLETE]), ...whole.notes],
      config,
      isComplete: complete,
      statement: whole.statement,
    };
  });
}

const INCOMPLETE = "Choose the column with the member's id, or the policy number, and the column with the amount.";
const NOT_READ = { statement: null, sheetSums: [], notes: [] } as const;

/** Returns the sheets to read, the shown one first; undefined for no choice. */
function wantedSheets(shown: string | undefined, wanted: readonly string[] | undefined): readonly string[] | undefined {
  if (shown === undefined || wanted === undefined) return wanted ?? (shown === undefined ? undefined : [shown]);
  return [shown, ...wanted.filter((name) => nameKey(name) !== nameKey(shown))];
}

const nameKey = (name: string) => name.trim().toLowerCase();

const visible = ({ sheets }: StatementSource) => sheets.filter(({ hidden }) => !hidden);

function shownSheet(source: StatementSource, wanted: string | undefined): SourceSheet | undefined {
  return (
    source.sheets.find(({ name }) => wanted !== undefined && nameKey(name) === nameKey(wanted)) ?? visible(source)[0]
  );
}

function shownRows(rows: readonly SourceRow[], headerRow: number | null): readonly SourceRow[] {
  const header = headerRow === null ? 0 : rows.findIndex(({ row }) => row === headerRow);
  return rows.slice(Math.max(0, header - TITLES_SHOWN), header + 1 + ROWS_SHOWN);
}

const titlesOf = (rows: readonly SourceRow[], headerRow: number | null) =>
  headerRow === null ? [] : rows.filter(({ row }) => row < headerRow);

async function readWhole(
  reading: TrialReading,
  bytes: Uint8Array,
  config: StatementConfig,
): Promise<Pick<FilePreview, 'statement' | 'sheetSums' | 'notes'>> {
  const mapping = await mapTrial(reading, { bytes, config, period: null });
  if (mapping.kind === 'rejected') return { ...NOT_READ, notes: [mapping.rejection.detail] };
  const { lines, unassigned, failures, printedTotal, warnings } = mapping.statement;
  const { members, commissionTotal, chargebackAmount } = totalsOf(lines, unassigned);
  const printed = printedTotal === null ? null : moneyToDollars(printedTotal);
  const statement = {
    rows: lines.length + unassigned.length,
    failed: failures.length,
    members,
    commissionTotal,
    chargebackAmount,
    printedTotal: printed,
    totalsMatch: printed === null ? null : printed === commissionTotal,
    failures: failures.slice(0, FAILURES_SHOWN).map(({ row, errors }) => ({ row, errors })),
    warnings,
  };
  return { statement, sheetSums: sheetSumsOf(mapping.statement, config), notes: [] };
}

/** Returns the rows and the sum of each visible sheet, read or not. */
function sheetSumsOf(
  { sheets, lines, unassigned, unreadSheets }: MappedStatement,
  { fileType, sheets: option }: StatementConfig,
): readonly SheetSum[] {
  if (fileType !== 'xlsx') return [];
  const read = new Map<string, { rows: number; sum: Money }>();
  for (const [sheet, rows] of Map.groupBy([...lines, ...unassigned], (line) => line.sheet)) {
    const name = readSheetName({ sheets: option, visible: sheets }, sheet);
    if (name !== null) read.set(name, { rows: rows.length, sum: rows.reduce((sum, { amount }) => sum + amount, 0) });
  }
  return sheets.map((name) => {
    const { rows, sum } = read.get(name) ?? unreadSheets.find((sheet) => sheet.name === name) ?? { rows: 0, sum: 0 };
    return { name, isRead: read.has(name), rows, total: moneyToDollars(sum) };
  });
}
