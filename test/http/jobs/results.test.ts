import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type StatementRow, sharedService, startService, statement, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

describe('results', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  const book = await loadWorkedExample(service, account, { carrierId });

  const row = z.looseObject({ memberRefId: z.string(), memberExternalId: z.string(), status: z.string() });
  const results = z.object({
    jobId: z.string(),
    period: z.object({ year: z.int(), month: z.int() }),
    data: z.array(row),
    pagination: z.object({ limit: z.int(), offset: z.int(), hasMore: z.boolean() }),
  });

  async function resultsOf(period: string, query = '') {
    const response = await account.call('GET', `/v1/jobs/${book.jobIds[period]}/results${query}`);
    expect(response.status).toBe(200);
    return results.parse(response.json);
  }

  /** Member ids with their status, in the order of the ids. */
  const shown = ({ data }: z.output<typeof results>) =>
    data.map(({ memberExternalId, status }) => `${memberExternalId} ${status}`).sort();

  test('returns a row with all fields', async () => {
    const february = await resultsOf('2026-02');
    expect(february).toMatchObject({ jobId: book.jobIds['2026-02'], period: { year: 2026, month: 2 } });
    const byMember = new Map(february.data.map((found) => [found.memberExternalId, found]));
    expect(byMember.get('B')).toEqual({
      memberRefId: expect.any(String),
      policyRefId: expect.any(String),
      status: 'yellow',
      flags: ['COMMISSION_CHANGED'],
      signals: expect.any(Array),
      reason: byMember.get('B')?.['reason'],
      commissionAmount: 40,
      prevCommissionAmount: 50,
      comparedAgainstPeriod: '2026-01',
      expectedAmount: 50,
      commissionOwed: 10,
      chargebackAmount: 0,
      memberExternalId: 'B',
      memberName: 'Member B',
      email: null,
      planName: 'Gold',
      policyNumber: 'POL-B',
      premiumAmount: null,
      provisional: false,
      carrierId: expect.any(String),
      carrierName: 'Summit Senior Life',
      agentId: null,
      agentName: null,
      effectiveDate: null,
      termDate: null,
      paidThrough: null,
      period: '2026-02',
    });
    expect(byMember.get('D')).toMatchObject({
      commissionAmount: -50,
      chargebackAmount: 50,
      expectedAmount: null,
      commissionOwed: 0,
    });
    expect(byMember.get('C')).toMatchObject({ commissionAmount: 0, prevCommissionAmount: 50, flags: ['DROPPED'] });
  });

  test('applies each filter', async () => {
    expect(shown(await resultsOf('2026-02', '?status=yellow'))).toEqual(['B yellow', 'D yellow']);
    expect(shown(await resultsOf('2026-02', '?flag=CHARGEBACK'))).toEqual(['D yellow']);
    expect(shown(await resultsOf('2026-02', '?chargeback=true'))).toEqual(['D yellow']);
    expect(shown(await resultsOf('2026-02', '?chargeback=false&status=yellow'))).toEqual(['B yellow']);
    expect(shown(await resultsOf('2026-03', '?owedOnly=true'))).toEqual(['B green', 'E yellow']);
    expect(shown(await resultsOf('2026-03', '?owedOnly=false'))).toHaveLength(4);
    expect(shown(await resultsOf('2026-04', '?flag=REAPPEARED_WITH_DELTA'))).toEqual(['C reappeared']);
  });

  test('returns the present scores of the period, whichever of its jobs is asked for', async () => {
    const own = await service.createAccount();
    const uploaded = await own.upload({ file: statement([['M1', 5]]), carrierId, period: '2026-01' });
    const { jobId } = z.looseObject({ jobId: z.string() }).parse(uploaded.json);
    const get = async () => results.parse((await own.call('GET', `/v1/jobs/${jobId}/results`)).json);
    expect((await get()).data).toEqual([]);
    await service.runJobs();
    await own.upload({ file: statement([['M2', 7]]), carrierId, period: '2026-01', replace: true });
    expect((await get()).data).toMatchObject([{ memberExternalId: 'M1', commissionAmount: 5 }]);
    await service.runJobs();
    expect((await get()).data).toMatchObject([{ memberExternalId: 'M2', commissionAmount: 7 }]);
  });

  test('rounds fractions of a cent half away from zero', async () => {
    const own = await service.createAccount();
    const { jobId } = await own.load({
      file: statement([
        ['M1', '-0.005'],
        ['M2', '1.0049'],
        ['M3', '2.675'],
      ]),
      carrierId,
      period: '2026-01',
    });
    const { data } = results.parse((await own.call('GET', `/v1/jobs/${jobId}/results`)).json);
    const amounts = data.map(({ memberExternalId, commissionAmount }) => [memberExternalId, commissionAmount]).sort();
    expect(amounts).toEqual([
      ['M1', -0.01],
      ['M2', 1],
      ['M3', 2.68],
    ]);
  });
});

