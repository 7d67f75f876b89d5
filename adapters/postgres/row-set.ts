import { setImmediate } from 'node:timers/promises';
import { sent } from './sent.ts';
import type { Sql } from './sql.ts';

/**
 * Inserts or updates any number of rows with one statement per chunk: one array per column, taken apart in step. Ten times faster
 * than rows one by one, and the number of round trips does not depend on the number of rows. In the list of what is
 * selected, unnest hands on one row at a time; as a table it would first store every column of the chunk by itself.
 */

export interface SetColumn<Row> {
  readonly name: string;
  /** The element type of the array: "text", "numeric", "uuid". */
  readonly type: string;
  readonly value: (row: Row) => string | number | null;
  /** Set where the element isn't yet what the column holds. */
  readonly cast?: string;
}

export interface SetTarget<Row> {
  readonly table: string;
  /** Columns that are the same in every row; the first one is the account. */
  readonly constants: Readonly<Record<string, { readonly type: string; readonly value: string | null }>>;
  readonly columns: readonly SetColumn<Row>[];
}

/** Some hundred kilobytes: little enough for the server to be at work soon, and enough that statements cost nothing. */
const ROWS_PER_STATEMENT = 2_000;

export async function insertSet<Row>(sql: Sql, target: SetTarget<Row>, rows: readonly Row[]): Promise<void> {
  await writeChunks(sql, { ...target, statement: insertStatement(target) }, rows);
}

/** Changes the columns of rows that are stored. Which row is which, its constants say and the column named `key`. */
export async function updateSet<Row>(
  sql: Sql,
  target: SetTarget<Row> & { readonly key: string },
  rows: readonly Row[],
): Promise<void> {
  await writeChunks(sql, { ...target, statement: updateStatement(target) }, rows);
}

/**
 * While the server works on one chunk the next one is made, column by column: in between, what the socket did not take at once
 * goes on its way. Table and column names are constants of this program; every value is a bound parameter.
 */
async function writeChunks<Row>(
  sql: Sql,
  { statement, ...target }: SetTarget<Row> & { readonly statement: string },
  rows: readonly Row[],
): Promise<void> {
  const constants = Object.values(target.constants).map(({ value }) => value);
  let before: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT);
    const arrays: string[] = [];
    for (const column of target.columns) {
      arrays.push(columnLiteral(chunk, column));
      await setImmediate();
    }
    await before;
    before = sent(sql.unsafe(statement, [...constants, ...arrays], { prepare: true }));
  }
  await before;
}

function insertStatement<Row>(target: SetTarget<Row>): string {
  const { table, constants, columns } = target;
  const names = [...Object.keys(constants), ...columns.map(({ name }) => name)];
  return `insert into ${table} (${names.join(', ')}) select ${[...fixedValues(target), ...takenApart(target)].join(', ')}`;
}

/**
 * Each row is looked up in the key first, which the limit holds the planner to: where it knows little of the table it would
 * rather go through the whole chunk for each stored row.
 */
function updateStatement<Row>(target: SetTarget<Row> & { readonly key: string }): string {
  const { table, constants, columns, key } = target;
  const fixed = fixedValues(target);
  const changed = columns.filter(({ name }) => name !== key).map(({ name }) => `${name} = changed.${name}`);
  const isRow = Object.keys(constants).map((name, index) => `${name} = ${fixed[index]}`);
  const values = takenApart(target).map((value, index) => `${value} as ${columns[index]?.name}`);
  return `update ${table} stored set ${changed.join(', ')}
    from (select ${values.join(', ')}) changed
    cross join lateral (
      select ctid from ${table} where ${isRow.join(' and ')} and ${key} = changed.${key} limit 1) found
    where stored.account_id = $1 and stored.ctid = found.ctid`;
}

const fixedValues = <Row>({ constants }: SetTarget<Row>) =>
  Object.values(constants).map(({ type }, index) => `$${index + 1}::${type}`);

const takenApart = <Row>({ constants, columns }: SetTarget<Row>) =>
  columns.map(
    ({ type, cast = type }, index) => `unnest($${Object.keys(constants).length + index + 1}::${type}[])::${cast}`,
  );

/** Types whose values are made of letters, digits and signs that mean nothing within an array. */
const PLAIN: ReadonlySet<string> = new Set(['uuid', 'numeric', 'smallint', 'integer', 'boolean', 'date']);

/**
 * PostgreSQL's text form of an array; a column without any value is sent empty, because of arrays taken apart in step the
 * shorter ones are filled up with nulls. Joined rather than added up: a text of ten thousand additions is a tree of as many
 * nodes, which costs more to walk than everything else here.
 */
function columnLiteral<Row>(rows: readonly Row[], { type, value }: SetColumn<Row>): string {
  if (rows.every((row) => value(row) === null)) return '{}';
  if (!PLAIN.has(type)) return `{${rows.map((row) => quoted(value(row))).join(',')}}`;
  return `{${rows.map((row) => value(row) ?? 'NULL').join(',')}}`;
}

const SPECIAL = /["\\]/g;

/** Texts are always quoted, so that "NULL" and braces stay texts. */
function quoted(item: string | number | null): string {
  if (item === null) return 'NULL';
  const text = String(item);
  return `"${text.includes('"') || text.includes('\\') ? text.replace(SPECIAL, '\\$&') : text}"`;
}

/** The text form of an array column within a row of the set. */
export function textArrayLiteral(values: readonly string[]): string {
  return values.length === 0 ? '{}' : `{${values.map(quoted).join(',')}}`;
}
