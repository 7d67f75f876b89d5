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
