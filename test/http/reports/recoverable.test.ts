import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { asOwner } from '../../support/postgres.ts';
import { sharedService, statement } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Tests the report of claims over HTTP, from uploaded statements. */
describe('recoverable', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  const book = await loadWorkedExample(service, account, { carrierId });

  const PATH = '/v1/reports/recoverable';
  const report = z.object({
    totals: z.looseObject({ recoverable: z.number(), estimated: z.number(), claims: z.number() }),
    data: z.array(
      z.looseObject({ kind: z.string(), period: z.string(), memberExternalId: z.string(), amount: z.number() }),
    ),
  });
  const told = (json: unknown) =>
    report
      .parse(json)
      .data.map(({ memberExternalId, period, kind, amount }) => `${memberExternalId} ${period} ${kind} ${amount}`);

  test('lists each claim of the worked example once, with its rows and the text to send', async () => {
    const { status, json } = await account.call('GET', PATH);
    expect(status).toBe(200);
    expect(told(json)).toEqual([
      'B 2026-02 underpaid 10',
      'B 2026-03 underpaid 10',
      'C 2026-04 underpaid 5',
      'C 2026-04 missed_months 100',
      'E 2026-03 underpaid 50',
    ]);
    expect(json).toMatchObject({
      from: '2025-05',
      to: '2026-04',
      totals: {
        recoverable: 75,
        estimated: 100,
        likely: 100,
        toCheck: 0,
        claims: 5,
        byKind: [
          { kind: 'underpaid', certainty: 'certain', claims: 4, amount: 75 },
          { kind: 'missed_months', certainty: 'likely', claims: 1, amount: 100 },
        ],
        byCarrier: [
          { carrierId, carrierName: 'Summit Senior Life', claims: 5, recoverable: 75, estimated: 100, likely: 100 },
        ],
      },
    });
    expect(Object(json).data[0]).toMatchObject({
      memberName: 'Member B',
      policyNumber: 'POL-B',
      workspaceId: account.workspaceId,
      recoveredAmount: 0,
      ask: 'Please pay the $10.00 missing for Feb 2026: $40.00 was paid, and $50.00 is due by the contracted rate.',
      // The header is row 1; B is on the second line below it.
      evidence: [
        {
          period: '2026-02',
          fileId: book.fileIds['2026-02'],
          fileName: 'statement.csv',
          sheet: 1,
          rowNumber: 3,
          amount: 40,
          what: 'paid',
        },
      ],
    });
  });

  test('shows the claims of a page, and the sums of all pages', async () => {
    const { json } = await account.call('GET', `${PATH}?limit=2&offset=1`);
    expect(told(json)).toEqual(['B 2026-03 underpaid 10', 'C 2026-04 underpaid 5']);
    expect(json).toMatchObject({
      totals: { recoverable: 75, likely: 100, claims: 5 },
      pagination: { limit: 2, offset: 1, hasMore: true },
      total: 5,
    });
    const last = await account.call('GET', `${PATH}?limit=2&offset=3`);
    expect(last.json).toMatchObject({ pagination: { hasMore: false } });
  });

  test('filters by month, kind and certainty', async () => {
    expect(told((await account.call('GET', `${PATH}?from=2026-03&to=2026-03&carrierId=${carrierId}`)).json)).toEqual([
      'B 2026-03 underpaid 10',
      'E 2026-03 underpaid 50',
    ]);
    expect(told((await account.call('GET', `${PATH}?kind=missed_months`)).json)).toEqual([
      'C 2026-04 missed_months 100',
    ]);
    const { json } = await account.call('GET', `${PATH}?certainty=certain&workspaceId=${account.workspaceId}`);
    expect(json).toMatchObject({ totals: { recoverable: 75, claims: 4 } });
    expect((await account.call('GET', `${PATH}?certainty=to_check`)).json).toMatchObject({
      totals: { claims: 0 },
      // The sums beside the list come with it, because each request reads all claims.
      ofAllCertainties: { recoverable: 75, likely: 100, toCheck: 0 },
      data: [],
    });
  });

  test('returns every claim and the sums as CSV and as a workbook', async () => {
    const { body } = await account.call('GET', PATH, { headers: { Accept: 'text/csv' } });
    const [header, row, ...more] = body.split('\r\n');
    expect(header).toBe(
      'carrierName,period,memberExternalId,memberName,policyNumber,planName,kind,certainty,basis,amount,recoveredAmount,ask,evidence,claimId,memberRefId,carrierId,workspaceId,disputeId',
    );
    expect(row).toMatch(
      /^Summit Senior Life,2026-02,B,Member B,POL-B,Gold,underpaid,certain,contracted,10,0,"Please pay .*",2026-02 statement\.csv row 3 paid 40,/,
    );
    expect(more).toHaveLength(5);
    const { sheets } = await downloadWorkbook(service, account, PATH);
    expect(sheets['Summary']).toContainEqual(
      ['Summit Senior Life', null, 5, 75, 100, 0].map((cell) => cell ?? undefined),
    );
    expect(sheets['Claims']).toHaveLength(6);
  });

  test('removes a claim that a later statement pays, and restores it when that statement is retracted', async () => {
    const other = await service.createAccount();
    const own = await service.createCarrier({
      name: 'Amberly Health',
      config: {
        fileType: 'csv',
        columns: {
          member_external_id: 'ID',
          commission_amount: 'Paid',
          coverage_month: 'Month',
          policy_number: 'Policy',
        },
      },
    });
    const upload = async (period: string, rows: readonly string[]) => {
      const file = ['ID,Paid,Month,Policy', ...rows].join('\n');
      return (await other.load({ file, carrierId: own, period })).fileId;
    };
    const paid = (id: string, month: string, amount = 50) => `${id},${amount},${month},P-${id}`;
    await upload('2026-01', [paid('M1', '2026-01'), paid('M2', '2026-01')]);
    await upload('2026-02', [paid('M2', '2026-02')]);
    // M1 misses a month, and a month of M2, who is active, is charged back.
    await upload('2026-03', [paid('M1', '2026-03'), paid('M2', '2026-03'), paid('M2', '2026-01', -50)]);
    const claims = async () =>
      told((await other.call('GET', `${PATH}?carrierId=${own}&to=2026-03`)).json).filter(
        (claim) => !claim.includes('underpaid'),
      );
    expect(await claims()).toEqual(['M1 2026-03 missed_months 50', 'M2 2026-03 wrong_chargeback 50']);
    const fileId = await upload('2026-04', [
      ...[paid('M1', '2026-04'), paid('M1', '2026-02')],
      ...[paid('M2', '2026-04'), paid('M2', '2026-01', 20)],
    ]);
    expect(await claims()).toEqual(['M2 2026-03 wrong_chargeback 30']);
    const { json } = await other.call('GET', `${PATH}?kind=wrong_chargeback`);
    expect(Object(json).data[0]).toMatchObject({
      recoveredAmount: 20,
      evidence: [
        { what: 'charged_back', amount: -50 },
        { what: 'recovered', period: '2026-04', amount: 20 },
      ],
    });
    expect((await other.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
    await service.runJobs();
    expect(await claims()).toEqual(['M1 2026-03 missed_months 50', 'M2 2026-03 wrong_chargeback 50']);
  });

  test('handles an account without data, unknown books, and a reversed range', async () => {
    const empty = await service.createAccount();
    expect((await empty.call('GET', PATH)).json).toMatchObject({
      from: null,
      to: null,
      totals: { recoverable: 0 },
      data: [],
    });
    expect((await empty.call('GET', `${PATH}?workspaceId=${account.workspaceId}`)).status).toBe(404);
    for (const query of ['from=2026-04&to=2026-01', 'kind=bonus', 'certainty=sure']) {
      expect((await account.call('GET', `${PATH}?${query}`)).status).toBe(422);
    }
  });

  test('omits a finding that only a later release makes, and shows the claims as before', async () => {
    const before = told((await account.call('GET', PATH)).json);
    const later = JSON.stringify([{ code: 'OF_TOMORROW', severity: 'grave', detail: 'x' }]);
    const changed = await asOwner(
      service.address,
      (sql) =>
        sql`update scored_rows set signals = ${later}::text::jsonb || signals where account_id = ${account.accountId}`,
    );
    expect(changed.count).toBeGreaterThan(5);
    const { status, json } = await account.call('GET', PATH);
    expect(status).toBe(200);
    expect(told(json)).toEqual(before);
  });
});

describe('worksheet', async () => {
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
      totals: {
        members: 1,
        memberMonths: 1,
        expected: 50.13,
        actual: 5,
        difference: 45.13,
        differenceEstimated: 45.13,
      },
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
});
