import { beforeEach, describe, expect, test } from 'vitest';
import { STATEMENT_CONFIG, sharedService, type TestAccount } from '../../support/service.ts';

/** Tests GET /v1/chargebacks: the charged back amounts, each with the payment it reverses. */

let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier({
    config: { ...STATEMENT_CONFIG, columns: { ...STATEMENT_CONFIG.columns, coverage_month: 'Month' } },
  });
});

interface Row {
  readonly id?: string;
  readonly policy?: string;
  readonly amount: number;
  readonly month?: string;
}

async function load(period: string, rows: readonly Row[], more: Record<string, string> = {}): Promise<string> {
  const lines = rows.map(({ id = 'A', policy = 'P1', amount, month = '' }) =>
    [id, amount, policy, month, 'Gold'].join(','),
  );
  const file = ['Member ID,Commission,Policy,Month,Plan', ...lines].join('\n');
  const accepted = await account.upload({ file, fileName: `${period}-${rows.length}.csv`, carrierId, period, ...more });
  expect([accepted.status, accepted.json]).toMatchObject([202, {}]);
  await service.runJobs();
  return (accepted.json as { fileId: string }).fileId;
}

const list = async (query = '', who = account) => (await who.call('GET', `/v1/chargebacks${query}`)).json;
const payout = (period: string, amount: number, fileId: string, rows = 1) => ({
  period,
  amount,
  fileId,
  fileName: `${period}-${rows}.csv`,
});

test('returns an empty list without data', async () => {
  expect(await list()).toEqual({
    period: null,
    data: [],
    pagination: { limit: 50, offset: 0, hasMore: false },
    total: 0,
  });
});

describe('the original payout', () => {
  test('is the latest payment before the chargeback', async () => {
    await load('2026-01', [{ amount: 50 }]);
    const fileId = await load('2026-02', [{ amount: 50 }]);
    await load('2026-03', [{ amount: -50 }]);
    expect(await list()).toMatchObject({
      period: '2026-03',
      data: [
        {
          memberExternalId: 'A',
          policyNumber: 'P1',
          planName: 'Gold',
          chargebackAmount: 50,
          paidOut: 100,
          originalPayout: payout('2026-02', 50, fileId),
          fullyReversed: false,
        },
      ],
    });
  });

  test('is a payment for the coverage month that is charged back', async () => {
    const fileId = await load('2026-01', [{ amount: 50 }]);
    await load('2026-02', [{ amount: 60 }]);
    await load('2026-03', [{ amount: -50, month: '2026-01' }]);
    expect(await list()).toMatchObject({ data: [{ originalPayout: payout('2026-01', 50, fileId) }] });
  });

  test('is a payment that is large enough, even if a smaller one is later', async () => {
    const fileId = await load('2026-01', [{ amount: 600 }]);
    await load('2026-02', [{ amount: 5 }]);
    await load('2026-03', [{ amount: -350 }]);
    expect(await list()).toMatchObject({ data: [{ paidOut: 605, originalPayout: payout('2026-01', 600, fileId) }] });
  });

  test('is the latest payment if none is large enough', async () => {
    await load('2026-01', [{ amount: 20 }]);
    const fileId = await load('2026-02', [{ amount: 30 }]);
    await load('2026-03', [{ amount: -50 }]);
    expect(await list()).toMatchObject({
      data: [{ paidOut: 50, fullyReversed: true, originalPayout: payout('2026-02', 30, fileId) }],
    });
  });

  test('is on the same statement if there is no earlier payment', async () => {
    const fileId = await load('2026-01', [{ amount: 70 }, { amount: -50 }]);
    expect(await list()).toMatchObject({
      data: [{ chargebackAmount: 50, paidOut: 70, originalPayout: payout('2026-01', 70, fileId, 2) }],
    });
  });

  test('is absent if the policy was never paid', async () => {
    await load('2026-01', [{ amount: 50, policy: 'P1' }]);
    await load('2026-02', [{ amount: -50, policy: 'P2' }]);
    expect(await list()).toMatchObject({
      data: [{ policyNumber: 'P2', paidOut: 0, originalPayout: null, fullyReversed: false }],
    });
  });
});

