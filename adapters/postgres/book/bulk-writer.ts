import { setImmediate } from 'node:timers/promises';
import { arrayText } from '../connection/array-text.ts';
import type { Sql } from '../connection/sql.ts';
import { startNow } from '../connection/start-now.ts';
import type { Cell, WrittenField } from './stored-record.ts';

/**
 * Inserts or updates any number of rows with one statement per chunk: one array per column, taken apart in step. Ten times faster
 * than rows one by one, and the number of round trips does not depend on the number of rows. In the list of what is
 * selected, unnest hands on one row at a time; as a table it would first store every column of the chunk by itself.
 */

export interface BulkPlace {
  readonly table: string;
  /** Columns that are the same in every row. */
  readonly constants: Readonly<Record<string, { readonly type: string; readonly value: string | null }>>;
}

export interface BulkTarget<Row> extends BulkPlace {
  readonly record: WrittenField<Row>;
}

/** Some hundred kilobytes: little enough for the server to be at work soon, and enough that statements cost nothing. */
export const ROWS_PER_STATEMENT = 2_000;

/** What is waiting to be sent: as much as a month of 40,000 members, so that the server has work while the next is read. */
const STATEMENTS_WAITING_MAX = 20;

/**
 * Sends statements in the order they are given, one on the heels of the one that is under way, so that the server never waits for
 * this process; meanwhile the next are made. Whoever hands one over waits only while many others do. Nobody knows that the
 * last one went well before `done`; once one has failed no more are sent.
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
  // Each ends when its statement and all before it have, with the error of the first that failed.
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
   * Column by column: in between, what the socket did not take at once goes on its way. Table and column names are constants of
   * this program; every value is a bound parameter.
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
        // A row that is not where it was would otherwise stay as it is, and nobody would know.
        if (count !== length) throw new Error(`${count} of ${length} rows of ${target.table} were written`);
      });
    }
  }
  return {
    insert: (target, rows) => write(insertStatement(target), target, rows),
    async remove(target, { name, type }, values) {
      if (values.length === 0) return;
      const { table, constants } = target;
      const fixed = Object.values(constants).map(({ value }) => value);
      const text = `delete from ${table} stored where ${isWithin(target)} and stored.${name} = any($${fixed.length + 1}::${type}[])`;
      await send(() => sql.unsafe(text, [...fixed, values], { prepare: true }));
    },
    send,
    done: async () => {
      await last;
    },
  };
}

export async function bulkInsert<Row>(sql: Sql, target: BulkTarget<Row>, rows: readonly Row[]): Promise<void> {
  const writer = bulkWriter(sql);
  await writer.insert(target, rows);
  await writer.done();
}

function insertStatement<Row>(target: BulkTarget<Row>): string {
  const { table, constants, record } = target;
  const names = [...Object.keys(constants), ...record.columns.map(({ name }) => name)];
  return `insert into ${table} (${names.join(', ')}) select ${[...fixedValues(target), ...takenApart(target)].join(', ')}`;
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

/** Types whose values are made of letters, digits and signs that mean nothing within an array. */
const PLAIN: ReadonlySet<string | undefined> = new Set(['uuid', 'numeric', 'smallint', 'integer', 'boolean', 'date']);

/**
 * PostgreSQL's text form of an array; a column without any value is sent empty, because of arrays taken apart in step the
 * shorter ones are filled up with nulls. Texts are quoted within an array as they are within JSON, which is native code, unless there
 * is something that JSON writes in another way.
 */
function columnLiteral(cells: readonly Cell[], type: string | undefined): string {
  if (cells.every((cell) => cell === null)) return '{}';
  if (PLAIN.has(type)) return `{${cells.map((cell) => cell ?? 'NULL').join(',')}}`;
  const json = JSON.stringify(cells);
  return OTHERWISE_ESCAPED.test(json) ? arrayText(cells) : `{${json.slice(1, -1)}}`;
}

/** A control character or half a pair; also where a backslash of the text's own only looks like one. */
const OTHERWISE_ESCAPED = /\\[^"\\]/;
