import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';

/** Guarantee: a list that is counted shows its total on every page, any other list on its last page. Both orders have the same rows. */

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
for (const period of ['2026-01', '2026-02', '2026-03']) {
  const file = statement(['A', 'B', 'C'].map((id) => [id, 10]));
  await account.load({ carrierId, period, file });
}

const list = z.object({ data: z.array(z.looseObject({})), total: z.int().nullable() });
const page = async (path: string) => list.parse((await account.call('GET', path)).json);

test('a counted list has its total on every page, past the end, and with a filter', async () => {
  const totals = await Promise.all([0, 1, 2, 9].map((offset) => page(`/v1/jobs?limit=1&offset=${offset}`)));
  expect(totals.map(({ total }) => total)).toEqual([3, 3, 3, 3]);
  expect((await page('/v1/jobs?limit=1&period=2026-02')).total).toBe(1);
  expect((await page('/v1/jobs?status=failed')).total).toBe(0);
  expect((await page('/v1/months?limit=1')).total).toBe(3);
  const carriers = z.int().parse((await page('/v1/carriers?limit=1')).total);
  expect((await page(`/v1/carriers?offset=${carriers - 1}`)).data).toHaveLength(1);
  expect((await page(`/v1/carriers?offset=${carriers}`)).data).toHaveLength(0);
});

test('a large list has its total on the last page only', async () => {
  expect((await page('/v1/members?limit=2')).total).toBeNull();
  expect((await page('/v1/members?limit=2&offset=2')).total).toBe(3);
  expect((await page('/v1/members')).total).toBe(3);
  expect((await page('/v1/members?offset=50')).total).toBeNull();
});

test('sort reverses the order', async () => {
  const periods = async (sort: string) => (await page(`/v1/jobs?${sort}`)).data.map(({ period }) => period);
  expect(await periods('')).toEqual(['2026-03', '2026-02', '2026-01']);
  expect(await periods('sort=newest')).toEqual(['2026-03', '2026-02', '2026-01']);
  expect(await periods('sort=oldest')).toEqual(['2026-01', '2026-02', '2026-03']);
  const entries = async (sort: string) => (await page(`/v1/audit?sort=${sort}`)).data.map(({ id }) => id);
  expect(await entries('oldest')).toEqual((await entries('newest')).toReversed());
  expect((await account.call('GET', '/v1/jobs?sort=name')).status).toBe(422);
});
