import { expect, test } from 'vitest';
import { z } from 'zod';
import { exampleOf } from '../../../lambdas/http/example-of.ts';
import { describeRoutes } from '../../../lambdas/http/openapi.ts';
import { publicRoute } from '../../../lambdas/http/route.ts';

/** Guarantee: what the metadata of a plain zod schema says is in the description of the API: names, descriptions and examples. */

const part = z.object({ name: z.string() }).meta({ id: 'Part', description: 'A part.' });

const descriptionOf = (schema: z.ZodType) => {
  const route = publicRoute({
    method: 'get',
    path: '/v1/parts',
    operationId: 'listParts',
    tag: 'Parts',
    summary: 'Parts',
    description: 'All of them.',
    responses: { 200: { description: 'The parts.', schema } },
  }).handle(() => ({ status: 200, body: undefined }));
  return JSON.stringify(describeRoutes([route], { version: '1', publicUrl: null }));
};

test('names a schema once, also where it is nullable, optional or described anew', () => {
  const uses = z.object({
    ...{ plain: part, nullable: part.nullable().describe('None yet.') },
    ...{ optional: part.optional().describe('If asked for.'), anew: part.describe('Another.') },
  });
  const text = descriptionOf(uses);
  expect(text.match(/"\$ref":"#\/components\/schemas\/Part"/g)).toHaveLength(4);
  for (const said of ['None yet.', 'If asked for.', 'Another.']) expect(text).toContain(said);
});

test("shows a field's own example, else that of its name, else a plain value", () => {
  const record = z.object({
    carrierName: z.string(),
    label: z.string().meta({ example: 'own' }),
    other: z.string(),
    count: z.int(),
    kind: z.enum(['a', 'b']),
    status: z.enum(['open', 'closed']),
    at: z.iso.datetime(),
  });
  expect(exampleOf(record)).toEqual({
    ...{ carrierName: 'Summit Senior Life', label: 'own', other: 'text', count: 1 },
    ...{ kind: 'a', status: 'open', at: '2026-04-02T09:15:04.120Z' },
  });
});

test('shows one element of a list of records, and an optional field only with an example', () => {
  const list = z.object({ data: z.array(part).readonly(), note: z.string().optional(), jobId: z.string().optional() });
  expect(exampleOf(list)).toEqual({ data: [{ name: expect.any(String) }], jobId: expect.any(String) });
});

test('refuses an example that its schema does not allow', () => {
  expect(() => exampleOf(z.object({ code: z.string().max(2).meta({ example: 'too long' }) }))).toThrow(/too/i);
});
