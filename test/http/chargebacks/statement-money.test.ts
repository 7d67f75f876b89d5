import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService, type TestAccount, type UploadFields } from '../../support/service.ts';

/** Tests GET /v1/chargebacks: the charged back amounts, each with the payment it reverses. */
describe('chargebacks', async () => {
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
    const accepted = await account.upload({
      file,
      fileName: `${period}-${rows.length}.csv`,
      carrierId,
      period,
      ...more,
    });
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
});

/** Guarantee: money without a member is in every sum of paid amounts, to the cent, and in no finding: GET /v1/unassigned-lines. */
describe('unassigned lines', async () => {
  let account: TestAccount;
  let carrierId: string;
  const service = await sharedService();
  beforeEach(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier({
      config: {
        ...STATEMENT_CONFIG,
        columns: { member_external_id: 'Member ID', commission_amount: 'Commission', transaction_type: 'Type' },
      },
    });
  });

  const PERIOD = '2026-01';
  const csvOf = (...rows: string[]) => ['Member ID,Type,Commission', ...rows].join('\n');
  /** 100.00 + 50.10 − 20.00 of members, and 25.05 − 30.00 without a member: 125.15. */
  const WITH_BONUS = csvOf('M1,New,100.00', 'M2,New,50.10', 'M3,Back,-20.00', ',Bonus,25.05', ',E&O fee,-30.00');

  const uploadJob = (file: string, more: Partial<UploadFields> = {}) =>
    account.load({ carrierId, period: PERIOD, file, ...more });
  const get = async (path: string) => (await account.call('GET', path)).json;
  const lines = z.looseObject({
    data: z.array(z.looseObject({ kind: z.string(), amount: z.number(), row: z.number(), fileId: z.string() })),
  });
  const list = async (query = '') => lines.parse(await get(`/v1/unassigned-lines${query}`)).data;
  const amounts = async (query = '') => (await list(query)).map(({ amount }) => amount);

  describe('money without a member', () => {
    test('is in the figures of a month, and its correction is an adjustment of the closed month', async () => {
      await uploadJob(WITH_BONUS);
      const month = async () => {
        const { data } = z
          .object({ data: z.array(z.looseObject({})).length(1) })
          .parse(await get(`/v1/months/${PERIOD}`));
        return data[0];
      };
      const closed = { paidGross: 175.15, chargebacks: 50, paidNet: 125.15 };
      expect(await month()).toMatchObject({ current: closed, closed: null });
      await account.call('PUT', `/v1/months/${PERIOD}`, { json: { state: 'closed' } });
      const { jobId } = await uploadJob(WITH_BONUS.replace('25.05', '26.00').replace('-30.00', '-31.00'), {
        replace: true,
      });
      const change = { paidGross: 0.95, chargebacks: 1, paidNet: -0.05, memberCount: 0, commissionOwed: 0 };
      expect(await month()).toMatchObject({
        closed,
        current: { paidGross: 176.1, chargebacks: 51, paidNet: 125.1 },
        adjusted: change,
        adjustments: [{ jobId, cause: 'replace', ...change, commissionAtRisk: 0 }],
      });
      await uploadJob(csvOf(',Bonus,1.00'), { append: true });
      expect(await month()).toMatchObject({ adjusted: { paidGross: 1.95 }, adjustments: [{ paidGross: 1 }, change] });
      await uploadJob(WITH_BONUS, { replace: true });
      expect(await month()).toMatchObject({ adjusted: { paidGross: 0, chargebacks: 0 }, adjustments: { length: 3 } });
    });

    test('is in every paid sum to the cent, and nowhere else', async () => {
      const { jobId } = await uploadJob(WITH_BONUS, { statedTotal: '125.15' });
      const ofPeriod = { commissionTotal: 125.15, unassignedCount: 2, unassignedAmount: -4.95 };
      const ofMembers = { members: 3, chargebackCount: 1, chargebackAmount: 20 };
      const job = await get(`/v1/jobs/${jobId}`);
      expect(job).toMatchObject({
        status: 'completed',
        stats: { ...ofPeriod, ...ofMembers, rowsTotal: 5, rowsIngested: 3, rowsUnassigned: 2, rowsFailed: 0 },
        currentStats: { ...ofPeriod, ...ofMembers },
        warnings: [],
      });
      expect(job).not.toHaveProperty('stats.variance');
      const paid = { paidGross: 175.15, chargebacks: 50, paidNet: 125.15 };
      expect(await get('/v1/reports/tax-1099?year=2026')).toMatchObject({ data: [paid], totals: paid });
      const unassigned = { unassignedCount: 2, unassignedAmount: -4.95 };
      expect(await get(`/v1/reports/rollup?period=${PERIOD}`)).toMatchObject({
        totals: { ...unassigned, chargebackCount: 1, chargebackAmount: 20, memberCount: 3 },
        byCarrier: [unassigned],
      });
      const cumulative = { unassignedAmount: -4.95, chargebackAmount: 20 };
      expect(await get('/v1/reports/cumulative')).toMatchObject({
        totals: cumulative,
        byPeriod: [cumulative],
        byCarrier: [cumulative],
      });
      expect(await get('/v1/members')).toMatchObject({ data: { length: 3 } });
      expect(await get(`/v1/chargebacks?period=${PERIOD}`)).toMatchObject({ data: { length: 1 } });
    });

    test('is counted when the lines are compared with a stated total', async () => {
      const { jobId } = await uploadJob(csvOf('M1,New,100', ',Bonus,25'), { statedTotal: '100' });
      expect(await get(`/v1/jobs/${jobId}`)).toMatchObject({
        stats: { statedTotal: 100, ingestedTotal: 125, variance: 25 },
        warnings: [{ code: 'statement_total_variance' }],
      });
    });

    test("leaves a balance out of the sums that the statement's total leaves out, and keeps it in the list", async () => {
      await uploadJob(csvOf('Balance Forward,,-50', 'M1,New,100', 'M2,New,20', 'Total,,120'));
      expect(await list()).toMatchObject([{ kind: 'balance_forward', amount: -50, isCounted: false }]);
      expect(await get('/v1/reports/tax-1099?year=2026')).toMatchObject({ totals: { paidNet: 120, chargebacks: 0 } });
    });

    test('is counted once for several files and workspaces', async () => {
      await uploadJob(WITH_BONUS);
      await uploadJob(csvOf(',Override,10'), { append: true });
      await uploadJob(csvOf('M1,New,100', ',Bonus,1'), { period: '2026-02' });
      expect(await get('/v1/reports/tax-1099?year=2026')).toMatchObject({
        totals: { paidNet: 236.15, paidGross: 286.15 },
      });
      expect(await get('/v1/reports/rollup?period=2026-01')).toMatchObject({
        totals: { unassignedCount: 3, unassignedAmount: 5.05 },
      });
    });
  });

  describe('a file without a member', () => {
    test.each([
      ['only money without a member', csvOf(',Bonus,25.05'), 25.05],
      ['only a header', csvOf(), 0],
      ['a notice', csvOf('No activity this period,,'), 0],
    ])('completes, and drops no member that another file of the month has: %s', async (_, file, amount) => {
      await uploadJob(csvOf('M1,New,100'), { period: '2025-12' });
      await uploadJob(csvOf('M1,New,100'));
      const { jobId } = await uploadJob(file, { append: true });
      expect(await get(`/v1/jobs/${jobId}`)).toMatchObject({
        status: 'completed',
        stats: { rowsIngested: 0, rowsFailed: 0, members: 1, green: 1, red: 0, commissionTotal: 100 + amount },
      });
    });

    test('completes as the first week of a month; the later weeks are added', async () => {
      await uploadJob(csvOf('M1,New,100'), { period: '2025-12' });
      await uploadJob(csvOf());
      await uploadJob(csvOf('M1,New,100'), { append: true });
      expect(await get(`/v1/members?period=${PERIOD}`)).toMatchObject({
        data: [{ memberExternalId: 'M1', status: 'green' }],
      });
    });

    test("makes last month's members absent if it is alone in its month, like any other statement", async () => {
      await uploadJob(csvOf('M1,New,100'), { period: '2025-12' });
      const { jobId } = await uploadJob(csvOf());
      expect(await get(`/v1/jobs/${jobId}`)).toMatchObject({ stats: { members: 0, red: 1, commissionTotal: 0 } });
    });
  });

  describe('a file that no longer counts', () => {
    test('takes its money out of the sums, whether it was replaced or retracted, alone or with its month', async () => {
      const first = await uploadJob(WITH_BONUS);
      const second = await uploadJob(csvOf('M4,New,7', ',Override,10'), { append: true });
      expect(await amounts()).toEqual([25.05, -30, 10]);
      const corrected = await uploadJob(csvOf('M1,New,100', ',Bonus,26'), { replaceFileId: first.fileId });
      expect(await amounts()).toEqual([10, 26]);
      await account.call('DELETE', `/v1/files/${second.fileId}?only=true`);
      await service.runJobs();
      expect(await amounts()).toEqual([26]);
      expect(await get('/v1/reports/tax-1099?year=2026')).toMatchObject({ totals: { paidNet: 126 } });
      await account.call('POST', `/v1/files/${corrected.fileId}/rescore`);
      await service.runJobs();
      expect(await amounts()).toEqual([26]);
      await uploadJob(csvOf('M1,New,100'), { replace: true });
      expect(await amounts()).toEqual([]);
      expect(await get('/v1/reports/tax-1099?year=2026')).toMatchObject({ totals: { paidNet: 100 } });
    });
  });

  describe('the list of unassigned lines', () => {
    test('shows the fields of a row, with filters, in pages and as CSV', async () => {
      const { fileId } = await uploadJob(WITH_BONUS);
      await uploadJob(csvOf(',Override,10'), { period: '2026-02' });
      expect(await amounts()).toEqual([10, 25.05, -30]);
      expect(await list(`?period=${PERIOD}&carrierId=${carrierId}&workspaceId=${account.workspaceId}`)).toMatchObject([
        {
          sheet: 1,
          row: 5,
          kind: 'bonus',
          text: 'Bonus',
          amount: 25.05,
          isCounted: true,
          fileId,
          carrierId,
          period: PERIOD,
        },
        { row: 6, kind: 'fee', text: 'E&O fee', amount: -30 },
      ]);
      expect(await amounts(`?fileId=${fileId}`)).toEqual([25.05, -30]);
      expect(await amounts('?limit=1&offset=1')).toEqual([25.05]);
      expect(await amounts('?fileId=nobody')).toEqual([]);
      const csv = await account.call('GET', '/v1/unassigned-lines', { headers: { Accept: 'text/csv' } });
      expect(csv.body.split('\r\n').length).toBe(5);
      const other = await service.createAccount();
      expect((await other.call('GET', '/v1/unassigned-lines')).json).toMatchObject({ data: [] });
      expect((await other.call('GET', `/v1/unassigned-lines?fileId=${fileId}`)).json).toMatchObject({ data: [] });
    });

    test('answers 404 and 422 for unknown ids and faults', async () => {
      expect((await account.call('GET', '/v1/unassigned-lines?carrierId=nobody')).status).toBe(404);
      expect((await account.call('GET', '/v1/unassigned-lines?period=2026-13')).status).toBe(422);
      expect((await account.call('GET', '/v1/unassigned-lines?kind=bonus')).status).toBe(422);
    });
  });
});
