import type { z } from 'zod';
import { type StatementConfig, statementConfigSchema } from '../../../core/statement/config.ts';
import type { MappedStatement, StatementRejection } from '../../../core/statement/line.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import type { Cell, NumberCell, SourceSheet, StatementSource } from '../../../core/statement/source.ts';

/** Makes statements without files, as input for the mapping. */

export function number(value: number, code = 'General'): NumberCell {
  return { value, format: { code, isDate: false, date1904: false } };
}

export function serial(value: number, date1904 = false): NumberCell {
  return { value, format: { code: 'm/d/yyyy', isDate: true, date1904 } };
}

/** Makes a sheet with rows from row 1 on. */
export function sheet(name: string, rows: readonly (readonly Cell[])[], hidden = false): SourceSheet {
  return { name, hidden, rows: () => rows.map((cells, index) => ({ row: index + 1, cells })) };
}

export function csv(rows: readonly (readonly Cell[])[]): StatementSource {
  return { fileType: 'csv', sheets: [sheet('', rows)] };
}

export function workbook(...sheets: SourceSheet[]): StatementSource {
  return { fileType: 'xlsx', sheets };
}

/** Makes rows from lines such as "a|b|c". No value may contain a bar. */
export function table(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.trim());
  const start = lines[0] === '' ? 1 : 0;
  const end = lines.at(-1) === '' ? -1 : undefined;
  return lines.slice(start, end).map((line) => line.split('|').map((cell) => cell.trim()));
}

type ConfigInput = z.input<typeof statementConfigSchema>;

export function configOf(input: Partial<ConfigInput>): StatementConfig {
  return statementConfigSchema.parse({
    fileType: 'csv',
    columns: { member_external_id: 'Member ID', commission_amount: 'Commission' },
    ...input,
  });
}

export function mapped(source: StatementSource, config: StatementConfig, period = '2026-03'): MappedStatement {
  const mapping = mapStatement(source, config, { period });
  if (mapping.kind === 'rejected') throw new Error(`${mapping.rejection.code}: ${mapping.rejection.detail}`);
  return mapping.statement;
}

export function rejected(source: StatementSource, config: StatementConfig, period = '2026-03'): StatementRejection {
  const mapping = mapStatement(source, config, { period });
  if (mapping.kind === 'mapped') throw new Error('The statement was mapped.');
  return mapping.rejection;
}

/** Returns the kinds of skipped rows with a count above zero. */
export function skippedOf(statement: MappedStatement): Record<string, number> {
  return Object.fromEntries(Object.entries(statement.skipped).filter(([, count]) => count > 0));
}

/** Returns the id and the amount in dollars of each line. */
export function amountsOf(statement: MappedStatement): string[] {
  return statement.lines.map(({ memberExternalId, amount }) => `${memberExternalId} ${amount / 10_000}`);
}