describe('deltas', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  const policy = { Plan: 'Gold', Premium: '500.10', Policy: '007' };
  await account.upload({
    carrierId,
    period: '2026-01',
    file: statement([
      ['M1', 50, policy],
      ['M2', 20, policy],
      ['M3', 30, { ...policy, Plan: '' }],
    ]),
  });
  const { jobId } = await account.load({
    carrierId,
    period: '2026-02',
    file: statement([
      ['M1', 40.125, { ...policy, Premium: '600', Plan: 'Silver' }],
      ['M3', 30, policy],
      ['M4', 9, policy],
    ]),
  });

  const page = z.object({
    data: z.array(
      z.object({
        memberRefId: z.string(),
        field: z.string(),
        prevValue: z.union([z.string(), z.number()]).nullable(),
        currValue: z.union([z.string(), z.number()]).nullable(),
        changeType: z.string(),
      }),
    ),
    pagination: z.object({ limit: z.int(), offset: z.int(), hasMore: z.boolean() }),
  });

  async function deltas(query = '') {
    const response = await account.call('GET', `/v1/jobs/${jobId}/deltas${query}`);
    expect(response.status).toBe(200);
    return page.parse(response.json);
  }

  const moved = ({ data }: z.output<typeof page>) =>
    data.map(({ field, prevValue, currValue, changeType }) => [field, prevValue, currValue, changeType]).sort();

  test('returns numbers as numbers and texts as texts; dates and policies are never numbers', async () => {
    expect(moved(await deltas())).toEqual(
      [
        ['commission_amount', 50, 40.13, 'modified'],
        ['premium_amount', 500.1, 600, 'modified'],
        ['plan_name', 'Gold', 'Silver', 'modified'],
        ['commission_amount', 20, null, 'removed'],
        ['commission_amount', null, 9, 'added'],
        ['plan_name', null, 'Gold', 'added'],
      ].sort(),
    );
  });

  test('filters by change type and by member', async () => {
    expect((await deltas('?changeType=modified')).data).toHaveLength(3);
    expect(moved(await deltas('?changeType=removed'))).toEqual([['commission_amount', 20, null, 'removed']]);
    const [first] = (await deltas('?changeType=modified')).data;
    const ofMember = await deltas(`?memberRefId=${first?.memberRefId}`);
    expect(ofMember.data.map(({ field }) => field)).toEqual(['commission_amount', 'plan_name', 'premium_amount']);
    expect((await deltas(`?memberRefId=${randomUUID()}`)).data).toEqual([]);
    expect((await deltas('?memberRefId=M1')).data).toEqual([]);
  });
});

/** Guarantee: `stats` stay as of the end of the job; `currentStats` show the period's present scores. */
describe('current stats', async () => {
  const service = await sharedService();
  const carrierId = await service.createCarrier();

  const figures = z.record(z.string(), z.number());
  const job = z.object({
    jobId: z.string(),
    completedAt: z.string().nullable(),
    stats: figures,
    statsAsOf: z.string().nullable(),
    currentStats: figures.nullable(),
  });
  const upload = z.object({ jobId: z.string(), fileId: z.string() });

  async function load(account: TestAccount, rows: readonly StatementRow[], more: object = {}) {
    return account.load({ file: statement(rows), carrierId, period: '2026-01', ...more });
  }

  const get = async (account: TestAccount, jobId: string) =>
    job.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);

  const PERIOD = [
    ...['members', 'green', 'yellow', 'red', 'new', 'reappeared'],
    ...[
      'commissionTotal',
      'chargebackCount',
      'chargebackAmount',
      'commissionOwed',
      'commissionOwedEstimated',
      'unassignedCount',
      'unassignedAmount',
    ],
  ];
  const ofPeriod = (stats: Record<string, number>) => Object.fromEntries(PERIOD.map((name) => [name, stats[name]]));

  test('are equal right after the job', async () => {
    const account = await service.createAccount();
    const { jobId } = await load(account, [
      ['A', '50.005'],
      ['B', 50],
      ['B', '-20.25'],
    ]);
    const { stats, statsAsOf, currentStats, completedAt } = await get(account, jobId);
    expect(currentStats).toEqual(ofPeriod(stats));
    expect(currentStats).toMatchObject({ members: 2, new: 2, commissionTotal: 79.76, chargebackAmount: 20.25 });
    expect(statsAsOf).toBe(completedAt);
  });

  test('differ after a rate change, which changes only the present owed amounts', async () => {
    const account = await service.createAccount();
    const { jobId } = await load(account, [
      ['A', 50],
      ['B', 50],
    ]);
    const before = await get(account, jobId);
    const rate = { carrierId, rateType: 'flat_per_member', rateValue: 70 };
    await account.call('POST', '/v1/expected-rates', { json: rate });
    await service.runJobs();
    const after = await get(account, jobId);
    expect(after).toMatchObject({ stats: before.stats, statsAsOf: before.statsAsOf });
    expect(after.currentStats).toEqual({ ...before.currentStats, commissionOwed: 40 });
    const listed = z.object({ data: z.array(job) }).parse((await account.call('GET', '/v1/jobs')).json).data;
    expect(listed.find((one) => one.jobId === jobId)).toEqual(after);
  });

  test('show the whole period for both jobs of a split period', async () => {
    const account = await service.createAccount();
    const first = await load(account, [['A', 50]]);
    const second = await load(account, [['B', 30]], { append: true });
    for (const { jobId } of [first, second])
      expect((await get(account, jobId)).currentStats).toMatchObject({ members: 2, commissionTotal: 80 });
    expect((await get(account, first.jobId)).stats).toMatchObject({ members: 1, commissionTotal: 50 });
  });

  test('are null once the period no longer has the file, replaced or retracted', async () => {
    const account = await service.createAccount();
    const first = await load(account, [['A', 50]]);
    const second = await load(account, [['A', 30]], { replace: true });
    expect(await get(account, first.jobId)).toMatchObject({ currentStats: null, stats: { commissionTotal: 50 } });
    expect((await get(account, second.jobId)).currentStats).toMatchObject({ commissionTotal: 30 });
    const retracted = await account.call('DELETE', `/v1/files/${second.fileId}`);
    await service.runJobs();
    expect(await get(account, second.jobId)).toMatchObject({ currentStats: null, stats: { commissionTotal: 30 } });
    const { jobId } = upload.parse(retracted.json);
    expect(await get(account, jobId)).toMatchObject({ currentStats: null, stats: { members: 0, commissionTotal: 0 } });
  });
});

