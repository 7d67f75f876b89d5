import { z } from 'zod';

/**
 * Any JSON value, for content that the service does not define. It has no type, because a schema that refers to itself makes
 * openapi-typescript write a type that does not compile.
 */
export const jsonValue = z.unknown().meta({ id: 'JsonValue', description: 'Any JSON value.' });
