import { afterAll, expect, test } from 'vitest';
import { createAccountPlaces } from '../../../adapters/postgres/accounts/account-places.ts';
import { LARGE_REQUESTS_OF_ACCOUNT_MAX } from '../../../core/limits/request-limits.ts';
import { createTestDatabase } from '../../support/postgres.ts';

/** Guarantee: one account has a fifth of the large requests of all processes together, and a dead process keeps no place. */

const { database, drop } = await createTestDatabase();
afterAll(drop);
/** Each process has places of its own; the database is what they share. */
const takeInSomeProcess = (accountId: string) => createAccountPlaces(database).take(accountId);

test('gives an account so many places over all processes, and another its own', async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const asked = await Promise.all(Array.from({ length: 12 }, () => takeInSomeProcess(one)));
  const held = asked.filter((free) => free !== null);
  expect(held).toHaveLength(LARGE_REQUESTS_OF_ACCOUNT_MAX);
  expect(await takeInSomeProcess(other)).not.toBeNull();
  await held[0]?.();
  expect(await takeInSomeProcess(one)).not.toBeNull();
  expect(await takeInSomeProcess(one)).toBeNull();
});

test('frees the places of a process that died', async () => {
  const accountId = crypto.randomUUID();
  for (let place = 0; place < LARGE_REQUESTS_OF_ACCOUNT_MAX; place += 1) await takeInSomeProcess(accountId);
  expect(await takeInSomeProcess(accountId)).toBeNull();
  await database.system((sql) => sql`update account_places set until = until - interval '1 minute'`);
  expect(await takeInSomeProcess(accountId)).not.toBeNull();
});
