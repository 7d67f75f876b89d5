import { z } from '@hono/zod-openapi';
import type { RequestShape } from './request-input.ts';

/**
 * Throws at start-up if a query, JSON body or form uses z.object instead of z.strictObject. zod ignores undeclared fields by default, and
 * a mistyped filter must not return the whole book.
 */
export function requireStrict(operationId: string, request: RequestShape): void {
  for (const part of ['query', 'json', 'form'] as const) {
    const schema = request[part];
    if (schema === undefined) continue;
    const lax = findLax(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), part);
    if (lax !== null) throw new Error(`${lax} of ${operationId} must be a z.strictObject.`);
  }
}

/** Returns the path of the first object that accepts any property, or null. */
function findLax(node: unknown, path: string): string | null {
  if (typeof node !== 'object' || node === null) return null;
  if ('properties' in node && !('additionalProperties' in node)) return path;
  for (const [key, child] of Object.entries(node)) {
    const lax = findLax(child, `${path}.${key}`);
    if (lax !== null) return lax;
  }
  return null;
}
