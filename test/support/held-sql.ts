import { getTableName, is, Table } from 'drizzle-orm';
import type postgres from 'postgres';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';

/** Sends a statement now, later or never. Returns the rows in an object, because a promise would treat rows with a `then` as a promise. */
export type Hold = <T>(statement: string, send: () => Promise<{ readonly rows: T }>) => Promise<{ readonly rows: T }>;

/** Wraps the template of postgres.js: each statement is held back until `hold` sends it. The order of statements stays. */
export function heldSql(sql: Sql, hold: Hold): Sql {
  const inTurn = oneAfterTheOther(hold);
  /** The text of statements and fragments, with their values. */
  const texts = new WeakMap<object, string>();
  const textWith = (value: unknown) => {
    if (is(value, Table)) return getTableName(value);
    return (typeof value === 'object' && value !== null ? texts.get(value) : undefined) ?? '?';
  };
  const named = <Query extends object>(query: Query, text: string): Query => {
    texts.set(query, text);
    return query;
  };
  const template: Pick<Sql, never> &
    (<T extends readonly (object | undefined)[] = postgres.Row[]>(
      ...statement: Parameters<typeof sql<T>>
    ) => postgres.PendingQuery<T>) = (...statement) => {
    const [strings, ...values] = statement;
    const text = strings.reduce((before, string, at) => before + textWith(values[at - 1]) + string);
    return named(
      held(sql(...statement), (send) => inTurn(text, send)),
      text,
    );
  };
  return Object.assign(template, {
    json: sql.json,
    unsafe: <T extends postgres.Row[] = postgres.Row[]>(...statement: Parameters<typeof sql.unsafe<T>>) =>
      named(
        held(sql.unsafe<T>(...statement), (send) => inTurn(withoutQuotes(statement[0]), send)),
        withoutQuotes(statement[0]),
      ),
  });
}

/** Removes the quotation marks, because the query builder quotes every name. */
const withoutQuotes = (statement: string) => statement.replaceAll('"', '');

/** Calls `hold` for one statement after the other. The next turn begins when the statement is sent, or will not be sent. */
function oneAfterTheOther(hold: Hold): Hold {
  let turn: Promise<unknown> = Promise.resolve();
  return (statement, send) => {
    const whenSent = Promise.withResolvers<void>();
    const own = turn.then(() =>
      hold(statement, () => {
        whenSent.resolve();
        return send();
      }),
    );
    turn = Promise.race([whenSent.promise, own.catch(() => {})]);
    return own;
  };
}

/** Holds a query back when it is awaited. A fragment is inserted into another query and never awaited. */
function held<T extends readonly (object | undefined)[]>(
  query: postgres.PendingQuery<T>,
  hold: <Rows>(send: () => Promise<{ readonly rows: Rows }>) => Promise<{ readonly rows: Rows }>,
): postgres.PendingQuery<T> {
  const send = query.then.bind(query);
  // biome-ignore lint/suspicious/noThenProperty: a query is sent when it is waited for, and that is what is held back.
  query.then = (onFulfilled, onRejected) =>
    hold(() => send((rows) => ({ rows })))
      .then(({ rows }) => rows)
      .then(onFulfilled, onRejected);
  // The methods of postgres.js would send the statement at once.
  query.catch = (onRejected) => query.then(undefined, onRejected);
  query.forEach = async (each) => {
    const rows = await query;
    const { count, command, state, statement, columns } = rows;
    const none: [] = [];
    const result = Object.assign(none, { count, command, state, statement, columns });
    for (const row of rows) if (row !== undefined) each(row, result);
    return result;
  };
  return query;
}
