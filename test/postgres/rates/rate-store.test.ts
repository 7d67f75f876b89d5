import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createAccountStore, createWorkspaceStore } from '../../../adapters/postgres/accounts/account-store.ts';
import { createCarrierStore } from '../../../adapters/postgres/carriers/carrier-store.ts';
import { createRateStore } from '../../../adapters/postgres/rates/rate-store.ts';
import type { LockedBook } from '../../../app/book/book-store.ts';
import { RATE_RULES } from '../../../app/rates/decide-rates.ts';
import { isRefused } from '../../../core/problem.ts';
import { createTestDatabase } from '../../support/postgres.ts';

const bench = await createTestDatabase();
afterAll(() => bench.drop());

const origin = { actor: 'test', ip: null, requestId: randomUUID() };

/** Resolves once a statement of this database waits for an advisory lock. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const waiting = await bench.database.system(
      (sql) => sql`
        select 1 from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
    );
    if (waiting.length > 0) return;
  }
}

test('makes a new workspace wait for a rate change, and includes it in the next one', async () => {
  const { database } = bench;
  const { id: accountId } = await createAccountStore(database).create(
    { name: 'Harbor', tier: 'standard', email: null },
    origin,
  );
  const carrier = await createCarrierStore(database).create(accountId, { name: 'Own', productLine: null }, origin);
  if (isRefused(carrier)) throw new Error('The carrier was refused');
  const rate = {
    carrierId: carrier.id,
    planCode: null,
    planName: null,
    productType: null,
    rateType: 'flat_per_member',
    rateValue: '50',
    tier: null,
    state: null,
    effectiveFrom: null,
    effectiveTo: null,
    maxLives: null,
    fromPolicyMonth: null,
    toPolicyMonth: null,
    fromLives: null,
    toLives: null,
  } as const;
  const rates = createRateStore(database);
  const order: string[] = [];
  let creation: Promise<unknown> = Promise.resolve();
  const books: number[] = [];
  const rescore = async (_: unknown, locked: readonly LockedBook[]) => {
    books.push(locked.length);
    return 0;
  };
  await rates.set(
    { accountId, rate, origin },
    {
      ...RATE_RULES,
      rescore: async (from, locked) => {
        creation = createWorkspaceStore(database)
          .create(accountId, 'West', origin)
          .then(() => order.push('workspace'));
        await untilOneWaits();
        order.push('rescored');
        return rescore(from, locked);
      },
    },
  );
  await creation;
  await rates.set({ accountId, rate, origin }, { ...RATE_RULES, rescore });
  expect(order).toEqual(['rescored', 'workspace']);
  expect(books).toEqual([1, 2]);
});
