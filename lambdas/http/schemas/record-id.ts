import { z } from '@hono/zod-openapi';

const FORM = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Belongs to no record. */
const NO_RECORD = '00000000-0000-0000-0000-000000000000';

/**
 * An id in a path, a query or a form. Ids are opaque to clients, so one that can't be ours is not wrong but simply not
 * found: it becomes the id of nothing, and never reaches the database in a form that this would not take.
 */
export function recordId(description: string) {
  return z
    .string()
    .min(1, 'must not be empty')
    .transform((id) => (FORM.test(id) ? id.toLowerCase() : NO_RECORD))
    .openapi({ type: 'string', description });
}

/** Filters by carrier and workspace; an unknown one is 404 (docs/reference/requests.md#ids). */
export const bookQuery = {
  carrierId: recordId('Only this carrier.').optional(),
  workspaceId: recordId('Only this workspace.').optional(),
};
