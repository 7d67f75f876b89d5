import { z } from '@hono/zod-openapi';

/** A finding about a statement that was accepted nevertheless. */
export const warning = z
  .object({ code: z.string().openapi({ description: 'Codes may be added.' }), detail: z.string() })
  .openapi('Warning');
