import { z } from '@hono/zod-openapi';
import { FIELD_EXAMPLES } from './field-examples.ts';

/**
 * Returns an example of what a schema describes, for the API description. A field shows the `example` of its own metadata, else the example
 * of its name, else a plain value of its type. An optional field is shown only with one of the two. Throws when the schema
 * refuses the example.
 */
export function exampleOf<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  return schema.parse(shownValue(schema, ''), { jitless: true });
}

/** Returns an example of the field `name`, or undefined for a field that is not shown. */
function shownValue(schema: unknown, name: string): unknown {
  if (!(schema instanceof z.ZodType)) return undefined;
  const own = schema.meta()?.['example'];
  if (own !== undefined) return own;
  if (schema instanceof z.ZodOptional) return exampleFor(schema.unwrap(), name);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return schema.def.defaultValue;
  if (schema instanceof z.ZodReadonly) return shownValue(schema.unwrap(), name);
  if (schema instanceof z.ZodNullable) return nullableOf(schema.unwrap(), name);
  if (schema instanceof z.ZodObject) return objectOf(schema.shape);
  if (schema instanceof z.ZodUnion) return shownValue(schema.options[0], name);
  const named = namedExample(schema, name);
  if (named !== undefined) return named;
  return schema instanceof z.ZodArray ? listOf(schema.element, name) : plainValueOf(schema);
}

function objectOf(shape: Readonly<Record<string, unknown>>): unknown {
  const fields = Object.entries(shape).map(([name, field]) => [name, shownValue(field, name)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Returns one element, so that the description shows its fields. A list of plain values is empty. */
function listOf(element: unknown, name: string): readonly unknown[] {
  const value = shownValue(element, name);
  return typeof value === 'object' || element instanceof z.ZodEnum ? [value] : [];
}

/** Returns null, unless the field has an example or is an object or a list, whose fields would not be shown. */
function nullableOf(inner: unknown, name: string): unknown {
  const own = exampleFor(inner, name);
  if (own !== undefined) return own;
  return inner instanceof z.ZodObject || inner instanceof z.ZodReadonly || inner instanceof z.ZodArray
    ? shownValue(inner, name)
    : null;
}

/** Returns the example that was written for a field: its own, or that of its name. */
function exampleFor(schema: unknown, name: string): unknown {
  return schema instanceof z.ZodType ? (schema.meta()?.['example'] ?? namedExample(schema, name)) : undefined;
}

function namedExample(schema: z.ZodType, name: string): unknown {
  const named = FIELD_EXAMPLES[name];
  return named !== undefined && schema.safeParse(named, { jitless: true }).success ? named : undefined;
}

const INSTANT = '2026-04-02T09:15:04.120Z';

function plainValueOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodISODateTime) return INSTANT;
  if (schema instanceof z.ZodISODate) return INSTANT.slice(0, 10);
  if (schema instanceof z.ZodRecord) return {};
  return 'text';
}
