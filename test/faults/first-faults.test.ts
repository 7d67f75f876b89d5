import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { runMatrix } from './fault-matrix.ts';
import { recordJobTrail } from './oracle.ts';
import { serverAt } from './server.ts';

/** Guarantee: the machinery of the fault matrix works, and two of its runs end as their files determine. The others are long tests. */

const SEED = 20_260_502;

let created: TestDatabase;
beforeAll(async () => {
  created = await createTestDatabase();
  await recordJobTrail(created.address);
});
afterAll(() => created.drop());

it('books that suffer many faults end as their files determine', async () => {
  const { struck, runs } = await runMatrix(serverAt(created.address), { seed: SEED, runs: 2 });
  expect(
    runs.flatMap(({ report }) => report.wrong),
    `npm run faults -- --seed ${SEED}`,
  ).toEqual([]);
  expect([...struck.values()].filter((times) => times > 0).length).toBeGreaterThan(10);
});
