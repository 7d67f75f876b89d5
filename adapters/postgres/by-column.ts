import type { Fragment } from 'postgres';
import type { Sql } from './sql.ts';

/**
 * Tens of thousands of rows read column by column: the server makes a JSON list of each, which native code reads. As rows,
 * of which the driver takes apart every value, they cost this process four times as much (ADR 0015).
 */

/** What is selected: the SQL expression of each column, a constant of this program. */
export type Selection<Row> = { readonly [Name in keyof Row & string]: string };

/** One row, of which every column can be asked for. */
export type Read<Row> = <Name extends keyof Row & string>(name: Name) => Row[Name];

/** Of no rows there are no lists. */
type Columns<Row> = { readonly [Name in keyof Row & string]: readonly Row[Name][] | null };

/** `from`: what stands behind FROM; in the order of its rows each is taken, and may be read until the next one is. */
export async function readByColumn<Row>(
  sql: Sql,
  selection: Selection<Row>,
  from: Fragment,
  take: (read: Read<Row>) => void,
): Promise<void> {
  const lists = Object.entries(selection).map(([name, expression]) => `json_agg(${expression}) as ${name}`);
  const [all] = await sql<(Columns<Row> & { row_count: number })[]>`
    select count(*)::integer as row_count, ${sql.unsafe(lists.join(', '))} from ${from}`;
  if (all === undefined) throw new Error('An aggregate has one row.');
  const columns: Columns<Row> = all;
  let at = 0;
  const read = <Name extends keyof Row & string>(name: Name): Row[Name] => {
    const value = columns[name]?.[at];
    if (value === undefined) throw new RangeError(`There is no row ${at} of ${name}.`);
    return value;
  };
  for (; at < all.row_count; at += 1) take(read);
}
