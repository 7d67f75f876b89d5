/**
 * A query somebody might try. `wall` is the one that must stop it when all stand: `guard` refuses the text; `context` lets it
 * run and shows nothing but the account's own rows; `limits` ends it when it has taken too much. Behind the guard the
 * role and the read-only transaction must stop the others just the same.
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
