import { COLUMN_NAMES, type ColumnName, type ColumnSource, type StatementConfig } from './config.ts';
import { displayedText } from './displayed-text.ts';
import { type Header, readHeader } from './header.ts';
import type { Cell } from './source.ts';

/** Place of a canonical column in the rows of one sheet. Names are resolved to 0-based positions once per header. */
export type BoundColumn =
  | { readonly kind: 'cell'; readonly index: number }
  | { readonly kind: 'concat'; readonly indexes: readonly number[]; readonly separator: string }
  | { readonly kind: 'first-filled'; readonly indexes: readonly number[] }
  | { readonly kind: 'sum'; readonly indexes: readonly number[] }
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'sheet-name' }
  /** Pattern of a group row. It is compiled later, because many rows are tried as the header. */
  | { readonly kind: 'group-row'; readonly pattern: string };

/** All configured columns, resolved against one header. */
export interface BoundColumns {
  readonly columns: Readonly<Partial<Record<ColumnName, BoundColumn>>>;
  /** Set when amounts are the difference of two columns. */
  readonly debitCredit: { readonly debit: number; readonly credit: number } | null;
  /** Filters: a row is kept only if each cell has the lower-case text `equals`. */
  readonly filters: readonly { readonly index: number; readonly equals: string }[];
  /** Number of configured columns whose names are in the header. The row with the most matches is the header. */
  readonly matches: number;
  /** Required columns that were not found. */
  readonly missing: readonly MissingColumn[];
  /** Configured columns that were not found, although they are neither required nor optional for the carrier. */
  readonly absent: readonly MissingColumn[];
}

/** A configured column that the header lacks. */
export interface MissingColumn {
  /** Use of the column, and the names it was searched by. */
  readonly words: string;
  readonly names: readonly string[];
}

/** Resolves all configured columns against a header. */
export function bindColumns(config: StatementConfig, header: Header): BoundColumns {
  const columns: Partial<Record<ColumnName, BoundColumn>> = {};
  const missing: MissingColumn[] = [];
  const absent: MissingColumn[] = [];
  let matches = 0;
  for (const name of COLUMN_NAMES) {
    const source = config.columns[name];
    if (source === undefined || (name === 'commission_amount' && typeof config.sign === 'object')) continue;
    const bound = bindColumn(source, header);
    if (bound !== null) {
      columns[name] = bound;
      if (headerNamesOf(source).length > 0) matches += 1;
    } else if (isRequired(name, config)) {
      missing.push(missingColumn(name, headerNamesOf(source)));
    } else if (config.optionalColumns?.includes(name) !== true) {
      absent.push(missingColumn(name, headerNamesOf(source)));
    }
  }
  if (config.statementMode === 'rolling' && !columns.coverage_month && !columns.paid_date) {
    missing.push({ words: 'coverage_month or paid_date, which a rolling statement needs', names: [] });
  }
  const required = (name: string, use: string): number => {
    const index = header.find(name);
    if (index === null) missing.push(missingColumn(use, [name]));
    else matches += 1;
    return index ?? -1;
  };
  const debitCredit =
    typeof config.sign === 'object'
      ? { debit: required(config.sign.debit, 'debit amounts'), credit: required(config.sign.credit, 'credit amounts') }
      : null;
  const filters = config.filter.map(({ column, equals }) => ({
    index: required(column, 'the filter'),
    equals: equals.trim().toLowerCase(),
  }));
  return { columns, debitCredit, filters, matches, missing, absent };
}

/** Tells whether a header with these names has all required columns of a format. */
export function hasRequiredColumns(config: StatementConfig, names: readonly string[]): boolean {
  return bindColumns(config, readHeader(names)).missing.length === 0;
}

/**
 * Returns whether a file must have a column: the member's id, the amount, and the transaction type when it decides signs or ignored rows.
 * Without the type, chargebacks would count as pay.
 */
function isRequired(name: ColumnName, config: StatementConfig): boolean {
  if (name === 'transaction_type') return config.sign === 'by_type' || config.transactionTypes.ignore.length > 0;
  return name === 'member_external_id' || name === 'commission_amount';
}

/** Returns the header names that a source searches; empty for a position or a fixed value. */
export function headerNamesOf(source: ColumnSource): readonly string[] {
  if (typeof source === 'string') return [source];
  if (Array.isArray(source)) return source;
  if ('concat' in source) return source.concat;
  if ('firstFilled' in source) return source.firstFilled;
  return 'sum' in source ? source.sum : [];
}

/**
 * Returns the cell of a column in a row; '' for a missing cell, a sum, a sheet name or a group row. Sums are read by the
 * amount reader, and group rows above supply their values (row-values.ts).
 */
