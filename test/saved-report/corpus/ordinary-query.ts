/** A query an analyst may well write: accepted by the guard, run without an error on any book, the same three times. */
export interface OrdinaryQuery {
  readonly name: string;
  readonly sql: string;
}

export function ordinary(queries: Readonly<Record<string, string>>): OrdinaryQuery[] {
  return Object.entries(queries).map(([name, sql]) => ({ name, sql }));
}
