import type { Fragment, PendingQuery } from 'postgres';
import type { Sql } from '../connection/sql.ts';
import { ROWS_PER_STATEMENT } from './bulk-writer.ts';

/**
 * Tens of thousands of rows read column by column: the server makes a JSON list of each column, which native code reads. As
 * rows, of which the driver takes apart every value, they cost this process twice as much and more (ADR 0018). A numeric is read
 * as a number: select it as an integer of at most 2^53, as amounts are.
 */

/** What is selected: the SQL expression of each column, a constant of this program. */
export type Selection<Row> = { readonly [Name in keyof Row & string]: string };

/** One row, of which every column can be asked for. */
export type Read<Row> = <Name extends keyof Row & string>(name: Name) => Row[Name];

/** `from`: what stands behind FROM. Its rows are taken in their order. */
export async function readColumnar<Row>(
  sql: Sql,
  selection: Selection<Row>,
  from: Fragment,
  take: (read: Read<Row>) => void,
): Promise<void> {
  await takeEach(sql<Portion<Row>[]>`select ${portionOf(sql, selection)} from ${from}`, take);
}

/** Rows that an index has in order. Names and starts are constants of this program. */
export interface OrderedRows {
  readonly table: string;
  /** What the selection calls a row. */
  readonly alias: string;
  readonly where: Fragment;
  /** The columns of the index behind those that `where` fixes, and SQL for what comes before all values of each. */
  readonly key: Readonly<Record<string, string>>;
}

/**
 * The same for rows without a bound, as many at a time as are written with one statement: the server has to hold their texts, as it
 * had to then. All the same it is one statement, which finds where each portion begins: asked for one by one, each would wait until this
 * process asks, and behind whatever it sent meanwhile.
 */
export async function readInBatches<Row>(
  sql: Sql,
  selection: Selection<Row>,
  { table, alias, where, key }: OrderedRows,
  take: (read: Read<Row>) => void,
): Promise<void> {
  const columns = Object.keys(key).join(', ');
  const after = Object.keys(key).map((name) => `after_${name}`);
  const starts = Object.values(key).join(', ');
  const behind = (what: string) => sql`
    select ${sql.unsafe(what)} from ${sql.unsafe(`${table} ${alias}`)}
    where ${where} and ${sql.unsafe(`(${columns}) > (${after.join(', ')}) order by ${columns}`)}`;
  const portions = sql<Portion<Row>[]>`
    with recursive start (${sql.unsafe(after.join(', '))}) as (
      select ${sql.unsafe(starts)}
      union all
      select next.* from start cross join lateral (${behind(columns)} offset ${ROWS_PER_STATEMENT - 1} limit 1) next
    )
    select portion.* from start cross join lateral (
      select ${portionOf(sql, selection)} from (${behind('*')} limit ${ROWS_PER_STATEMENT}) ${sql.unsafe(alias)}
    ) portion`;
  await takeEach(portions, take);
}

/** Of no rows there are no lists. */
type Columns<Row> = { readonly [Name in keyof Row & string]: readonly Row[Name][] | null };

type Portion<Row> = Columns<Row> & { readonly row_count: number };

function portionOf<Row>(sql: Sql, selection: Selection<Row>): Fragment {
  const lists = Object.entries(selection).map(([name, expression]) => `json_agg(${expression}) as ${name}`);
  return sql`count(*)::integer as row_count, ${sql.unsafe(lists.join(', '))}`;
}

/** As they come, so that none has to be kept until the last has come. */
async function takeEach<Row>(portions: PendingQuery<Portion<Row>[]>, take: (read: Read<Row>) => void): Promise<void> {
  await portions.forEach((portion) => {
    const columns: Columns<Row> = portion;
    for (let index = 0; index < portion.row_count; index += 1) take((name) => valueAt(columns, index, name));
  });
}

function valueAt<Row, Name extends keyof Row & string>(columns: Columns<Row>, index: number, name: Name): Row[Name] {
  const value = columns[name]?.[index];
  if (value === undefined) throw new RangeError(`There is no row ${index} of ${name}.`);
  return value;
}
