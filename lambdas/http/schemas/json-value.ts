import { z } from '@hono/zod-openapi';

/**
 * Any JSON value, where the service does not decide what is in it. It has no type, because a schema that refers to itself makes
 * openapi-typescript write a type that does not compile.
 */
export const jsonValue = z.unknown().openapi('JsonValue', { description: 'Any JSON value.' });
