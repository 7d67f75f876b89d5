/**
 * A query that an attacker might try. `wall` is the restriction that stops the query when all are active: `guard` refuses its text,
 * `context` shows it only the account's own rows, `limits` ends it when it uses too much. Without the guard, the role and the read-only
 * transaction must still stop the queries that the guard would refuse.
 */
export interface Attack {
  readonly name: string;
  readonly wall: 'guard' | 'context' | 'limits';
  readonly sql: string;
}

/** Attacks that the guard must refuse, as pairs of a name and a text. */
export function refused(attacks: Readonly<Record<string, string>>): Attack[] {
  return Object.entries(attacks).map(([name, sql]) => ({ name, wall: 'guard', sql }));
}

/**
 * A query that an analyst may write. The guard must accept it, it must run without an error on any book, and give the same result in three
 * runs.
 */
export interface OrdinaryQuery {
  readonly name: string;
  readonly sql: string;
}

export function ordinary(queries: Readonly<Record<string, string>>): OrdinaryQuery[] {
  return Object.entries(queries).map(([name, sql]) => ({ name, sql }));
}
