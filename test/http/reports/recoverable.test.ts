import { expect, test } from 'vitest';
import { z } from 'zod';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { asOwner } from '../../support/postgres.ts';
import { sharedService } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Tests the report of claims over HTTP, from uploaded statements. */

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
  expect(told((await account.call('GET', `${PATH}?kind=missed_months`)).json)).toEqual(['C 2026-04 missed_months 100']);
  const { json } = await account.call('GET', `${PATH}?certainty=certain&workspaceId=${account.workspaceId}`);
  expect(json).toMatchObject({ totals: { recoverable: 75, claims: 4 } });
  expect((await account.call('GET', `${PATH}?certainty=to_check`)).json).toMatchObject({
    totals: { claims: 0 },
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
