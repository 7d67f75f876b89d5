import { z } from 'zod';

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

/**
 * Any JSON value, for content that the service does not define. It has no type, because a schema that refers to itself makes
 * openapi-typescript write a type that does not compile.
 */
export const jsonValue = z.unknown().meta({ id: 'JsonValue', description: 'Any JSON value.' });

/** A finding about a statement that was accepted nevertheless. */
export const warning = z
  .object({ code: z.string().describe('Codes may be added.'), detail: z.string() })
  .meta({ id: 'Warning' });
