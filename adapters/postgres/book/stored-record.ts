import type { ColumnType, WrittenType } from './column-types.ts';

/**
 * A record is described once, field by field, with column and type (line-record.ts, score-records.ts). Inserts, selects, readers
 * and fingerprints are made from the description. Many rows are encoded and read column by column.
 */

/** A value of a column on its way to PostgreSQL. */
export type Cell = string | number | null;

export interface WrittenColumn extends Pick<WrittenType<never>, 'type' | 'cast'> {
  readonly name: string;
}

/** Writes values of one kind. Most have one column; a record has the columns of its fields. */
export interface WrittenField<Value> {
  readonly columns: readonly WrittenColumn[];
  /** Yields the cells of each column, one for each value. */
  encode(values: readonly Value[]): Iterable<readonly Cell[]>;
}

/** Writes and reads values of one kind. */
export interface StoredField<Value> extends WrittenField<Value> {
  /** SQL expressions, one for each column that a reader takes. */
  readonly selected: readonly string[];
  /** Returns a reader for one query. It may share equal texts. */
  reader(): FieldReader<Value>;
}

/** Makes `count` values from columns. `next` returns the columns in the order of `selected`. */
export type FieldReader<Value> = (next: () => readonly unknown[], count: number) => readonly Value[];

export type StoredFields<Row> = { readonly [Name in keyof Row]: StoredField<Row[Name]> };
export type WrittenFields<Row> = { readonly [Name in keyof Row]: WrittenField<Row[Name]> };

/** A column of a table in `schema/`, or a column of a query. */
interface Column {
  readonly name: string;
}

/** Returns a field that is only written. */
export function written<Value>({ name }: Column, { type, cast, encode }: WrittenType<Value>): WrittenField<Value> {
  return { columns: [{ name, type, cast }], encode: (values) => [values.map(encode)] };
}

/** Returns a field whose column is never null. */
export function required<Value>(column: Column, type: ColumnType<Value>): StoredField<Value> {
  const reader = () => {
    const decode = type.decoder();
    return (next: () => readonly unknown[]) => next().map(decode);
  };
  return { ...written(column, type), selected: [type.select(column.name)], reader };
}

/** Returns a field whose column may be null. */
export function optional<Value>(column: Column, type: ColumnType<Value>): StoredField<Value | null> {
  return required<Value | null>(column, {
    ...type,
    encode: (value) => (value === null ? null : type.encode(value)),
    decoder() {
      const decode = type.decoder();
      return (json) => (json === null ? null : decode(json));
    },
  });
}

/** Returns a field that has the same value in every row and no column. */
export const constant = <Value>(value: Value): StoredField<Value> => ({
  columns: [],
  encode: () => [],
  selected: [],
  reader: () => (_, count) => Array.from({ length: count }, () => value),
});

/** Returns a record that is only written. */
export function writtenRecord<Row>(fields: WrittenFields<Row>): WrittenField<Row> {
  const columns: WrittenColumn[] = [];
  for (const name in fields) columns.push(...fields[name].columns);
  return {
    columns,
    *encode(rows) {
      for (const name in fields) yield* fields[name].encode(rows.map((row) => row[name]));
    },
  };
}

/** Returns a record of fields, which may be records themselves. */
export function storedRecord<Row extends object>(fields: StoredFields<Row>): StoredField<Row> {
  const selected: string[] = [];
  for (const name in fields) selected.push(...fields[name].selected);
  return { ...writtenRecord<Row>(fields), selected, reader: () => recordReader(fields) };
}

/**
 * Makes rows by copying a template and filling it field by field, so that V8 shares one object shape. Objects that grow by computed names
 * take six times the memory.
 */
function recordReader<Row extends object>(fields: StoredFields<Row>): FieldReader<Row> {
  const readers: FieldOfRows<Row>[] = [];
  for (const name in fields) readers.push(fieldOfRows<Row, typeof name>(name, fields[name].reader()));
  const isRow = (row: object): row is Row => readers.every(({ name }) => name in row);
  return (next, count) => {
    for (const field of readers) field.read(next, count);
    const template = Object.fromEntries(readers.map((field) => [field.name, field.first()]));
    if (!isRow(template)) throw new TypeError('A field of a record was not read.');
    const rows = Array.from({ length: count }, () => ({ ...template }));
    for (const field of readers) field.fill(rows);
    return rows;
  };
}

interface FieldOfRows<Row> {
  readonly name: string;
  read(next: () => readonly unknown[], count: number): void;
  first(): unknown;
  fill(rows: readonly Row[]): void;
}

function fieldOfRows<Row, Name extends keyof Row & string>(name: Name, read: FieldReader<Row[Name]>): FieldOfRows<Row> {
  let values: readonly Row[Name][] = [];
  return {
    name,
    read(next, count) {
      values = read(next, count);
    },
    first: () => values[0],
    fill(rows) {
      rows.forEach((row, index) => {
        const value = values[index];
        if (value === undefined) throw new RangeError(`Row ${index} has no ${name}.`);
        row[name] = value;
      });
    },
  };
}

/** Returns a field that is stored as another value. */
export function storedAs<Value, Stored>(
  field: StoredField<Stored>,
  { to, from }: { to(value: Value): Stored; from(stored: Stored): Value },
): StoredField<Value> {
  const { columns, selected } = field;
  return {
    columns,
    encode: (values) => field.encode(values.map(to)),
    selected,
    reader() {
      const read = field.reader();
      return (next, count) => read(next, count).map(from);
    },
  };
}
