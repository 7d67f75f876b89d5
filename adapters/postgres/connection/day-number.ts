/** Reads dates of many rows as day numbers, which the server writes ten times faster than dates. */

const MILLISECONDS_PER_DAY = 86_400_000;

/** Makes the SQL that turns a date expression into days since 1970-01-01. */
export const dayNumber = (expression: string): string => `${expression} - date '1970-01-01'`;

/** Returns the day as YYYY-MM-DD. */
export const dateOf = (day: number): string => new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
