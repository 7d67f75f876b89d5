import { z } from 'zod';

/** A finding about a statement that was accepted nevertheless. */
export const warning = z
  .object({ code: z.string().describe('Codes may be added.'), detail: z.string() })
  .meta({ id: 'Warning' });
