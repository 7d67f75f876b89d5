import type { ColumnType, WrittenType } from './column-types.ts';

/**
 * A record is described once, field by field, with column and type (line-record.ts, score-records.ts). Inserts, selects, readers
 * and fingerprints are made from the description.
 */

/** A value of a column on its way to PostgreSQL. */
export type Cell = string | number | null;

export interface WrittenColumn extends Pick<WrittenType<never>, 'type' | 'cast'> {
  readonly name: string;
}

/** Writes values of one kind. Most have one column; a record has the columns of its fields. */
export interface WrittenField<Value> {
  readonly columns: readonly WrittenColumn[];
  /** Appends one cell for each column. */
  encode(value: Value, cells: Cell[]): void;
}

/** Writes and reads values of one kind. */
export interface StoredField<Value> extends WrittenField<Value> {
  /** SQL expressions, one for each value that `decode` takes. */
  readonly selected: readonly string[];
  /** Takes the next values of a row, in the order of `selected`. */
  decode(next: () => unknown): Value;
}

export type StoredFields<Row> = { readonly [Name in keyof Row]: StoredField<Row[Name]> };
export type WrittenFields<Row> = { readonly [Name in keyof Row]: WrittenField<Row[Name]> };

/** A column of a table in `schema/`, or a column of a query. */
interface Column {
  readonly name: string;
}

/** Returns a field that is only written. */
export function written<Value>({ name }: Column, { type, cast, encode }: WrittenType<Value>): WrittenField<Value> {
  return { columns: [{ name, type, cast }], encode: (value, cells) => cells.push(encode(value)) };
}

/**
 * Returns a field that passes every value to its type. The type must handle null if the column may be null; `optional` handles null for
 * other types.
 */
export function required<Value>(column: Column, type: ColumnType<Value>): StoredField<Value> {
  return {
    ...written(column, type),
    selected: [type.select(column.name)],
    decode: (next) => type.decode(next()),
  };
}

/** Returns a field that adds null to a type without it. */
export function optional<Value>(column: Column, type: ColumnType<Value>): StoredField<Value | null> {
  return required<Value | null>(column, {
    ...type,
    encode: (value) => (value === null ? null : type.encode(value)),
    decode: (json) => (json === null ? null : type.decode(json)),
  });
}

/** Returns a field that is stored as another value. */
export function storedAs<Value, Stored>(
  field: StoredField<Stored>,
  { to, from }: { to(value: Value): Stored; from(stored: Stored): Value },
): StoredField<Value> {
  return {
    ...field,
    encode: (value, cells) => field.encode(to(value), cells),
    decode: (next) => from(field.decode(next)),
  };
}

/** Returns a record that is only written. */
export function writtenRecord<Row>(fields: WrittenFields<Row>): WrittenField<Row> {
  const columns: WrittenColumn[] = [];
  for (const name in fields) columns.push(...fields[name].columns);
  return {
    columns,
    encode(row, cells) {
      for (const name in fields) fields[name].encode(row[name], cells);
    },
  };
}

/**
 * Returns a record of fields, which may be records themselves. Rows are read into copies of a template, so that V8 shares one object
 * shape. Objects that grow by computed names take six times the memory.
 */
export function storedRecord<Row extends object>(fields: StoredFields<Row>): StoredField<Row> {
  const template = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
  const isRow = (row: object): row is Row => Object.keys(fields).every((name) => name in row);
  if (!isRow(template)) throw new TypeError('A field of a record is missing.');
  const selected: string[] = [];
  for (const name in fields) selected.push(...fields[name].selected);
  return {
    ...writtenRecord<Row>(fields),
    selected,
    decode(next) {
      const row: Row = { ...template };
      for (const name in fields) row[name] = fields[name].decode(next);
      return row;
    },
  };
}
