/**
 * A query that an attacker might try. `wall` is the restriction that stops it when all are active: `guard` refuses the text; `context`
 * runs it and shows only the account's own rows; `limits` ends it when it takes too much. Without the guard, the role and the read-only
 * transaction must still stop the others.
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
