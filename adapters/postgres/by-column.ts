import type { Fragment } from 'postgres';
import { ROWS_PER_STATEMENT } from './row-set.ts';
import { sent } from './sent.ts';
import type { Sql } from './sql.ts';

/**
 * Tens of thousands of rows read column by column: the server makes a JSON list of each column, which native code reads. As
 * rows, of which the driver takes apart every value, they cost this process twice as much and more (ADR 0015). A numeric is read
 * as a number: select it as an integer of at most 2^53, as amounts are.
 */

/** What is selected: the SQL expression of each column, a constant of this program. */
export type Selection<Row> = { readonly [Name in keyof Row & string]: string };

/** One row, of which every column can be asked for. */
export type Read<Row> = <Name extends keyof Row & string>(name: Name) => Row[Name];

/** Of no rows there are no lists. */
type Columns<Row> = { readonly [Name in keyof Row & string]: readonly Row[Name][] | null };

/** `from`: what stands behind FROM. Its rows are taken in their order. */
export async function readByColumn<Row>(
  sql: Sql,
  selection: Selection<Row>,
  from: Fragment,
  take: (read: Read<Row>) => void,
): Promise<void> {
  takeEach(await readRows(sql, selection, from), take);
}

/**
 * The same for rows without a bound, as many at a time as are written with one statement: the server has to hold their texts, as it
 * had to then. `after` says what stands behind FROM for the rows behind a row, or the first ones: in order, and no more than
 * `limit`. While some are taken, the server makes the next.
 */
export async function readInPortions<Row>(
  sql: Sql,
  selection: Selection<Row>,
  after: (last: Read<Row> | null, limit: number) => Fragment,
  take: (read: Read<Row>) => void,
): Promise<void> {
  const ask = (last: Read<Row> | null) => sent(readRows(sql, selection, after(last, ROWS_PER_STATEMENT)));
  let next = ask(null);
  for (;;) {
    const rows = await next;
    const isLast = rows.count < ROWS_PER_STATEMENT;
    if (!isLast) next = ask(rows.at(rows.count - 1));
    takeEach(rows, take);
    if (isLast) return;
  }
}

interface ReadRows<Row> {
  readonly count: number;
  at(index: number): Read<Row>;
}

async function readRows<Row>(sql: Sql, selection: Selection<Row>, from: Fragment): Promise<ReadRows<Row>> {
  const lists = Object.entries(selection).map(([name, expression]) => `json_agg(${expression}) as ${name}`);
  const [all] = await sql<(Columns<Row> & { row_count: number })[]>`
    select count(*)::integer as row_count, ${sql.unsafe(lists.join(', '))} from ${from}`;
  if (all === undefined) throw new Error('An aggregate has one row.');
  const columns: Columns<Row> = all;
  return {
    count: all.row_count,
    at: (index) => (name) => valueAt(columns, index, name),
  };
}

function valueAt<Row, Name extends keyof Row & string>(columns: Columns<Row>, index: number, name: Name): Row[Name] {
  const value = columns[name]?.[index];
  if (value === undefined) throw new RangeError(`There is no row ${index} of ${name}.`);
  return value;
}

function takeEach<Row>(rows: ReadRows<Row>, take: (read: Read<Row>) => void): void {
  for (let index = 0; index < rows.count; index += 1) take(rows.at(index));
}
