import { z } from 'zod';
import { isPeriod, isStatementPeriod, PERIOD_FORM } from '../../core/period.ts';

/** A name that people read: trimmed, on one line, and in the order in which it is written. */
export function displayName(description: string) {
  return (
    z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(200, 'must not be longer than 200 characters')
      // A refinement is used, not the schema's `regex`, because the flag `u` would become part of the documented pattern.
      .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters')
      .refine((text) => !/[\p{Zl}\p{Zp}]/u.test(text), 'must not hold line breaks')
      .refine((text) => !/\p{Bidi_Control}/u.test(text), 'must not hold characters that change the direction of text')
      .describe(description)
  );
}

/** Matches characters without a width, by which two names that look alike differ. */
const ZERO_WIDTH = /[\u200b-\u200d\u2060\ufeff]/;

/** The name of an agency, which strangers read in invitations: it also has no character that nobody sees. */
export function accountName(description: string) {
  return displayName(description)
    .refine((text) => !ZERO_WIDTH.test(text), 'must not hold characters that nobody sees')
    .describe(description);
}

const FORM = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** An id that no record has. */
const NO_RECORD = '00000000-0000-0000-0000-000000000000';

/** The id of a text, in lower case; the id of no record for a text that is none. */
export const recordIdOf = (text: string): string => (FORM.test(text) ? text.toLowerCase() : NO_RECORD);

/**
 * An id in a path, a query, a form or a body. Clients treat ids as opaque, so a malformed id is simply not found: it becomes an id without
 * a record and never reaches the database as text that PostgreSQL would reject.
 */
export function recordId(description: string) {
  return z.string().min(1, 'must not be empty').transform(recordIdOf).meta({ type: 'string', description });
}

/** A month as YYYY-MM. */
export function periodText(description: string) {
  return z.string().regex(PERIOD_FORM, 'must be a month as YYYY-MM').meta({ description, example: '2026-03' });
}

const EARLIEST = Date.UTC(2000, 0);

/** A time that is not before 2000, of any zone. */
export function timeSince(description: string) {
  return z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-04-02T09:00:00Z' })
    .refine((text) => Date.parse(text) >= EARLIEST, 'must not be before 2000')
    .transform((text) => new Date(text).toISOString())
    .meta({ type: 'string', format: 'date-time', description });
}

/** The current time. */
export type Clock = () => Date;

/** The day of the clock, as YYYY-MM-DD in UTC. */
export const todayOf = (clock: Clock): string => clock().toISOString().slice(0, 10);
const OUTSIDE = 'must be from 2000-01 to the month after the current one';

/** A month that a statement may have. */
export function statementMonth(clock: Clock, description: string) {
  // `periodText` has already reported text that is not a month.
  return periodText(description).refine((text) => !isPeriod(text) || isStatementPeriod(text, todayOf(clock)), OUTSIDE);
}

/**
 * Any JSON value, for content that the service does not define. It has no type, because a schema that refers to itself makes
 * openapi-typescript write a type that does not compile.
 */
export const jsonValue = z.unknown().meta({ id: 'JsonValue', description: 'Any JSON value.' });

/** A finding about a statement that was accepted nevertheless. */
export const warning = z
  .object({ code: z.string().describe('Codes may be added.'), detail: z.string() })
  .meta({ id: 'Warning' });
