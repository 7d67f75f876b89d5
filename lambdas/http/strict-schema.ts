import { z } from '@hono/zod-openapi';
import type { RequestShape } from './request-input.ts';

/**
 * A mistyped filter must not return the whole book: what is not declared has to be refused, which zod does only when told.
 * Throws when the service starts, wherever in query, JSON body or form a z.object stands that should be a z.strictObject.
 */
export function requireStrict(operationId: string, request: RequestShape): void {
  for (const part of ['query', 'json', 'form'] as const) {
    const schema = request[part];
    if (schema === undefined) continue;
    const lax = findLax(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), part);
    if (lax !== null) throw new Error(`${lax} of ${operationId} must be a z.strictObject.`);
  }
}

/** The path of the first object that would take any property, or null. */
function findLax(node: unknown, path: string): string | null {
  if (typeof node !== 'object' || node === null) return null;
  if ('properties' in node && !('additionalProperties' in node)) return path;
  for (const [key, child] of Object.entries(node)) {
    const lax = findLax(child, `${path}.${key}`);
    if (lax !== null) return lax;
  }
  return null;
}
