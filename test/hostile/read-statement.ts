import { openStatementFile } from '../../adapters/statement-file/open-statement-file.ts';
import { openAnyStatement } from '../../adapters/statement-file/read-statement-file.ts';
import { inferConfig } from '../../core/infer/infer-config.ts';
import { type StatementConfig, statementConfigSchema } from '../../core/statement/config.ts';
import type { MappedStatement, SkippedRows } from '../../core/statement/line.ts';
import { mapStatement } from '../../core/statement/map-statement.ts';
import { type SourceSheet, type StatementSource, UnreadableFile } from '../../core/statement/source.ts';

/**
 * The most rows of a workbook in these tests. A CSV file has at most one row more than bytes. A reader that returns more rows is in an
 * endless loop.
 */
const WORKBOOK_ROWS_MAX = 400_000;

/** The result of reading a file: a message, or a statement of which every row is accounted for. */
export type Reading =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'mapped'; readonly statement: MappedStatement };

/** The formats with which every file is read: by position, by name, and with every option that changes which rows are read. */
export const CONFIGS: readonly StatementConfig[] = [
  { columns: { member_external_id: { column: 1 }, commission_amount: { column: 2 }, member_name: { column: 3 } } },
  {
    columns: {
      member_external_id: ['Member ID', 'id', 'Supplier'],
      commission_amount: ['Commission', 'Amount', 'population', 'age', 'value'],
      member_name: ['Name', 'name'],
      effective_date: ['Effective', 'Payment Date', 'date'],
      transaction_type: ['Type', 'Expense Type'],
    },
    sheets: 'all' as const,
    carryDown: ['member_name' as const],
    skipRows: { patterns: ['/^page \\d+/i'] },
    statementMode: 'ytd' as const,
  },
].flatMap((config) => [
  statementConfigSchema.parse({ ...config, fileType: 'csv' }),
  statementConfigSchema.parse({ ...config, fileType: 'xlsx' }),
]);

/** Reads a file like the worker. Any error other than UnreadableFile, and any lost row, fails the test. */
export function readStatement(bytes: Uint8Array, config: StatementConfig): Reading {
  try {
    const { source, read } = counting(
      openStatementFile(bytes, config),
      config.fileType === 'csv' ? bytes.length + 1 : WORKBOOK_ROWS_MAX,
    );
    const mapping = mapStatement(source, config, { period: '2026-03' });
    if (mapping.kind === 'rejected') return { kind: 'refused', message: mapping.rejection.detail };
    const accounted = rowsOf(mapping.statement);
    // A sheet's header row is neither data nor skipped.
    if (accounted > read.rows || accounted < read.rows - read.sheets) {
      throw new Error(`${read.rows} rows on ${read.sheets} sheets were read, ${accounted} are accounted for.`);
    }
    return { kind: 'mapped', statement: mapping.statement };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'refused', message: error.message };
    throw error;
  }
}

/** Infers a format, and returns only whether it could. */
export async function inferFormat(bytes: Uint8Array): Promise<string | null> {
  try {
    const { source, delimiter } = await openAnyStatement(bytes);
    inferConfig(source, { delimiter });
    return null;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

function rowsOf({ lines, failures, skipped }: MappedStatement): number {
  return lines.length + failures.length + skippedRows(skipped);
}

function skippedRows(skipped: SkippedRows): number {
  return Object.values(skipped).reduce((sum: number, count: number) => sum + count, 0);
}

function counting(
  source: StatementSource,
  rowsMax: number,
): {
  readonly source: StatementSource;
  readonly read: { rows: number; sheets: number };
} {
  const read = { rows: 0, sheets: 0 };
  const sheets = source.sheets.map(
    (sheet): SourceSheet => ({
      ...sheet,
      *rows() {
        read.sheets += 1;
        for (const row of sheet.rows()) {
          read.rows += 1;
          if (read.rows > rowsMax) throw new Error('The reader does not come to an end.');
          yield row;
        }
      },
    }),
  );
  return { source: { ...source, sheets }, read };
}
