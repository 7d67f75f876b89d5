import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { asOwner } from '../../support/postgres.ts';
import { startService, statement } from '../../support/service.ts';

/**
 * Guarantee: whatever the service stores, scores or reads of an account, it looks only at the part of each large table that holds the
 * account's rows.
 */

const service = await startService({ hasReports: true });
afterAll(() => service.close());

/** Accounts until the large tables have rows in three parts at least. */
async function accountsInSeveralParts() {
  for (let made = 0; made < 3; made++) {
    const account = await service.createAccount();
    await account.load({
      carrierId: await service.createCarrier(),
      period: '2026-01',
      file: statement([
        ['X', 5],
        ['Y', 6],
      ]),
    });
  }
}

/** Ends all sessions, which publishes what they counted, and returns the scans of each part, by its name. */
const scansOfParts = () =>
  asOwner(service.address, async (sql) => {
    await sql`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    const rows = await sql<{ part: string; scans: number }[]>`
      select relname as part, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans
      from pg_stat_user_tables where schemaname = 'parts'`;
    return new Map(rows.map(({ part, scans }) => [part, scans]));
  });

test('reads of one account touch no part but its own', async () => {
  await accountsInSeveralParts();
  const before = await scansOfParts();
  expect(before.size).toBe(48);

  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const load = (period: string, rows: Parameters<typeof statement>[0], fields = {}) =>
    account.load({ carrierId, period, file: statement(rows), ...fields });
  await load('2026-01', [
    ['A', 50],
    ['B', 40],
    ['C', 30],
  ]);
  await load('2026-02', [
    ['A', 50],
    ['B', 20],
    ['D', 30],
  ]);
  await load('2026-03', [
    ['A', 51],
    ['C', 30],
    ['D', -30],
  ]);
  await load(
    '2026-02',
    [
      ['A', 50],
      ['B', 25],
      ['D', 30],
    ],
    { replace: true },
  );

  const members = z
    .object({ data: z.array(z.object({ memberRefId: z.string() })) })
    .parse((await account.call('GET', '/v1/members')).json).data;
  const answered: string[] = [];
  for (const [path, methods] of Object.entries(Object(service.document.paths))) {
    const read = Object(methods).get;
    if (read === undefined || path.includes('admin')) continue;
    const asksForMonth = JSON.stringify(read.parameters ?? []).includes('"period"');
    const asked = path
      .replace('{memberRefId}', members[0]?.memberRefId ?? '')
      .replace('{carrierId}', carrierId)
      .replace('{period}', '2026-03');
    if (asked.includes('{')) continue;
    const { status } = await account.call('GET', `${asked}${asksForMonth ? '?period=2026-03' : ''}`);
    expect([path, status < 500]).toEqual([path, true]);
    if (status === 200) answered.push(path);
  }
  expect(answered.length).toBeGreaterThan(30);
  const joined =
    "select period, count(*), sum(s.commission_amount) from statuses s join commission_lines l using (carrier_id, period) where period >= '2026-02' group by 1";
  const saved = await account.call('POST', '/v1/reports/saved', { json: { name: 'Joined', sql: joined } });
  const run = await account.call('POST', `/v1/reports/saved/${String(Object(saved.json).id)}/run`, { json: {} });
  expect([run.status, run.body]).toEqual([200, expect.stringContaining('2026-03')]);

  const after = await scansOfParts();
  const own = await asOwner(service.address, async (sql) => {
    const parts = await sql<{ part: string }[]>`
      select distinct tableoid::regclass::text as part from scored_rows where account_id = ${account.accountId}
      union select distinct tableoid::regclass::text from statement_lines where account_id = ${account.accountId}
      union select distinct tableoid::regclass::text from deltas where account_id = ${account.accountId}`;
    return parts.map(({ part }) => part.replace('parts.', ''));
  });
  expect(own).toHaveLength(3);
  const touched = [...after].filter(([part, scans]) => scans > (before.get(part) ?? 0)).map(([part]) => part);
  expect(touched.filter((part) => !own.includes(part))).toEqual([]);
  expect(touched.sort()).toEqual(own.sort());
});

test('each part gets its statistics and vacuums by a number of rows, however many it has', async () => {
  const parts = await asOwner(
    service.address,
    (sql) => sql<{ name: string; options: string[] | null }[]>`
      select inhrelid::regclass::text as name, c.reloptions as options
      from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent in ('statement_lines'::regclass, 'scored_rows'::regclass, 'deltas'::regclass)`,
  );
  expect(parts).toHaveLength(48);
  const byShare = parts.filter(({ options }) =>
    ['vacuum', 'vacuum_insert', 'analyze'].some((of) => !options?.includes(`autovacuum_${of}_scale_factor=0`)),
  );
  expect(byShare).toEqual([]);
});
