import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from '@hono/zod-openapi';

/**
 * Tells the generator of the API description the names that schemas have in zod's own metadata (`.meta({ id })`). The generator loses the
 * name where a named schema is nullable or optional and has a description of its own.
 */
export function nameSchemas(schema: unknown, seen: Set<unknown> = new Set()): void {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return;
  seen.add(schema);
  const refId = nameOf(schema);
  if (refId !== undefined && !zodToOpenAPIRegistry.has(schema))
    zodToOpenAPIRegistry.add(schema, { _internal: { refId } });
  const parts = schema instanceof z.ZodObject ? Object.values(schema.shape) : Object.values(schema.def).flat();
  for (const part of parts) nameSchemas(part, seen);
}

/** Returns the name of a schema, or of the schema that it describes anew or wraps. */
function nameOf(schema: unknown): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  const wrapped = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return schema.meta()?.id ?? nameOf(schema._zod.parent) ?? (wrapped ? nameOf(schema.def.innerType) : undefined);
}
