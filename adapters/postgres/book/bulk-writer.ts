import { setImmediate } from 'node:timers/promises';
import { getTableName, type Table } from 'drizzle-orm';
import { arrayText } from '../connection/array-text.ts';
import type { Sql } from '../connection/sql.ts';
import { allEnded, startNow } from '../connection/start-now.ts';
import type { Cell, WrittenField } from './stored-record.ts';

/**
 * Inserts rows in chunks. Each statement takes one array per column and unnests them in parallel. `unnest` stands in the select list,
 * where it streams rows; in the from clause it would first store every column of the chunk.
 */

export interface BulkPlace {
  readonly table: Table;
  /** Columns that are the same in every row. */
  readonly constants: Readonly<Record<string, { readonly type: string; readonly value: string | null }>>;
}

export interface BulkTarget<Row> extends BulkPlace {
  readonly record: WrittenField<Row>;
}

/** Some hundred kilobytes: small enough for the server to start early, and large enough to make the cost of a statement negligible. */
export const ROWS_PER_STATEMENT = 2_000;

/** Limit of unsent statements: a month of 40,000 members, so that the server has work while the next month is read. */
const STATEMENTS_WAITING_MAX = 20;

/**
 * Sends statements in order, two at a time, so that the server never waits for this process. A caller waits only while the queue is full
 * (back-pressure). Errors are certain to show only in `done`; after an error nothing more is sent.
 */
export interface BulkWriter {
  insert<Row>(target: BulkTarget<Row>, rows: readonly Row[]): Promise<void>;
  /** Deletes the rows that have one of these values in a column. */
  remove(
    target: BulkPlace,
    column: { readonly name: string; readonly type: string },
    values: readonly string[],
  ): Promise<void>;
  send(statement: () => Promise<unknown>): Promise<void>;
  done(): Promise<void>;
}

export function bulkWriter(sql: Sql): BulkWriter {
  // Each promise ends after its statement and all earlier ones, with the first error among them.
  let last: Promise<unknown> = Promise.resolve();
  let beforeLast: Promise<unknown> = last;
  const waiting: Promise<unknown>[] = [];
  const send: BulkWriter['send'] = async (statement) => {
    const own = startNow(beforeLast.then(statement));
    const ended = startNow(last.then(() => own));
    beforeLast = last;
    last = ended;
    waiting.push(ended);
    if (waiting.length > STATEMENTS_WAITING_MAX) await waiting.shift();
  };
  /**
   * Encodes column by column and yields in between, so that the socket can send. Table and column names are constants of this program;
   * every value is a bound parameter.
   */
  async function write<Row>(statement: string, target: BulkTarget<Row>, rows: readonly Row[]): Promise<void> {
    const constants = Object.values(target.constants).map(({ value }) => value);
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      const chunk = rows.slice(start, start + ROWS_PER_STATEMENT);
      const { length } = chunk;
      const arrays: string[] = [];
      for (const cells of target.record.encode(chunk)) {
        arrays.push(columnLiteral(cells, target.record.columns[arrays.length]?.type));
        await setImmediate();
      }
      await send(async () => {
        const { count } = await sql.unsafe(statement, [...constants, ...arrays], { prepare: true });
        // Rows can be lost without an error, for example to a trigger or a policy.
        if (count !== length)
          throw new Error(`${count} of ${length} rows of ${getTableName(target.table)} were written`);
      });
    }
  }
  return {
    insert: (target, rows) => write(insertStatement(target), target, rows),
    async remove(target, { name, type }, values) {
      if (values.length === 0) return;
      const { table, constants } = target;
      const fixed = Object.values(constants).map(({ value }) => value);
      const text = `delete from ${getTableName(table)} stored where ${isWithin(target)} and stored.${name} = any($${fixed.length + 1}::${type}[])`;
      await send(() => sql.unsafe(text, [...fixed, values], { prepare: true }));
    },
    send,
    done: async () => {
      await last;
    },
  };
}

/**
 * Runs work and waits for all statements of the writer, also after an error, because the transaction may end then. Throws the first error:
 * later statements fail only because of it.
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

function insertStatement<Row>(target: BulkTarget<Row>): string {
  const { table, constants, record } = target;
  const names = [...Object.keys(constants), ...record.columns.map(({ name }) => name)];
  return `insert into ${getTableName(table)} (${names.join(', ')}) select ${[...fixedValues(target), ...takenApart(target)].join(', ')}`;
}

const fixedValues = ({ constants }: BulkPlace) =>
  Object.values(constants).map(({ type }, index) => `$${index + 1}::${type}`);

function isWithin(place: BulkPlace): string {
  const fixed = fixedValues(place);
  return Object.keys(place.constants)
    .map((name, index) => `stored.${name} = ${fixed[index]}`)
    .join(' and ');
}

const takenApart = <Row>({ constants, record }: BulkTarget<Row>) =>
  record.columns.map(
    ({ type, cast = type }, index) => `unnest($${Object.keys(constants).length + index + 1}::${type}[])::${cast}`,
  );

/** Types whose values need no quotes in an array literal. */
const PLAIN: ReadonlySet<string | undefined> = new Set(['uuid', 'numeric', 'smallint', 'integer', 'boolean', 'date']);

/**
 * Formats an array literal of PostgreSQL. A column of nulls is sent as an empty array, because `unnest` fills shorter arrays with nulls.
 * Texts are quoted by `JSON.stringify`, which is fast, unless JSON escapes them in another way than PostgreSQL.
 */
function columnLiteral(cells: readonly Cell[], type: string | undefined): string {
  if (cells.every((cell) => cell === null)) return '{}';
  if (PLAIN.has(type)) return `{${cells.map((cell) => cell ?? 'NULL').join(',')}}`;
  const json = JSON.stringify(cells);
  return JSON_ONLY_ESCAPE.test(json) ? arrayText(cells) : `{${json.slice(1, -1)}}`;
}

/** An escape that only JSON has: control characters and lone surrogates. A backslash before a letter also matches, which is safe. */
const JSON_ONLY_ESCAPE = /\\[^"\\]/;
