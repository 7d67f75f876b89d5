import { getTableName, type Table } from 'drizzle-orm';
import { allEnded, startNow } from '../connection/coalesce-calls.ts';
import type { Sql } from '../connection/sql.ts';
import type { Cell, WrittenField } from './stored-record.ts';

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
