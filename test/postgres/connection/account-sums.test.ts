import { afterAll, expect, test } from 'vitest';
import { readAccountSums } from '../../../adapters/postgres/connection/tenant-tables.ts';
import { compareSums } from '../../../core/account-sums.ts';
import { createTestDatabase } from '../../support/postgres.ts';

/** Guarantee: the sums of an account change with any of its rows, and not with rows of others. */

const { database, drop } = await createTestDatabase();
afterAll(drop);
const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
await database.system(async (sql) => {
  for (const accountId of [one, other]) {
    await sql`insert into accounts (account_id, name, tier, status) values (${accountId}, 'Agency', 'standard', 'active')`;
    await sql`insert into workspaces (workspace_id, account_id, name, is_default) values (${crypto.randomUUID()}, ${accountId}, 'Main', true)`;
  }
});

test('count the rows of each account in each table', async () => {
  const sums = await readAccountSums(database);
  expect(sums.filter(({ accountId }) => accountId === one)).toMatchObject([
    { table: 'workspaces', rows: 1 },
    { table: 'accounts', rows: 1 },
  ]);
  expect((await readAccountSums(database, other)).map(({ accountId }) => accountId)).toEqual([other, other]);
});

test('differ after a change of one value, for its account only', async () => {
  const before = await readAccountSums(database);
  await database.system((sql) => sql`update workspaces set name = 'Other' where account_id = ${one}`);
  expect(compareSums(before, before, await readAccountSums(database))).toEqual({
    equal: 1,
    changedMeanwhile: [],
    faults: [`Account ${one}, workspaces: 1 rows, and 1 in the copy with another content.`],
  });
});