export function cellOf(column: BoundColumn | undefined, cells: readonly Cell[]): Cell {
  if (column === undefined) return '';
  switch (column.kind) {
    case 'cell':
      return cells[column.index] ?? '';
    case 'constant':
      return column.text;
    case 'first-filled':
      return cells[column.indexes.find((index) => !isBlank(cells[index])) ?? -1] ?? '';
    case 'concat': {
      let joined = '';
      for (const index of column.indexes) {
        const text = displayedText(cells[index] ?? '');
        joined += joined === '' || text === '' ? text : column.separator + text;
      }
      return joined;
    }
    case 'sum':
    case 'sheet-name':
    case 'group-row':
      return '';
  }
}

/** Tells whether a cell shows nothing. */
export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || cell === '' || (typeof cell === 'string' && cell.trim() === '');
}

/** Fills in columns whose value is the sheet's name. `sheetName` is empty for CSV. */
export function withSheetName(bound: BoundColumns, sheetName: string): BoundColumns {
  const columns: Partial<Record<ColumnName, BoundColumn>> = { ...bound.columns };
  for (const name of COLUMN_NAMES) {
    if (columns[name]?.kind === 'sheet-name') columns[name] = { kind: 'constant', text: sheetName };
  }
  return { ...bound, columns };
}

/** Returns the 0-based positions of all cells that supply values. */
export function boundIndexes({ columns, debitCredit, filters }: BoundColumns): ReadonlySet<number> {
  const indexes = Object.values(columns).flatMap(indexesOf);
  return new Set([...indexes, ...sidesOf(debitCredit), ...filters.map(({ index }) => index)]);
}

/** A cell that supplies a value in each row. */
export interface BoundCell {
  /** Canonical name of the field, or the use of the cell in words. */
  readonly field: string;
  readonly index: number;
}

/** Returns the cells that supply values, each with its field. */
export function boundCells({ columns, debitCredit, filters }: BoundColumns): readonly BoundCell[] {
  const ofColumns = Object.entries(columns).flatMap(([field, column]) =>
    indexesOf(column).map((index) => ({ field, index })),
  );
  const ofSides = sidesOf(debitCredit).map((index) => ({ field: 'commission_amount', index }));
  return [...ofColumns, ...ofSides, ...filters.map(({ index }) => ({ field: 'the column of the filter', index }))];
}

/** Returns the 0-based positions of the cells that hold the member's id and the amount. */
export function requiredIndexes(bound: BoundColumns): ReadonlySet<number> {
  const { member_external_id: id } = bound.columns;
  return new Set([...(id === undefined ? [] : indexesOf(id)), ...amountIndexesOf(bound)]);
}

/** Returns the 0-based positions of the cells that hold the amount. */
export function amountIndexesOf({
  columns: { commission_amount: amount },
  debitCredit,
}: BoundColumns): readonly number[] {
  return [...(amount === undefined ? [] : indexesOf(amount)), ...sidesOf(debitCredit)];
}

function indexesOf(column: BoundColumn): readonly number[] {
  if (column.kind === 'cell') return [column.index];
  return 'indexes' in column ? column.indexes : [];
}

function sidesOf(debitCredit: BoundColumns['debitCredit']): readonly number[] {
  return debitCredit === null ? [] : [debitCredit.debit, debitCredit.credit];
}

/** Resolves one column; null when the header lacks it. A concatenation or sum needs all of its parts, alternatives need one. */
function bindColumn(source: ColumnSource, header: Header): BoundColumn | null {
  const names = headerNamesOf(source);
  const indexes = names.map(header.find).filter((index) => index !== null);
  const hasAll = indexes.length === names.length;
  const [first] = indexes;
  if (typeof source === 'string' || Array.isArray(source))
    return first === undefined ? null : { kind: 'cell', index: first };
  if ('column' in source) return { kind: 'cell', index: source.column - 1 };
  if ('sheetName' in source) return { kind: 'sheet-name' };
  if ('constant' in source) return { kind: 'constant', text: source.constant };
  if ('groupRow' in source) return { kind: 'group-row', pattern: source.groupRow };
  if ('firstFilled' in source) return first === undefined ? null : { kind: 'first-filled', indexes };
  if ('sum' in source) return hasAll ? { kind: 'sum', indexes } : null;
  return hasAll ? { kind: 'concat', indexes, separator: source.separator } : null;
}

function missingColumn(use: string, names: readonly string[]): MissingColumn {
  const wanted = names.length === 0 ? 'no name given' : `looked for ${names.map((name) => `"${name}"`).join(', ')}`;
  return { words: `${use} (${wanted})`, names };
}
