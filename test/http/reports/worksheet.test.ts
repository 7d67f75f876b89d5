import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { sharedService, statement } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
const book = await loadWorkedExample(service, account, { carrierId });

const PATH = '/v1/reports/owed-worksheet';
const rowOf = (memberExternalId: string, period: string, amounts: object) =>
  expect.objectContaining({ memberExternalId, period, ...amounts });

test('gives the worked example: 10 in February, 60 in March, 5 in April, each with rate and rows', async () => {
  const { status, json } = await account.call('GET', PATH);
  expect(status).toBe(200);
  // B 40 of 50 in February and in March, E 0 of 50 in March, C 45 of 50 in April.
  const totals = { members: 3, memberMonths: 4, expected: 200, actual: 125, difference: 75 };
  expect(json).toMatchObject({
    from: '2025-05',
    to: '2026-04',
    totals,
    byCarrier: [{ carrierId, carrierName: 'Summit Senior Life', ...totals }],
    truncated: false,
    data: [
      rowOf('E', '2026-03', { expected: 50, actual: 0, difference: 50 }),
      rowOf('B', '2026-02', { expected: 50, actual: 40, difference: 10 }),
      rowOf('B', '2026-03', { expected: 50, actual: 40, difference: 10 }),
      rowOf('C', '2026-04', { expected: 50, actual: 45, difference: 5 }),
    ],
  });
  expect(Object(json).data[1]).toMatchObject({
    memberName: 'Member B',
    policyNumber: 'POL-B',
    planName: 'Gold',
    rates: [{ rateType: 'flat_per_member', rateValue: 50, source: 'contracted', planCode: null }],
    // The header is row 1; B is on the second line below it.
    evidence: [
      { fileId: book.fileIds['2026-02'], fileName: 'statement.csv', sheet: 1, sheetName: null, rowNumbers: [3] },
    ],
  });
});

test('includes both from and to', async () => {
  const march = await account.call('GET', `${PATH}?carrierId=${carrierId}&from=2026-03&to=2026-03`);
  expect(march.json).toMatchObject({ from: '2026-03', to: '2026-03', totals: { difference: 60, memberMonths: 2 } });
  const since = await account.call('GET', `${PATH}?from=2026-03`);
  expect(since.json).toMatchObject({ from: '2026-03', to: '2026-04', totals: { difference: 65 } });
  const none = await account.call('GET', `${PATH}?to=2026-01`);
  expect(none.json).toMatchObject({ from: '2025-02', to: '2026-01', totals: { difference: 0 }, data: [] });
});

test('returns CSV with one row per member and month, with rate and evidence in words', async () => {
  const { body } = await account.call('GET', `${PATH}?from=2026-04`, { headers: { Accept: 'text/csv' } });
  const [header, row, end] = body.split('\r\n');
  expect(header).toBe(
    'carrierName,period,memberExternalId,memberName,policyNumber,planName,expected,actual,difference,certainty,rate,evidence,memberRefId,carrierId,workspaceId',
  );
  expect(row).toMatch(
    /^Summit Senior Life,2026-04,C,Member C,POL-C,Gold,50,45,5,certain,"\$50 a life and month, contracted, all plans",statement\.csv row 4(,[\da-f-]{36}){3}$/,
  );
  expect(row?.split(',').slice(-2)).toEqual([carrierId, account.workspaceId]);
  expect(end).toBe('');
});

test('returns a workbook with a summary and the rows, readable as one', async () => {
  const { headers, sheets } = await downloadWorkbook(service, account, PATH);
  expect(headers.get('content-disposition')).toBe('attachment; filename="owed-worksheet-2025-05-to-2026-04.xlsx"');
  expect(Object.keys(sheets)).toEqual(['Summary', 'Underpaid']);
  expect(sheets['Summary']?.slice(1)).toEqual([
    ['Summit Senior Life', '2025-05 to 2026-04', 3, 4, 200, 125, 75, 0],
    ['Total', '2025-05 to 2026-04', 3, 4, 200, 125, 75, 0],
  ]);
  expect(sheets['Underpaid']).toHaveLength(5);
  expect(sheets['Underpaid']?.[1]).toEqual(expect.arrayContaining(['2026-03', 'E', 50, 0]));
});

