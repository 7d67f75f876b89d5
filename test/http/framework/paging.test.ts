import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type CursorPage, cursorPage, offsetPage } from '../../../core/page.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { type SampleService, startSampleService } from './sample-service.ts';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

const page = z.object({
  data: z.array(z.object({ id: z.string() })),
  pagination: z.object({
    limit: z.int(),
    hasMore: z.boolean(),
    nextCursor: z.int().nullish(),
    offset: z.int().optional(),
  }),
});

test('has an exact hasMore at limit and limit + 1, for every limit', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.integer({ min: 1, max: 12 }), (total, limit) => {
      const rows = Array.from({ length: total }, (_, index) => index + 1);
      const seen: number[] = [];
      for (let offset = 0, more = true; more; offset += limit) {
        const { data, pagination } = offsetPage(rows.slice(offset, offset + limit + 1), { limit, offset });
        seen.push(...data);
        more = pagination.hasMore;
      }
      const byCursor: number[] = [];
      for (let cursor: number | null = 0; cursor !== null; ) {
        const after: number = cursor;
        const { data, pagination }: CursorPage<number> = cursorPage(
          rows.filter((row) => row > after).slice(0, limit + 1),
          limit,
          (row) => row,
        );
        expect(pagination.hasMore).toBe(pagination.nextCursor !== null);
        byCursor.push(...data);
        cursor = pagination.nextCursor;
      }
      expect(seen).toEqual(rows);
      expect(byCursor).toEqual(rows);
    }),
    { seed: 7, numRuns: propertyRuns(100) },
  );
});

test('returns every row once by offset and by Link header', async () => {
  const seen: string[] = [];
  for (let path: string | undefined = '/v1/things?limit=200'; path !== undefined; ) {
    const response = await service.call('GET', path);
    seen.push(...page.parse(response.json).data.map(({ id }) => id));
    path = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  expect(seen).toHaveLength(450);
  expect(new Set(seen).size).toBe(450);
});

test('returns every row once by cursor, and null at the end', async () => {
  const seen: string[] = [];
  let cursor: number | null | undefined;
  do {
    const query = cursor === undefined ? '' : `&cursor=${cursor}`;
    const { data, pagination } = page.parse((await service.call('GET', `/v1/entries?limit=200${query}`)).json);
    seen.push(...data.map(({ id }) => id));
    cursor = pagination.nextCursor;
  } while (typeof cursor === 'number');
  expect(cursor).toBeNull();
  expect(seen).toHaveLength(450);
});

test.each(['x', '-1', '1.5', 'abc==', '', '9'.repeat(20)])('refuses cursor=%s with 422', async (cursor) => {
  expect((await service.call('GET', `/v1/entries?cursor=${cursor}`)).status).toBe(422);
});
