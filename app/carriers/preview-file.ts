import { findTable, sampleRows } from '../../core/infer/find-table.ts';
import { inferConfig } from '../../core/infer/infer-config.ts';
import {
  type ChosenColumn,
  chosenColumns,
  inferredColumns,
  isComplete,
  type PreviewColumn,
  withChosenColumns,
} from '../../core/infer/preview-columns.ts';
import { moneyToDollars } from '../../core/money.ts';
import type { Refused } from '../../core/problem.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import { displayedText } from '../../core/statement/displayed-text.ts';
import type { SourceRow, SourceSheet, StatementSource } from '../../core/statement/source.ts';
import { type OpenAnyStatement, refuseUnknownSheet, refusingUnreadable } from './infer-format.ts';
import { mapTrial, type TrialReading, totalsOf } from './test-config.ts';

/** Shows a file of an unknown layout to a person, with the meaning of each column (docs/reference/carriers-and-formats.md#preview). */

export interface PreviewInput {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly sheetName: string | undefined;
  /** The meanings that a person chose; undefined leaves them to the inference. */
  readonly columns: readonly ChosenColumn[] | undefined;
}

export interface FilePreview {
  readonly fileType: StatementSource['fileType'];
  /** All visible sheets; empty for CSV. */
  readonly sheets: readonly string[];
  /** The sheet whose rows are shown; null for CSV. */
  readonly sheet: string | null;
  /** 1-based; null when no row looks like a header. */
  readonly headerRow: number | null;
  readonly columns: readonly PreviewColumn[];
  /** The rows from a few above the header to the last shown one, with their cells as a spreadsheet shows them. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** From 0 to 1; from 0.8 on both the member's id and the amount are certain. */
  readonly confidence: number;
  readonly notes: readonly string[];
  /** The format to store; it can be stored when `isComplete`. */
  readonly config: StatementConfig;
  readonly isComplete: boolean;
  /** The figures of the whole file, read with this format; null when the file can not be read with it. */
  readonly statement: PreviewFigures | null;
}

interface PreviewFigures {
  readonly rows: number;
  readonly failed: number;
  readonly members: number;
  /** Dollars. */
  readonly commissionTotal: number;
  readonly chargebackAmount: number;
  /** The last total that the file prints, in dollars; null without one. */
  readonly printedTotal: number | null;
  /** Whether the two totals are the same to the cent; null without a printed one. */
  readonly totalsMatch: boolean | null;
  readonly failures: readonly { readonly row: number; readonly errors: readonly string[] }[];
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
  { bytes, fileName, sheetName, columns }: PreviewInput,
): Promise<FilePreview | Refused> {
  return refusingUnreadable(async () => {
    const { source, delimiter } = await reading.openAny(bytes);
    const refused = refuseUnknownSheet(source, sheetName);
    if (refused !== null) return refused;
    const inference = inferConfig(source, { fileName, sheetName, delimiter });
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
      sheet: source.fileType === 'csv' ? null : (sheet?.name ?? null),
      headerRow: table?.headerRow ?? null,
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
const NOT_READ = { statement: null, notes: [] } as const;

const visible = ({ sheets }: StatementSource) => sheets.filter(({ hidden }) => !hidden);

function shownSheet(source: StatementSource, wanted: string | undefined): SourceSheet | undefined {
  const key = wanted?.trim().toLowerCase();
  return source.sheets.find(({ name }) => name.trim().toLowerCase() === key) ?? visible(source)[0];
}

function shownRows(rows: readonly SourceRow[], headerRow: number | null): readonly SourceRow[] {
  const header = headerRow === null ? 0 : rows.findIndex(({ row }) => row === headerRow);
  return rows.slice(Math.max(0, header - TITLES_SHOWN), header + 1 + ROWS_SHOWN);
}

async function readWhole(
  reading: TrialReading,
  bytes: Uint8Array,
  config: StatementConfig,
): Promise<{ readonly statement: PreviewFigures | null; readonly notes: readonly string[] }> {
  const mapping = await mapTrial(reading, { bytes, config, period: null });
  if (mapping.kind === 'rejected') return { statement: null, notes: [mapping.rejection.detail] };
  const { lines, unassigned, failures, printedTotal } = mapping.statement;
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
  };
  return { statement, notes: [] };
}
