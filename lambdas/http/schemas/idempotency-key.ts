import { z } from '@hono/zod-openapi';

const KEY = /^[\x21-\x7e]{1,255}$/;
/** A structured-field string (RFC 8941): `"abc"`, with `\"` and `\\` inside. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/** The header Idempotency-Key. The quoted and the unquoted spelling are the same key. */
export function idempotencyKey(description: string) {
  return z
    .string()
    .transform((value) => QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value)
    .refine((key) => KEY.test(key), 'must be 1 to 255 visible ASCII characters')
    .optional()
    .openapi({
      type: 'string',
      description: `${description} Use a new UUID for each request. "abc" in quotes is the same key as abc.`,
    });
}
