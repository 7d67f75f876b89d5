/**
 * A query that an analyst may well write: the guard accepts it, it runs without an error on any book, and gives the same result three
 * times.
 */
export interface OrdinaryQuery {
  readonly name: string;
  readonly sql: string;
}

export function ordinary(queries: Readonly<Record<string, string>>): OrdinaryQuery[] {
  return Object.entries(queries).map(([name, sql]) => ({ name, sql }));
}
