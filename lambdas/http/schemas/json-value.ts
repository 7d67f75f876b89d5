import { z } from '@hono/zod-openapi';

const itself = { $ref: '#/components/schemas/JsonValue' };

/** Any JSON value. It has a name, so that a generated client has a type for it and not a hole. */
export const jsonValue = z.unknown().openapi('JsonValue', {
  description: 'Any JSON value.',
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: itself },
    { type: 'object', additionalProperties: itself },
  ],
});