test('marks a payment that is charged back in parts as fully reversed with the last part', async () => {
  await load('2026-01', [{ amount: 100 }]);
  await load('2026-02', [{ amount: -60 }]);
  await load('2026-03', [{ amount: -40 }]);
  expect(await list('?period=2026-02')).toMatchObject({
    period: '2026-02',
    data: [{ chargebackAmount: 60, fullyReversed: false }],
  });
  expect(await list()).toMatchObject({ data: [{ chargebackAmount: 40, paidOut: 100, fullyReversed: true }] });
});

test('shows the drop before a chargeback, only for members who dropped', async () => {
  await load('2026-01', [{ amount: 50 }, { id: 'B', amount: 50 }]);
  await load('2026-02', [{ id: 'B', amount: 50 }]);
  await load('2026-03', [{ amount: -50 }, { id: 'B', amount: 50 }]);
  expect(await list()).toMatchObject({ data: [{ memberExternalId: 'A', chargebackAmount: 50 }] });
  expect(((await list()) as { data: unknown[] }).data).toHaveLength(1);
});

test('is updated when the payment is replaced or retracted', async () => {
  await load('2026-01', [{ amount: 50 }]);
  await load('2026-02', [{ amount: -50 }]);
  const fileId = await load('2026-01', [{ amount: 80 }], { replace: 'true' });
  expect(await list()).toMatchObject({
    data: [{ paidOut: 80, fullyReversed: false, originalPayout: { amount: 80, fileId } }],
  });
  const signals = async () => (await account.call('GET', '/v1/members?signal=CHARGEBACK_UNMATCHED')).json;
  expect(await signals()).toMatchObject({ data: [] });
  expect((await account.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
  await service.runJobs();
  expect(await list()).toMatchObject({ data: [{ paidOut: 0, fullyReversed: false, originalPayout: null }] });
  expect(await signals()).toMatchObject({ data: [{ memberExternalId: 'A' }] });
});

test('returns one row per policy, in pages with a total order, and as CSV', async () => {
  const rows = ['A', 'B', 'C'].flatMap((id) => ['P1', 'P2'].map((policy) => ({ id, policy, amount: -10 })));
  await load('2026-01', rows);
  const seen = [];
  for (const offset of [0, 2, 4]) {
    const page = (await list(`?limit=2&offset=${offset}`)) as { data: { policyRefId: string }[]; pagination: object };
    expect(page.pagination).toEqual({ limit: 2, offset, hasMore: offset < 4 });
    seen.push(...page.data.map(({ policyRefId }) => policyRefId));
  }
  expect(new Set(seen).size).toBe(6);
  const csv = await account.call('GET', '/v1/chargebacks', { headers: { Accept: 'text/csv' } });
  expect(csv.body.split('\r\n')[0]).toContain('memberRefId,policyRefId,memberExternalId,policyNumber');
});

test('filters by carrier and workspace, and shows nothing to other accounts', async () => {
  await load('2026-01', [{ amount: -10 }]);
  const other = await service.createCarrier();
  expect(await list(`?carrierId=${other}`)).toMatchObject({ period: null, data: [] });
  expect(await list(`?carrierId=${carrierId}&workspaceId=${account.workspaceId}`)).toMatchObject({
    data: [{ chargebackAmount: 10 }],
  });
  expect(await list('', await service.createAccount())).toMatchObject({ period: null, data: [] });
  expect((await account.call('GET', '/v1/chargebacks?carrierId=nobody')).status).toBe(404);
  expect((await account.call('GET', '/v1/chargebacks?period=2026-13')).status).toBe(422);
  expect((await account.call('GET', '/v1/chargebacks?carrier=x')).status).toBe(422);
});