/** Guarantee: a chargeback after the drop shows its net amount, so the rows of a period add up to its statement. */
describe('charged back after drop', async () => {
  const jobIds = new Map<string, string>();
  const service = await startService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  await load('2026-01', [
    ['A', 50],
    ['B', 50],
    ['C', 50],
  ]);
  await load('2026-02', [['C', 50]]);
  await load('2026-03', [
    ['A', '-30.005'],
    ['A', -20],
    ['C', 10],
  ]);
  await load('2026-04', [
    ['A', 40],
    ['C', 10],
  ]);
  afterAll(() => service.close());

  async function load(period: string, rows: readonly StatementRow[]) {
    const uploaded = await account.upload({ file: statement(rows), carrierId, period });
    jobIds.set(period, z.object({ jobId: z.string() }).parse(uploaded.json).jobId);
    await service.runJobs();
  }

  const row = z.object({
    memberRefId: z.string(),
    memberExternalId: z.string(),
    status: z.string(),
    flags: z.array(z.string()),
    commissionAmount: z.number(),
    prevCommissionAmount: z.number(),
  });
  const timeline = z.object({ data: z.array(z.object({ period: z.string(), commissionAmount: z.number() })) });

  async function rowsOf(period: string) {
    const { json } = await account.call('GET', `/v1/jobs/${jobIds.get(period)}/results`);
    return z.object({ data: z.array(row) }).parse(json).data;
  }

  const rowOf = async (period: string, id: string) =>
    (await rowsOf(period)).find(({ memberExternalId }) => memberExternalId === id);

  test('shows the net amount of its lines in the row; a dropped member shows 0', async () => {
    expect(await rowOf('2026-03', 'A')).toMatchObject({
      status: 'red',
      flags: ['CHARGEBACK'],
      commissionAmount: -50.01,
      prevCommissionAmount: 0,
    });
    expect(await rowOf('2026-02', 'B')).toMatchObject({ status: 'red', flags: ['DROPPED'], commissionAmount: 0 });
  });

  test("makes a period's rows add up to the commissionTotal of its job, to the cent", async () => {
    for (const [period, jobId] of jobIds) {
      const { stats } = z
        .object({ stats: z.looseObject({ commissionTotal: z.number() }) })
        .parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
      const sum = (await rowsOf(period)).reduce((total, { commissionAmount }) => total + commissionAmount, 0);
      expect({ period, sum: sum.toFixed(2) }).toEqual({ period, sum: stats.commissionTotal.toFixed(2) });
    }
  });

  test('shows the amount in the members list and the timeline too', async () => {
    const found = await rowOf('2026-03', 'A');
    const members = await account.call('GET', '/v1/members?period=2026-03&status=red');
    expect(members.json).toMatchObject({ data: [{ memberExternalId: 'A', commissionAmount: -50.01 }] });
    const months = timeline.parse((await account.call('GET', `/v1/members/${found?.memberRefId}/timeline`)).json).data;
    expect(months.map(({ period, commissionAmount }) => `${period} ${commissionAmount}`)).toEqual([
      '2026-01 50',
      '2026-02 0',
      '2026-03 -50.01',
      '2026-04 40',
    ]);
  });

  test('compares a returning member with the amount paid before the drop', async () => {
    expect(await rowOf('2026-04', 'A')).toMatchObject({
      status: 'reappeared',
      flags: ['REAPPEARED', 'REAPPEARED_WITH_DELTA'],
      commissionAmount: 40,
      prevCommissionAmount: 50,
    });
  });
});
