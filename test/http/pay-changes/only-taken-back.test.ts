import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '../../support/postgres.ts';
import { type OwnService, startService, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Guarantee: a member from whom a month only takes back is told as taken back, in lists, counts and sums, also in earlier months. */

let service: OwnService;
let account: TestAccount;
beforeAll(async () => {
  service = await startService();
  account = await service.createAccount();
  await loadWorkedExample(service, account, { carrierId: await service.createCarrier() });
});
afterAll(() => service.close());

const FEBRUARY = '?period=2026-02';
const answers = async () => {
  const paths = [`/v1/changes${FEBRUARY}`, `/v1/pay-changes${FEBRUARY}`, `/v1/home${FEBRUARY}`];
  const replies = [];
  for (const path of paths) replies.push((await account.call('GET', path)).json);
  return replies;
};

test('the month of a member with a chargeback only is taken back, not paid less', async () => {
  const [changes, payChanges, home] = await answers();
  expect(changes).toMatchObject({
    counts: { paid_less: 1, taken_back: 1 },
    amounts: { paid_less: 10 },
  });
  expect(payChanges).toMatchObject({
    parts: expect.arrayContaining([
      { part: 'taken_back', count: 1, before: 50, now: -50, difference: -100 },
      { part: 'paid_less', count: 1, before: 50, now: 40, difference: -10 },
    ]),
  });
  expect(home).toMatchObject({
    totals: { paidLess: 1, paidLessAmount: 10 },
    bridge: {
      steps: expect.arrayContaining([
        { part: 'taken_back', amount: -100, count: 1 },
        { part: 'paid_less', amount: -10, count: 1 },
      ]),
    },
  });
});

test('a month that an earlier release scored says the same after the migration', async () => {
  const now = await answers();
  const migration = await readFile('schema/migrations/0470-only-taken-back.sql', 'utf8');
  await asOwner(service.address, async (sql) => {
    await sql`update pay_differences set part = 'paid_less' where part = 'taken_back' and period = '2026-02'`;
    await sql`
      update rollups set taken_back = 0,
        pay_bridge = pay_bridge - 'taken_back' || '{"paid_less": {"amount": -1100000, "members": 2}}'
      where period = '2026-02'`;
    await sql`alter table rollups drop column paid_less, drop column paid_less_amount`;
    await sql.begin(async (own) => {
      await own.unsafe(migration);
    });
  });
  expect(await answers()).toEqual(now);
});

test('a month that the code before scores after the migration is counted from its rows', async () => {
  const now = await answers();
  await asOwner(
    service.address,
    (sql) => sql`
      update rollups set paid_less = null, paid_less_amount = null, taken_back = 0 where period = '2026-02'`,
  );
  expect(await answers()).toEqual(now);
});
