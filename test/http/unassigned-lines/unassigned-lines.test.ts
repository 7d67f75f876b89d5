import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService, type TestAccount, type UploadFields } from '../../support/service.ts';

/** Guarantee: money without a member is in every sum of paid amounts, to the cent, and in no finding: GET /v1/unassigned-lines. */

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
