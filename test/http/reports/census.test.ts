import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CENSUS_BYTES_MAX } from '../../../core/limits/request-limits.ts';
import { CENSUS_MEMBERS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { sharedService, statement } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
await loadWorkedExample(service, account, { carrierId });

const reconcile = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  account.call('POST', '/v1/reports/census-reconcile', { json: { carrierId, ...body }, headers });
const ids = (...list: readonly string[]) => list.map((memberExternalId) => ({ memberExternalId }));

test('shows the paid and unpaid members of the worked example in February, with the reasons', async () => {
  const members = [
    { memberExternalId: ' a', name: 'Ann', planName: 'Gold' },
    { memberExternalId: 'B' },
    { memberExternalId: 'c', name: 'Cy', planName: null },
    { memberExternalId: 'D' },
    { memberExternalId: 'b ' },
    { memberExternalId: '00-E' },
  ];
  const { status, json } = await reconcile({ period: '2026-02', members });
  expect(status).toBe(200);
  expect(json).toEqual({
    carrierId,
    period: '2026-02',
    censusTotal: 5,
    matched: 2,
    unpaid: [
      { memberExternalId: 'c', name: 'Cy', planName: null, reason: 'not_on_statement' },
      { memberExternalId: 'D', name: null, planName: null, reason: 'charged_back' },
      { memberExternalId: '00-E', name: null, planName: null, reason: 'not_on_statement' },
    ],
    unrostered: [
      { memberRefId: expect.any(String), memberExternalId: 'E', memberName: 'Member E', commissionAmount: 50 },
    ],
    // The matched were paid 50 and 40, on average 45; three unpaid: 135.
    estimatedUnpaidAmount: 135,
    possibleMatches: [
      {
        memberExternalId: '00-E',
        statementMemberExternalId: 'E',
        memberRefId: expect.any(String),
        memberName: 'Member E',
        commissionAmount: 50,
      },
    ],
    duplicateRosterIds: ['B'],
  });
});

test('does not count zero as paid in March; the latest period is the default', async () => {
  expect((await reconcile({ period: '2026-03', members: ids('E', 'D') })).json).toMatchObject({
    matched: 0,
    // D was reported as dropped in March and has no line.
    unpaid: [{ reason: 'zero_paid' }, { reason: 'not_on_statement' }],
    estimatedUnpaidAmount: 0,
  });
  expect((await reconcile({ members: ids('C') })).json).toMatchObject({ period: '2026-04', matched: 1 });
});

test('counts a chargeback after the drop as on the statement, and shows what it takes back', async () => {
  const stranger = await service.createAccount();
  for (const [period, rows] of [
    [
      '2026-01',
      [
        ['A', 50],
        ['B', 50],
      ],
    ],
    ['2026-02', [['B', 50]]],
    [
      '2026-03',
      [
        ['A', -50],
        ['B', 50],
      ],
    ],
  ] as const) {
    await stranger.load({ file: statement(rows), carrierId, period });
  }
  const json = { carrierId, period: '2026-03', members: ids('a', 'b') };
  expect((await stranger.call('POST', '/v1/reports/census-reconcile', { json })).json).toMatchObject({
    matched: 1,
    unpaid: [{ memberExternalId: 'a', reason: 'charged_back' }],
    estimatedUnpaidAmount: 50,
  });
});

test('returns the unpaid as CSV, with neutralised formulas', async () => {
  const { body } = await reconcile(
    { period: '2026-02', members: [{ memberExternalId: 'X', name: '=1+1' }] },
    { Accept: 'text/csv' },
  );
  expect(body).toBe("memberExternalId,name,planName,reason\r\nX,'=1+1,,not_on_statement\r\n");
});

test("covers a carrier's workspaces together, or one by its id", async () => {
  const workspaceId = await service.createWorkspace(account, 'Second');
  const body = { file: statement([['Z', 12.34]]), carrierId, period: '2026-04', workspaceId };
  expect(await account.upload(body)).toMatchObject({ status: 202 });
  await service.runJobs();
  expect((await reconcile({ members: ids('A', 'Z') })).json).toMatchObject({ matched: 2 });
  expect((await reconcile({ workspaceId, members: ids('A', 'Z') })).json).toMatchObject({
    matched: 1,
    estimatedUnpaidAmount: 12.34,
    unrostered: [],
  });
});

test('never matches another account’s statements, and stores nothing of a roster', async () => {
  const stranger = await service.createAccount();
  const marker = `roster-${randomUUID()}`;
  const json = { carrierId, members: [...ids('A'), { memberExternalId: marker, name: marker }] };
  expect((await stranger.call('POST', '/v1/reports/census-reconcile', { json })).json).toMatchObject({
    period: null,
    censusTotal: 2,
    matched: 0,
    unrostered: [],
  });
  const tables = await service.database.system(
    (sql) => sql<{ name: string }[]>`
      select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
      where has_table_privilege(relid, 'select')`,
  );
  for (const { name } of tables) {
    const kept = await service.database.system((sql) =>
      sql.unsafe(`select 1 from ${name} as stored where stored::text like $1`, [`%${marker}%`]),
    );
    expect([name, kept.length]).toEqual([name, 0]);
  }
});

test('accepts as many members as the limit in one request, and refuses one more', async () => {
  const members = ids(...Array.from({ length: CENSUS_MEMBERS_MAX }, (_, index) => `N${index}`));
  expect(await reconcile({ period: '2026-02', members })).toMatchObject({
    status: 200,
    json: { censusTotal: CENSUS_MEMBERS_MAX, matched: 0 },
  });
  const refused = await reconcile({ members: [...members, ...ids('one more')] });
  expect(refused).toMatchObject({ status: 422, json: { errors: [{ field: 'members' }] } });
});

test('refuses more than 8 MB with 413, not 1 MB as for other bodies', async () => {
  const padded = (bytes: number) => JSON.stringify({ carrierId, members: ids('A') }).padEnd(bytes, ' ');
  const post = (body: string) =>
    account.call('POST', '/v1/reports/census-reconcile', { body, headers: { 'Content-Type': 'application/json' } });
  expect((await post(padded(CENSUS_BYTES_MAX))).status).toBe(200);
  expect((await post(padded(CENSUS_BYTES_MAX + 1))).status).toBe(413);
});

test('reports every fault by its place with 422, and unknown carriers and workspaces with 404', async () => {
  const json = { period: '2026-13', members: [{ memberExternalId: ' \t' }, { name: 'x', plan: 'y' }] };
  const refused = await account.call('POST', '/v1/reports/census-reconcile', { json });
  expect(refused.status).toBe(422);
  const { errors } = Object(refused.json);
  expect(errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'carrierId',
    'members[0].memberExternalId',
    'members[1].memberExternalId',
    'members[1].plan',
    'period',
  ]);
  expect((await reconcile({ members: [] })).status).toBe(422);
  expect((await reconcile({ carrierId: randomUUID(), members: ids('A') })).status).toBe(404);
  expect((await reconcile({ workspaceId: randomUUID(), members: ids('A') })).status).toBe(404);
});

test('accepts a read-only token, because the roster changes nothing', async () => {
  const reader = await service.createAccount({ scopes: ['read'] });
  const json = { carrierId, members: ids('A') };
  expect((await reader.call('POST', '/v1/reports/census-reconcile', { json })).status).toBe(200);
});
