import { getTableName, type Table } from 'drizzle-orm';
import type { Fragment, PendingQuery } from 'postgres';
import { allEnded, startNow } from '../connection/coalesce-calls.ts';
import type { Sql } from '../connection/sql.ts';
import type { ColumnType, WrittenType } from './column-types.ts';

export interface BulkTarget<Row> {
  readonly table: Table;
  /** Columns that are the same in every row. */
  readonly constants: Readonly<Record<string, string>>;
  readonly record: WrittenField<Row>;
}

/** Some hundred kilobytes: small enough for the server to start early, and large enough to make the cost of a query negligible. */
export const ROWS_PER_BATCH = 2_000;

/** Limit of unsent queries: a month of 40,000 members, so that the server has work while the next month is read. */
const QUERIES_WAITING_MAX = 20;

/**
 * Sends queries in order, two at a time, so that the server never waits for this process. A caller waits only while the queue is full
 * (back-pressure). Errors are certain to show only in `done`; after an error nothing more is sent.
 */
export interface BulkWriter {
  /** Inserts rows in batches of ROWS_PER_BATCH. */
  insert<Row>(target: BulkTarget<Row>, rows: readonly Row[]): Promise<void>;
  send(query: () => Promise<unknown>): Promise<void>;
  done(): Promise<void>;
}

export function bulkWriter(sql: Sql): BulkWriter {
  // Each promise ends after its query and all earlier ones, with the first error among them.
  let last: Promise<unknown> = Promise.resolve();
  let beforeLast: Promise<unknown> = last;
  const waiting: Promise<unknown>[] = [];
  const send: BulkWriter['send'] = async (query) => {
    const own = startNow(beforeLast.then(query));
    const ended = startNow(last.then(() => own));
    beforeLast = last;
    last = ended;
    waiting.push(ended);
    if (waiting.length > QUERIES_WAITING_MAX) await waiting.shift();
  };
  return {
    async insert(target, rows) {
      const text = insertText(target);
      for (let start = 0; start < rows.length; start += ROWS_PER_BATCH) {
        const batch = rows.slice(start, start + ROWS_PER_BATCH);
        const { length } = batch;
        const values = [...Object.values(target.constants), ...columnsOf(target.record, batch)];
        await send(async () => {
          const { count } = await sql.unsafe(text, values, { prepare: true });
          // Rows can be lost without an error, for example to a trigger or a policy.
          if (count !== length)
            throw new Error(`${count} of ${length} rows of ${getTableName(target.table)} were written`);
        });
      }
    },
    send,
    done: async () => {
      await last;
    },
  };
}

/**
 * Runs work and waits for all queries of the writer, also after an error, because the transaction may end then. Throws the first error:
 * later queries fail only because of it.
 */
export async function untilWritten<T>(writer: BulkWriter, work: () => Promise<T>): Promise<T> {
  const working = startNow(work());
  await allEnded([working, startNow(working.then(writer.done, writer.done))]);
  return working;
}

export async function bulkInsert<Row>(sql: Sql, target: BulkTarget<Row>, rows: readonly Row[]): Promise<void> {
  const writer = bulkWriter(sql);
  await untilWritten(writer, () => writer.insert(target, rows));
}

/** Makes one array for each column of the record. */
function columnsOf<Row>({ columns, encode }: WrittenField<Row>, rows: readonly Row[]): readonly (readonly Cell[])[] {
  const encoded = rows.map((row) => {
    const cells: Cell[] = [];
    encode(row, cells);
    return cells;
  });
  return columns.map((_, index) => encoded.map((cells) => cells[index] ?? null));
}

/**
 * Makes the text of an insert that takes one array for each column. `unnest` stands in the select list, where it streams rows; in the from
 * clause it would first store every column of the batch. Table and column names are constants of this program.
 */
function insertText<Row>({ table, constants, record }: BulkTarget<Row>): string {
  const fixed = Object.keys(constants);
  const names = [...fixed, ...record.columns.map(({ name }) => name)];
  const values = [
    ...fixed.map((_, index) => `$${index + 1}`),
    ...record.columns.map(({ type, cast = type }, index) => `unnest($${fixed.length + index + 1}::${type}[])::${cast}`),
  ];
  return `insert into ${getTableName(table)} (${names.join(', ')}) select ${values.join(', ')}`;
}

/**
 * A record is described once, field by field, with column and type (adapters/postgres/book/book-records.ts). Inserts, selects, readers
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

/**
 * Reads tens of thousands of rows column by column. The server aggregates each column into a JSON list, and native code parses it. That
 * takes this process less than half the time of the driver's row parser.
 */

/** Reads the rows of `from`, the text after the keyword FROM, in their order. */
export async function readColumnar<Row>(
  sql: Sql,
  record: StoredField<Row>,
  from: Fragment,
  take: (row: Row) => void,
): Promise<void> {
  await takeEach(record, sql<Portion[]>`select ${portionOf(sql, record)} from ${from}`, take);
}

/** Rows in the order of an index. Column names and start values are constants of this program. */
interface OrderedRows {
  readonly table: Table;
  readonly where: Fragment;
  /** The index columns that `where` does not fix, each with SQL for a value below all its values. */
  readonly key: Readonly<Record<string, string>>;
}

/**
 * Reads any number of rows in portions, of which the server holds one at a time. One statement reads all portions, because a statement for
 * each would queue behind the writer's statements.
 */
export async function readInBatches<Row>(
  sql: Sql,
  record: StoredField<Row>,
  { table, where, key }: OrderedRows,
  take: (row: Row) => void,
): Promise<void> {
  const columns = Object.keys(key).join(', ');
  const after = Object.keys(key).map((name) => `after_${name}`);
  const starts = Object.values(key).join(', ');
  const behind = (what: string) => sql`
    select ${sql.unsafe(what)} from ${table}
    where ${where} and ${sql.unsafe(`(${columns}) > (${after.join(', ')}) order by ${columns}`)}`;
  const portions = sql<Portion[]>`
    with recursive start (${sql.unsafe(after.join(', '))}) as (
      select ${sql.unsafe(starts)}
      union all
      select next.* from start cross join lateral (${behind(columns)} offset ${ROWS_PER_BATCH - 1} limit 1) next
    )
    select portion.* from start cross join lateral (
      select ${portionOf(sql, record)} from (${behind('*')} limit ${ROWS_PER_BATCH}) stored
    ) portion`;
  await takeEach(record, portions, take);
}

/** The row of a query that selects a list for each expression, in columns c0, c1 and so on; null without rows. */
interface Portion {
  readonly row_count: number;
  readonly [list: `c${number}`]: readonly unknown[] | null;
}

function portionOf<Row>(sql: Sql, { selected }: StoredField<Row>): Fragment {
  const lists = selected.map((expression, index) => `json_agg(${expression}) as c${index}`);
  return sql`count(*)::integer as row_count, ${sql.unsafe(lists.join(', '))}`;
}

/** Takes the rows of each portion as it arrives, so that no portion is kept until the last one. */
async function takeEach<Row>(
  { selected, decode }: StoredField<Row>,
  portions: PendingQuery<Portion[]>,
  take: (row: Row) => void,
): Promise<void> {
  await portions.forEach((portion) => {
    const lists = selected.map((_, index) => portion[`c${index}`] ?? []);
    for (let row = 0; row < portion.row_count; row++) {
      let column = 0;
      take(decode(() => lists[column++]?.[row]));
    }
  });
}
