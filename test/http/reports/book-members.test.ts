import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CENSUS_BYTES_MAX } from '../../../core/limits/request-limits.ts';
import { CENSUS_MEMBERS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { sharedService, statement } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

describe('medicare', async () => {
  /** The format of a Medicare carrier, whose rows name effective and term dates, the plan type and the state. */
  const CONFIG = {
    fileType: 'csv',
    columns: {
      member_external_id: 'ID',
      commission_amount: 'Paid',
      effective_date: 'Effective',
      term_date: 'Term',
      product_type: 'Product',
      state: 'State',
      plan_name: 'Plan',
      agent_id: 'Agent',
      premium_amount: 'Premium',
    },
  };
  const HEADER = 'ID,Paid,Effective,Term,Product,State,Plan,Agent,Premium';
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ config: CONFIG });
  await load('2026-01', [
    'R,114,2026-01-01,,MA,TX,Choice,A1,',
    'OLD,30,2024-05-01,,MA,TX,Choice,A1,',
    'TERM,30,2026-01-01,,MA,PA,Value,A2,',
  ]);
  await load('2026-02', [
    'R,10.005,2026-01-01,,MA,TX,Choice,A1,',
    'OLD,30,2024-05-01,,MA,TX,Choice,A1,',
    'TERM,30,2026-01-01,,MA,PA,Value,A2,',
    'N,50.01,2026-02-01,,PDP,TX,Part D,A2,',
  ]);
  // R leaves with its last day in February; TERM drops without a date; N is still enrolled.
  await load('2026-03', [
    'R,-124.005,2026-01-01,2026-03-01,MA,TX,Choice,A1,',
    'OLD,30,2024-05-01,,MA,TX,Choice,A1,',
    'N,50.01,2026-02-01,,PDP,TX,Part D,A2,',
  ]);

  async function load(period: string, rows: readonly string[], more: { readonly workspaceId?: string } = {}) {
    const { workspaceId = account.workspaceId } = more;
    const file = [HEADER, ...rows].join('\n');
    expect(await account.upload({ file, carrierId, period, workspaceId })).toMatchObject({ status: 202 });
    await service.runJobs();
  }

  const report = async (name: string, query: string) =>
    account.call('GET', `/v1/reports/${name}?carrierId=${carrierId}${query}`);

  test('reports rapid disenrollment: early leavers, charged back amounts, and amounts still at risk', async () => {
    const { status, json } = await report('medicare-rde', '&period=2026-03');
    expect(status).toBe(200);
    expect(json).toEqual({
      carrierId,
      period: '2026-03',
      // Two months, January and February: a term on day 1 means the day before.
      realized: { count: 1, clawedBackAmount: 124.01 },
      // N: effective in February, paid 50.01 in February and in March.
      exposure: { count: 1, atRiskAmount: 100.02 },
      // R and TERM left. TERM has no term date and does not count for the rate, so R makes it 1 of 1.
      disenrollments: { total: 2, rapid: 1, rapidRatePct: 100 },
      byPlan: [
        { planName: 'Choice', planCode: null, total: 1, rapid: 1, clawedBackAmount: 124.01 },
        { planName: 'Value', planCode: null, total: 1, rapid: 0, clawedBackAmount: 0 },
      ],
      byAgent: [
        { agentId: 'A1', agentName: null, total: 1, rapid: 1, clawedBackAmount: 124.01 },
        { agentId: 'A2', agentName: null, total: 1, rapid: 0, clawedBackAmount: 0 },
      ],
      evaluated: 1,
      total: 2,
    });
  });

  test("reports rapid disenrollment for the carrier's latest period by default, and fractions of cents for an exposed member before it", async () => {
    expect((await report('medicare-rde', '')).json).toMatchObject({ period: '2026-03' });
    expect((await report('medicare-rde', '&period=2026-02')).json).toMatchObject({
      // R 114 + 10.005, TERM 30 + 30, N 50.01: 234.015, rounded up by half a cent.
      exposure: { count: 3, atRiskAmount: 234.02 },
      disenrollments: { total: 0, rapid: 0, rapidRatePct: 0 },
    });
  });

  test('returns rapid disenrollment as CSV: the plans, then the agents', async () => {
    const headers = { Accept: 'text/csv' };
    const { body } = await account.call('GET', `/v1/reports/medicare-rde?carrierId=${carrierId}&period=2026-03`, {
      headers,
    });
    expect(body.trimEnd().split('\r\n')).toEqual([
      'groupedBy,name,code,total,rapid,clawedBackAmount',
      'plan,Choice,,1,1,124.01',
      'plan,Value,,1,0,0',
      'agent,,A1,1,1,124.01',
      'agent,,A2,1,0,0',
    ]);
  });

  test('forecasts renewals by the CMS maximums', async () => {
    const { json } = await report('medicare-renewal-forecast', '&period=2026-03&horizonMonths=14');
    expect(json).toMatchObject({
      carrierId,
      period: '2026-03',
      horizonMonths: 14,
      // OLD has its second anniversary in May 2026: $347. N renews in February 2027 with a drug plan: $65. R was on the March statement
      // with an earlier last covered day, and TERM is gone, so neither is active.
      annualRenewalValue: 412,
      activeMembers: 2,
      evaluated: 2,
      byPlan: [
        { planName: 'Choice', planCode: null, members: 1, annualRenewalValue: 347 },
        { planName: 'Part D', planCode: null, members: 1, annualRenewalValue: 65 },
      ],
      ratesInferred: true,
    });
    const { byMonth } = Object(json);
    expect(byMonth).toHaveLength(14);
    expect(byMonth[0]).toEqual({ period: '2026-04', members: 0, amount: 0 });
    expect(byMonth[1]).toEqual({ period: '2026-05', members: 1, amount: 347 });
    expect(byMonth[10]).toEqual({ period: '2027-02', members: 1, amount: 65 });
    // OLD renews again in May 2027 at that year's $363, after the twelve months of the annual value.
    expect(byMonth[13]).toEqual({ period: '2027-05', members: 1, amount: 363 });
  });

  test('forecasts renewals by contracted rates: twelve months of the renewal tier', async () => {
    const { accountId } = account;
    await service.database.tenant(accountId, async (sql) => {
      for (const [tier, value] of [
        ['renewal', '26.505'],
        ['initial', '99'],
      ]) {
        await sql`
        insert into expected_rates (rate_id, account_id, carrier_id, source, rate_type, rate_value, tier)
        values (${randomUUID()}, ${accountId}, ${carrierId}, 'contracted', 'flat_per_member', ${value ?? null}::numeric, ${tier ?? null})`;
      }
    });
    // 26.505 × 12 = 318.06 for each of the two.
    expect((await report('medicare-renewal-forecast', '&period=2026-03')).json).toMatchObject({
      horizonMonths: 12,
      annualRenewalValue: 636.12,
      ratesInferred: false,
    });
    await service.database.tenant(accountId, (sql) => sql`delete from expected_rates where account_id = ${accountId}`);
  });

  test("adds up a carrier's workspaces, and filters by one", async () => {
    const workspaceId = await service.createWorkspace(account, 'Second');
    await load('2026-03', ['R,40,2026-03-01,,MA,TX,choice ,A1,'], { workspaceId });
    expect((await report('medicare-rde', '&period=2026-03')).json).toMatchObject({
      exposure: { count: 2, atRiskAmount: 140.02 },
      total: 2,
    });
    expect((await report('medicare-rde', `&workspaceId=${workspaceId}`)).json).toMatchObject({
      exposure: { count: 1, atRiskAmount: 40 },
      total: 0,
    });
    expect((await report('medicare-renewal-forecast', `&workspaceId=${workspaceId}`)).json).toMatchObject({
      activeMembers: 1,
      // March 2027 is the twelfth month.
      annualRenewalValue: 363,
    });
  });

  test('counts a member who is paid a year at once as at risk and active in the months without a statement', async () => {
    const yearly = await service.createCarrier({ config: { ...CONFIG, cadence: { default: 'calendar_year' } } });
    const stranger = await service.createAccount();
    for (const [period, row] of [
      ['2026-01', 'Y,694,2026-01-01,,MA,TX,Choice,A1,'],
      ['2026-02', 'Z,500,2026-02-01,,MA,TX,Choice,A1,'],
      // Y is charged back although no statement has shown the drop, so Y leaves in the month of this line.
      ['2026-03', 'Y,-694,2026-01-01,2026-02-28,MA,TX,Choice,A1,'],
    ] as const) {
      await stranger.load({ file: `${HEADER}\n${row}`, carrierId: yearly, period });
    }
    const of = async (name: string, period: string) =>
      (await stranger.call('GET', `/v1/reports/${name}?carrierId=${yearly}&period=${period}`)).json;
    expect(await of('medicare-rde', '2026-02')).toMatchObject({ exposure: { count: 2, atRiskAmount: 1194 }, total: 0 });
    expect(await of('medicare-renewal-forecast', '2026-02')).toMatchObject({ activeMembers: 2, evaluated: 2 });
    expect(await of('medicare-rde', '2026-03')).toMatchObject({
      realized: { count: 1, clawedBackAmount: 694 },
      exposure: { count: 1, atRiskAmount: 500 },
      total: 1,
    });
  });

  test('returns zeros without data, with and without a period', async () => {
    const stranger = await service.createAccount();
    const of = async (path: string) => (await stranger.call('GET', path)).json;
    expect(await of(`/v1/reports/medicare-rde?carrierId=${carrierId}`)).toMatchObject({ period: null, total: 0 });
    expect(await of(`/v1/reports/medicare-renewal-forecast?carrierId=${carrierId}`)).toEqual({
      carrierId,
      period: null,
      horizonMonths: 12,
      annualRenewalValue: 0,
      activeMembers: 0,
      evaluated: 0,
      byMonth: [],
      byPlan: [],
      ratesInferred: false,
    });
    const asked = await of(
      `/v1/reports/medicare-renewal-forecast?carrierId=${carrierId}&period=2026-03&horizonMonths=1`,
    );
    expect(asked).toMatchObject({ period: '2026-03', byMonth: [{ period: '2026-04', members: 0, amount: 0 }] });
  });

  test('answers 422 for missing and invalid parameters, and 404 for unknown and foreign ids', async () => {
    for (const name of ['medicare-rde', 'medicare-renewal-forecast']) {
      const missing = await account.call('GET', `/v1/reports/${name}?period=2026-3`);
      expect(missing).toMatchObject({ status: 422, json: { code: 'validation_error' } });
      expect(missing.body).toContain('carrierId');
      expect(await account.call('GET', `/v1/reports/${name}?carrierId=${randomUUID()}`)).toMatchObject({ status: 404 });
      expect(await report(name, `&workspaceId=${randomUUID()}`)).toMatchObject({ status: 404 });
    }
    for (const horizon of ['0', '25', '1.5']) {
      expect(await report('medicare-renewal-forecast', `&horizonMonths=${horizon}`)).toMatchObject({ status: 422 });
    }
  });
});

describe('census', async () => {
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
});
