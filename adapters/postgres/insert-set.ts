import type { Sql } from './sql.ts';

/**
 * Inserts any number of rows with one statement per chunk: an unnest of one array per column. Ten times faster than
 * rows one by one, and the number of round trips does not depend on the number of rows.
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
  /** Columns that are the same in every row. */
  readonly constants: Readonly<Record<string, { readonly type: string; readonly value: string | null }>>;
  readonly columns: readonly SetColumn<Row>[];
}

/** One message to the server stays below some ten megabytes. */
const ROWS_PER_STATEMENT = 10_000;

/** Table and column names are constants of this program; every value is a bound parameter. */
export async function insertSet<Row>(sql: Sql, target: SetTarget<Row>, rows: readonly Row[]): Promise<void> {
  const constants = Object.entries(target.constants);
  const names = [...constants.map(([name]) => name), ...target.columns.map(({ name }) => name)];
  const constantList = constants.map(([, { type }], index) => `$${index + 1}::${type}`);
  const arrays = target.columns.map(({ type }, index) => `$${constants.length + index + 1}::${type}[]`);
  const aliases = target.columns.map((_, index) => `c${index}`);
  const selected = target.columns.map(({ cast }, index) => (cast === undefined ? `c${index}` : `c${index}::${cast}`));
  const statement = `insert into ${target.table} (${names.join(', ')}) select ${[...constantList, ...selected].join(', ')} from unnest(${arrays.join(', ')}) as rows (${aliases.join(', ')})`;
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT);
    const parameters = [
      ...constants.map(([, { value }]) => value),
      ...target.columns.map(({ value }) => arrayLiteral(chunk, value)),
    ];
    await sql.unsafe(statement, parameters);
  }
}

const SPECIAL = /["\\]/g;

/** PostgreSQL's text form of an array. Texts are always quoted, so that "NULL" and braces stay texts. */
function arrayLiteral<Row>(rows: readonly Row[], value: (row: Row) => string | number | null): string {
  let literal = '{';
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    const item = row === undefined ? null : value(row);
    if (index > 0) literal += ',';
    if (item === null) literal += 'NULL';
    else if (typeof item === 'number') literal += item;
    else literal += `"${item.includes('"') || item.includes('\\') ? item.replace(SPECIAL, '\\$&') : item}"`;
  }
  return `${literal}}`;
}

/** The text form of an array column within a row of the set. */
export function textArrayLiteral(values: readonly string[]): string {
  return arrayLiteral(values, (text) => text);
}
