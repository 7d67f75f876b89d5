import { z } from '@hono/zod-openapi';

const FORM = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** An id that no record has. */
const NO_RECORD = '00000000-0000-0000-0000-000000000000';

/**
 * An id in a path, a query or a form. Clients treat ids as opaque, so a malformed id is simply not found: it becomes an id without a
 * record and never reaches the database as text that PostgreSQL would reject.
 */
export function recordId(description: string) {
  return z
    .string()
    .min(1, 'must not be empty')
    .transform((id) => (FORM.test(id) ? id.toLowerCase() : NO_RECORD))
    .openapi({ type: 'string', description });
}

/** Filters by carrier and workspace; an unknown id is 404 (docs/reference/requests.md#ids). */
export const bookQuery = {
  carrierId: recordId('Only this carrier.').optional(),
  workspaceId: recordId('Only this workspace.').optional(),
};
