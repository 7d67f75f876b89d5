import { z } from '@hono/zod-openapi';
import type { UploadedFile } from './multipart.ts';

/** The fields below read values that arrive as text in queries, paths, headers and forms. Each value has exactly one spelling. */

const INTEGER = /^-?\d{1,15}$/;

interface IntegerBounds {
  readonly min?: number;
  readonly max?: number;
  readonly description?: string;
}

/** Accepts "10" and "-3", but not "1e1", "+10", " 10" or "0x10". Leading zeros are allowed: "03" is March. */
export function integerText({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  description,
}: IntegerBounds = {}) {
  return z
    .string()
    .regex(INTEGER, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min, `must not be less than ${min}`)
    .refine((value) => value <= max, `must not be more than ${max}`)
    .openapi({
      type: 'integer',
      ...(min === Number.MIN_SAFE_INTEGER ? {} : { minimum: min }),
      ...(max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }),
      ...(description === undefined ? {} : { description }),
    });
}

/** Accepts "true" or "false". */
export function booleanText(description: string) {
  return z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .openapi({ type: 'boolean', description });
}

/** A month as YYYY-MM. */
export function periodText(description: string) {
  return z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM')
    .openapi({ description, example: '2026-03' });
}

/** The file of a form. */
export function fileField(description: string) {
  return z
    .custom<UploadedFile>((value) => typeof value === 'object' && value !== null && 'bytes' in value, 'must be a file')
    .openapi({ type: 'string', format: 'binary', description });
}
