import type { Fragment, PendingQuery } from 'postgres';
import type { Sql } from '../connection/sql.ts';
import { ROWS_PER_STATEMENT } from './bulk-writer.ts';
import type { StoredField } from './stored-record.ts';

/**
 * Reads tens of thousands of rows column by column. The server makes a JSON list of each column, which native code parses. Rows
 * whose values the driver takes apart cost this process more than twice as much.
 */

/** Reads the rows of `from`, which stands behind FROM, in their order. */
export async function readColumnar<Row>(
  sql: Sql,
  record: StoredField<Row>,
  from: Fragment,
  take: (row: Row) => void,
): Promise<void> {
  await takeEach(record, sql<Portion[]>`select ${portionOf(sql, record)} from ${from}`, take);
}

/** Rows that an index has in order. Names and starts are constants of this program. */
export interface OrderedRows {
  readonly table: string;
  readonly where: Fragment;
  /** The columns of the index after those that `where` fixes, and SQL for a value before all values of each. */
  readonly key: Readonly<Record<string, string>>;
}

/**
 * Reads rows without a bound, in portions that the server holds one at a time. One statement finds where each portion begins and
 * reads it; a statement for each portion would wait behind those that write.
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
    select ${sql.unsafe(what)} from ${sql.unsafe(table)}
    where ${where} and ${sql.unsafe(`(${columns}) > (${after.join(', ')}) order by ${columns}`)}`;
  const portions = sql<Portion[]>`
    with recursive start (${sql.unsafe(after.join(', '))}) as (
      select ${sql.unsafe(starts)}
      union all
      select next.* from start cross join lateral (${behind(columns)} offset ${ROWS_PER_STATEMENT - 1} limit 1) next
    )
    select portion.* from start cross join lateral (
      select ${portionOf(sql, record)} from (${behind('*')} limit ${ROWS_PER_STATEMENT}) stored
    ) portion`;
  await takeEach(record, portions, take);
}

/** A list for each selected expression, in columns named c0, c1 and so on; null where there are no rows. */
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
  record: StoredField<Row>,
  portions: PendingQuery<Portion[]>,
  take: (row: Row) => void,
): Promise<void> {
  const read = record.reader();
  await portions.forEach((portion) => {
    if (portion.row_count === 0) return;
    let list = 0;
    const next = () => portion[`c${list++}`] ?? [];
    for (const row of read(next, portion.row_count)) take(row);
  });
}
