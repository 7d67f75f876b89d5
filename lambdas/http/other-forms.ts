import type { z } from '@hono/zod-openapi';
import { exampleOf } from './example-of.ts';
import { CSV_TYPE, type Renderings, type ResponseDefinition } from './reply.ts';

/** A form of the success response that a client must ask for. */
export interface OtherForm {
  readonly mediaType: string;
  /** Makes the example of the description in this form. Undefined for bytes. */
  readonly example: () => string | undefined;
}

/** Returns the forms beside JSON. The example of the response is shown in each. */
export function otherFormsOf<Schema extends z.ZodType>(
  response: ResponseDefinition<Schema>,
  renderings: Renderings<z.output<Schema>>,
): readonly OtherForm[] {
  return Object.entries(renderings).map(([mediaType, render]) => ({
    mediaType,
    example() {
      if (mediaType !== CSV_TYPE) return undefined;
      const text = render(response.example ?? exampleOf(response.schema));
      return typeof text === 'string' ? text : undefined;
    },
  }));
}