test('shows each row its own rate, estimated or contracted, with appended files and chargebacks', async () => {
  const other = await service.createAccount();
  const own = await service.createCarrier({
    name: 'Amberly Health',
    config: {
      fileType: 'csv',
      columns: { member_external_id: 'ID', commission_amount: 'Paid', plan_code: 'Plan', policy_number: 'Policy' },
    },
  });
  const upload = async (period: string, rows: readonly string[], fileName: string, append = false) => {
    const file = ['ID,Paid,Plan,Policy', ...rows].join('\n');
    expect(await other.upload({ file, carrierId: own, period, fileName, append })).toMatchObject({ status: 202 });
    await service.runJobs();
  };
  // Five members of a plan at 20: the estimates of the plan and of the carrier are 20 flat.
  await upload(
    '2026-01',
    [1, 2, 3, 4, 5].map((n) => `M${n},20,GOLD,P${n}`),
    'a.csv',
  );
  const { accountId } = other;
  await service.database.tenant(
    accountId,
    (sql) => sql`
      insert into expected_rates (rate_id, account_id, carrier_id, source, plan_code, rate_type, rate_value)
      values (${randomUUID()}, ${accountId}, ${own}, 'contracted', 'silver', 'flat_per_member', 30.125)`,
  );
  // M1 has both plans: 5 of 20 + 30.125, in two files, and a chargeback that does not reduce the paid amount.
  await upload('2026-02', ['M1,2,GOLD,P1', 'M2,19.99,GOLD,P2', 'M1,-1,GOLD,P1'], 'b.csv');
  await upload('2026-02', ['M1,3,SILVER,P9'], 'c.csv', true);
  const { json } = await other.call('GET', PATH);
  // Owed is 45.125, shown as 45.13; M2's cent is within the tolerance.
  expect(json).toMatchObject({
    totals: { members: 1, memberMonths: 1, expected: 50.13, actual: 5, difference: 45.13, differenceEstimated: 45.13 },
    data: [
      {
        memberExternalId: 'M1',
        expected: 50.13,
        actual: 5,
        difference: 45.13,
        rates: [
          { rateValue: 20, source: 'estimated', planCode: 'GOLD' },
          { rateValue: 30.125, source: 'contracted', planCode: 'silver' },
        ],
        evidence: [
          { fileName: 'b.csv', rowNumbers: [2] },
          { fileName: 'c.csv', rowNumbers: [2] },
        ],
      },
    ],
  });
});

test('states in words what was applied: bounds of a rate, or the rate of the statement', async () => {
  const other = await service.createAccount();
  const own = await service.createCarrier({
    name: 'Brook Health',
    config: {
      fileType: 'csv',
      columns: {
        member_external_id: 'ID',
        commission_amount: 'Paid',
        premium_amount: 'Premium',
        rate: 'Rate',
        lives: 'Lives',
        plan_code: 'Plan',
      },
    },
  });
  const { accountId } = other;
  const rows = Array.from({ length: 12 }, (_, at) => `M${at},${at === 3 ? 17 : 25},500,5%,2,`);
  const file = ['ID,Paid,Premium,Rate,Lives,Plan', ...rows].join('\n');
  await other.load({ file, carrierId: own, period: '2026-01' });
  const data = async () => Object((await other.call('GET', PATH)).json).data;
  expect(await data()).toMatchObject([
    {
      memberExternalId: 'M3',
      difference: 8,
      rates: [],
      basis: "the statement's own rate: 5 % of the premium of $500.00",
    },
  ]);
  await service.database.tenant(
    accountId,
    (sql) => sql`
      insert into expected_rates (rate_id, account_id, carrier_id, source, rate_type, rate_value, max_lives, from_lives, to_lives,
        effective_from)
      values (${randomUUID()}, ${accountId}, ${own}, 'contracted', 'flat_per_member', 13.5, 2, 2, 50, '9999-12-31')`,
  );
  await other.load({ file, carrierId: own, period: '2026-01', replace: true });
  const [first] = await data();
  expect(first).toMatchObject({
    memberExternalId: 'M3',
    difference: 10,
    basis: '$13.50 a life and month, contracted, all plans, lives 2 to 50, for 2 lives at most',
    rates: [{ maxLives: 2, fromLives: 2, toLives: 50, fromPolicyMonth: null }],
  });
});

test('shows accounts their own rows only, and zeros without data', async () => {
  const stranger = await service.createAccount();
  expect((await stranger.call('GET', `${PATH}?carrierId=${carrierId}`)).json).toEqual({
    from: null,
    to: null,
    totals: { members: 0, memberMonths: 0, expected: 0, actual: 0, difference: 0, differenceEstimated: 0 },
    byCarrier: [],
    truncated: false,
    data: [],
    pagination: { limit: 5_000, offset: 0, hasMore: false },
    total: 0,
  });
});

test('covers all workspaces together, or one', async () => {
  const workspaceId = await service.createWorkspace(account, 'Second');
  const body = { file: statement([['W', 49]]), carrierId, period: '2026-04', workspaceId };
  expect(await account.upload(body)).toMatchObject({ status: 202 });
  await service.runJobs();
  expect((await account.call('GET', PATH)).json).toMatchObject({ totals: { members: 4, difference: 76 } });
  expect((await account.call('GET', `${PATH}?workspaceId=${workspaceId}`)).json).toMatchObject({
    totals: { members: 1, difference: 1 },
  });
});

test('answers 422 for faults and 404 for unknown ids', async () => {
  const refused = await account.call('GET', `${PATH}?from=2026-03&to=2026-04&period=2026-01`);
  expect(refused).toMatchObject({ status: 422, json: { errors: [{ field: 'period' }] } });
  for (const query of ['from=2026-05&to=2026-04', 'from=2026-05', 'from=2023-04&to=2026-04', 'from=2026-1']) {
    const response = await account.call('GET', `${PATH}?${query}`);
    expect(response).toMatchObject({ status: 422, json: { errors: [{ field: 'from' }] } });
  }
  expect((await account.call('GET', `${PATH}?carrierId=${randomUUID()}`)).status).toBe(404);
  expect((await account.call('GET', `${PATH}?workspaceId=${randomUUID()}`)).status).toBe(404);
});
