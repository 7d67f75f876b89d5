import { COLUMN_NAMES, type ColumnName, type ColumnSource, type StatementConfig } from './config.ts';
import { displayedText } from './displayed-text.ts';
import type { Header } from './header.ts';
import type { Cell } from './source.ts';

/** Where the value of a canonical column is in the rows of one sheet: names resolved to positions, once. */
export type BoundColumn =
  | { readonly kind: 'cell'; readonly index: number }
  | { readonly kind: 'concat'; readonly indexes: readonly number[]; readonly separator: string }
  | { readonly kind: 'first-filled'; readonly indexes: readonly number[] }
  | { readonly kind: 'sum'; readonly indexes: readonly number[] }
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'sheet-name' }
  /** Not compiled: a header is looked for in many rows. */
  | { readonly kind: 'group-row'; readonly pattern: string };

export interface BoundColumns {
  readonly columns: Readonly<Partial<Record<ColumnName, BoundColumn>>>;
  /** Set when amounts are the difference of two columns. */
  readonly debitCredit: { readonly debit: number; readonly credit: number } | null;
  /** Rows are kept only when each of these cells has this text, lower case. */
  readonly filters: readonly { readonly index: number; readonly equals: string }[];
  /** How many configured names the header has: the best row is the header. */
  readonly matches: number;
  /** What the statement can't be read without and was not found. */
  readonly missing: readonly MissingColumn[];
  /** Other configured columns that were not found. */
  readonly absent: readonly MissingColumn[];
}

/** A configured column that a header has not. */
export interface MissingColumn {
  /** What it is for and what it was looked for by. */
  readonly words: string;
  readonly names: readonly string[];
}

/** Resolves every configured column against a header. */
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
      if (namesOf(source).length > 0) matches += 1;
    } else {
      const list = isRequired(name, config) ? missing : absent;
      list.push(missingColumn(name, namesOf(source)));
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

/** Without the types, chargebacks would be read as pay where they decide the sign, and ignored rows as money. */
function isRequired(name: ColumnName, config: StatementConfig): boolean {
  if (name === 'transaction_type') return config.sign === 'by_type' || config.transactionTypes.ignore.length > 0;
  return name === 'member_external_id' || name === 'commission_amount';
}

/** The header names a source looks for; none when it goes by position or has a fixed value. */
export function namesOf(source: ColumnSource): readonly string[] {
  if (typeof source === 'string') return [source];
  if (Array.isArray(source)) return source;
  if ('concat' in source) return source.concat;
  if ('firstFilled' in source) return source.firstFilled;
  return 'sum' in source ? source.sum : [];
}

/**
 * The value of a column in a row; a missing cell is ''. Sums are amounts and are read by the amount reader; the values of
 * group rows come from rows above.
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

export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || cell === '' || (typeof cell === 'string' && cell.trim() === '');
}

/** Gives the columns whose value is the sheet's name that name. `sheetName` is empty for CSV. */
export function withSheetName(bound: BoundColumns, sheetName: string): BoundColumns {
  const columns: Partial<Record<ColumnName, BoundColumn>> = { ...bound.columns };
  for (const name of COLUMN_NAMES) {
    if (columns[name]?.kind === 'sheet-name') columns[name] = { kind: 'constant', text: sheetName };
  }
  return { ...bound, columns };
}

/** The positions a statement's values are taken from. */
export function boundIndexes({ columns, debitCredit, filters }: BoundColumns): ReadonlySet<number> {
  const indexes = Object.values(columns).flatMap(indexesOf);
  return new Set([...indexes, ...sidesOf(debitCredit), ...filters.map(({ index }) => index)]);
}

/** A cell of each row that a value is taken from. */
export interface ReadCell {
  /** The canonical name, or what the cell is for. */
  readonly field: string;
  readonly index: number;
}

export function readCells({ columns, debitCredit, filters }: BoundColumns): readonly ReadCell[] {
  const ofColumns = Object.entries(columns).flatMap(([field, column]) =>
    indexesOf(column).map((index) => ({ field, index })),
  );
  const ofSides = sidesOf(debitCredit).map((index) => ({ field: 'commission_amount', index }));
  return [...ofColumns, ...ofSides, ...filters.map(({ index }) => ({ field: 'the column of the filter', index }))];
}

/** Those of them that tell whose money it is, and how much. */
export function requiredIndexes({ columns, debitCredit }: BoundColumns): ReadonlySet<number> {
  const required = [columns.member_external_id, columns.commission_amount].filter((column) => column !== undefined);
  return new Set([...required.flatMap(indexesOf), ...sidesOf(debitCredit)]);
}

function indexesOf(column: BoundColumn): readonly number[] {
  if (column.kind === 'cell') return [column.index];
  return 'indexes' in column ? column.indexes : [];
}

function sidesOf(debitCredit: BoundColumns['debitCredit']): readonly number[] {
  return debitCredit === null ? [] : [debitCredit.debit, debitCredit.credit];
}

/** Every part of a concatenation or a sum must be there; of alternatives, one. */
function bindColumn(source: ColumnSource, header: Header): BoundColumn | null {
  const names = namesOf(source);
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
