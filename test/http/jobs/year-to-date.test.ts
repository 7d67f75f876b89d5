import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, type TestAccount } from '../../support/service.ts';

const service = await sharedService();

const CONFIG = {
  fileType: 'csv',
  statementMode: 'ytd',
  columns: { member_external_id: 'Member ID', commission_amount: 'YTD' },
} as const;

const accepted = z.object({ jobId: z.string() });
const rows = z.object({
  data: z.array(z.looseObject({ memberExternalId: z.string(), status: z.string(), commissionAmount: z.number() })),
});

test("gives each month the increase of a carrier's year-to-date totals, in any order of arrival", async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ config: CONFIG });
  const printed: Readonly<Record<string, string>> = {
    '2025-12': 'A,600\nB,600',
    '2026-01': 'A,50\nB,50',
    '2026-02': 'A,100\nB,80',
    '2026-03': 'A,150.10\nB,60\nC,20',
  };
  const jobs = new Map<string, string>();
  for (const period of ['2026-03', '2025-12', '2026-02', '2026-01']) {
    const reply = await account.upload({ carrierId, period, file: `Member ID,YTD\n${printed[period]}\n` });
    jobs.set(period, accepted.parse(reply.json).jobId);
    await service.runJobs();
  }
  const of = async (period: string) => {
    const reply = await account.call('GET', `/v1/jobs/${jobs.get(period)}/results`);
    const shown = rows.parse(reply.json).data.map((row) => [row.memberExternalId, row.status, row.commissionAmount]);
    return shown.sort();
  };
  expect(await of('2026-01')).toEqual([
    ['A', 'yellow', 50],
    ['B', 'yellow', 50],
  ]);
  expect(await of('2026-02')).toEqual([
    ['A', 'green', 50],
    ['B', 'yellow', 30],
  ]);
  expect(await of('2026-03')).toEqual([
    ['A', 'green', 50.1],
    ['B', 'yellow', -20],
    ['C', 'new', 20],
  ]);
});

test.each(['2026-01', '2026-02'])(
  'treats two lines of one policy as one total, in January and later: %s',
  async (period) => {
    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ config: CONFIG });
    const before = period === '2026-01' ? '2025-12' : '2026-01';
    await account.upload({ carrierId, period: before, file: 'Member ID,YTD\nZ,10\n' });
    const reply = await account.upload({ carrierId, period, file: 'Member ID,YTD\nZ,10\nA,-30\nA,5\n' });
    await service.runJobs();
    const job = await account.call('GET', `/v1/jobs/${accepted.parse(reply.json).jobId}`);
    expect(job.json).toMatchObject({ status: 'completed', stats: { chargebackCount: 1, chargebackAmount: 25 } });
  },
);

const POLICIES = { ...CONFIG, columns: { ...CONFIG.columns, policy_number: 'Policy' } };

/** Uploads months as lines of member, policy and total in this order, and returns the job of each. */
async function loadMonths(account: TestAccount, carrierId: string, printed: Readonly<Record<string, string>>) {
  const jobs = new Map<string, string>();
  for (const [period, lines] of Object.entries(printed)) {
    const file = `Member ID,Policy,YTD\n${lines}\n`;
    jobs.set(period, accepted.parse((await account.upload({ carrierId, period, file })).json).jobId);
    await service.runJobs();
  }
  return async (period: string) => {
    const reply = await account.call('GET', `/v1/jobs/${jobs.get(period)}/results`);
    return rows.parse(reply.json).data.sort((a, b) => (a.memberExternalId < b.memberExternalId ? -1 : 1));
  };
}

test('shows paid and charged back amounts instead of the totals in chargebacks and journeys', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ config: POLICIES });
  const resultsOf = await loadMonths(account, carrierId, {
    '2026-01': 'B,P1,100\nB,P2,10\nN,P3,-30',
    '2026-02': 'B,P1,60\nB,P2,20\nN,P3,-50',
  });
  const listed = z.object({ data: z.array(z.looseObject({ memberExternalId: z.string() })) });
  const chargebacks = listed.parse((await account.call('GET', '/v1/chargebacks?period=2026-02')).json).data;
  expect(chargebacks.sort((a, b) => (a.memberExternalId < b.memberExternalId ? -1 : 1))).toMatchObject([
    {
      memberExternalId: 'B',
      policyNumber: 'P1',
      chargebackAmount: 40,
      paidOut: 100,
      originalPayout: { period: '2026-01', amount: 100 },
      fullyReversed: false,
    },
    { memberExternalId: 'N', chargebackAmount: 20, paidOut: 0, originalPayout: null, fullyReversed: false },
  ]);

  const [member] = await resultsOf('2026-02');
  const journey = await account.call('GET', `/v1/members/${member?.memberRefId}/journey`);
  expect(journey.json).toMatchObject({
    periods: [
      { commissionAmount: 110, policies: [{ commissionAmount: 100 }, { commissionAmount: 10 }] },
      { commissionAmount: -30, policies: [{ commissionAmount: -40 }, { commissionAmount: 10 }] },
    ],
  });
  const { policies } = z
    .object({ periods: z.array(z.object({ policies: z.array(z.object({ policyRefId: z.string() })) })) })
    .parse(journey.json).periods[0] ?? { policies: [] };
  const policy = await account.call('GET', `/v1/policies/${policies[0]?.policyRefId}/journey`);
  expect(policy.json).toMatchObject({
    periods: [{ commissionAmount: 100 }, { commissionAmount: -40, prevCommissionAmount: 100 }],
  });
});

test('does not pay an omitted policy again when it returns, in any order of arrival', async () => {
  const printed: Readonly<Record<string, string>> = {
    '2025-01': 'G,P1,100\nK,P2,50\nK,P3,10\nZ,P4,100',
    '2025-02': 'K,P2,100',
    '2025-03': 'G,P1,150\nK,P2,150\nK,P3,30\nZ,P4,60',
    '2026-01': 'G,P1,40',
  };
  for (const order of [
    ['2025-01', '2025-02', '2025-03', '2026-01'],
    ['2025-03', '2026-01', '2025-01', '2025-02'],
  ]) {
    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ config: POLICIES });
    const months = Object.fromEntries(order.map((period) => [period, printed[period] ?? '']));
    const resultsOf = await loadMonths(account, carrierId, months);
    // Z had dropped, so a later chargeback does not make it present.
    expect(await resultsOf('2025-03')).toMatchObject([
      { memberExternalId: 'G', status: 'reappeared', commissionAmount: 50, chargebackAmount: 0 },
      { memberExternalId: 'K', status: 'green', commissionAmount: 70, chargebackAmount: 0 },
      { memberExternalId: 'Z', status: 'red', commissionAmount: -40, chargebackAmount: 40 },
    ]);
    expect(await resultsOf('2026-01')).toContainEqual(
      expect.objectContaining({ memberExternalId: 'G', commissionAmount: 40 }),
    );
    const year = await account.call('GET', '/v1/reports/tax-1099?year=2025');
    // The year's last totals: 150 + 180 + 60.
    expect(year.json).toMatchObject({ totals: { paidNet: 390 } });
  }
});

test('does not estimate a rate from a first statement later in the year, whose number of months is unknown', async () => {
  const account = await service.createAccount();
  const owedOf = async (carrierId: string, period: string) => {
    const reply = await account.call('GET', `/v1/reports/rollup?period=${period}&carrierId=${carrierId}`);
    return z.object({ totals: z.object({ commissionOwed: z.number(), owedEvaluated: z.number() }) }).parse(reply.json)
      .totals;
  };
  const inNovember = await service.createCarrier({ config: POLICIES });
  await loadMonths(account, inNovember, { '2025-11': 'A,P1,550', '2025-12': 'A,P1,600', '2026-01': 'A,P1,50' });
  for (const period of ['2025-12', '2026-01']) {
    expect(await owedOf(inNovember, period)).toEqual({ commissionOwed: 0, owedEvaluated: 0 });
  }
  const inJanuary = await service.createCarrier({ config: POLICIES });
  await loadMonths(account, inJanuary, { '2026-01': 'A,P1,50', '2026-02': 'A,P1,90' });
  expect(await owedOf(inJanuary, '2026-02')).toEqual({ commissionOwed: 10, owedEvaluated: 1 });
});

test('keeps the paid amount of each month when a carrier changes to totals and back, even after a rescore', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, config: { ...POLICIES, statementMode: 'period' } });
  const jobs = new Map<string, { readonly jobId: string; readonly fileId: string }>();
  const load = async (period: string, lines: string) => {
    const reply = await account.upload({ carrierId, period, file: `Member ID,Policy,YTD\n${lines}\n` });
    jobs.set(period, z.object({ jobId: z.string(), fileId: z.string() }).parse(reply.json));
    await service.runJobs();
  };
  // A is paid 50 each month. B is not paid in February. C is charged back 20 in March. D is missing from a statement of totals.
  await load('2026-01', 'A,P1,50\nB,P2,20\nC,P3,30\nD,P4,10');
  await load('2026-02', 'A,P1,50\nC,P3,30\nD,P4,10');
  await service.addConfig(carrierId, POLICIES, account);
  await load('2026-03', 'A,P1,150\nB,P2,40\nC,P3,40');
  await load('2026-04', 'A,P1,200\nB,P2,60\nC,P3,70\nD,P4,25');
  await service.addConfig(carrierId, { ...POLICIES, statementMode: 'period' }, account);
  await load('2026-05', 'A,P1,50\nB,P2,20');
  await service.addConfig(carrierId, POLICIES, account);
  await load('2026-06', 'A,P1,300\nB,P2,100\nC,P3,75\nD,P4,30');

  const paid: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    '2026-01': { A: 50, B: 20, C: 30, D: 10 },
    '2026-02': { A: 50, B: 0, C: 30, D: 10 },
    '2026-03': { A: 50, B: 20, C: -20, D: 0 },
    '2026-04': { A: 50, B: 20, C: 30, D: 5 },
    '2026-05': { A: 50, B: 20, C: 0, D: 0 },
    '2026-06': { A: 50, B: 20, C: 5, D: 5 },
  };
  const scored = async () => {
    const months: Record<string, Record<string, number>> = {};
    for (const [period, { jobId }] of jobs) {
      const { data } = rows.parse((await account.call('GET', `/v1/jobs/${jobId}/results`)).json);
      months[period] = Object.fromEntries(data.map((row) => [row.memberExternalId, row.commissionAmount]));
    }
    return months;
  };
  expect(await scored()).toEqual(paid);
  for (const { fileId } of jobs.values()) {
    expect((await account.call('POST', `/v1/files/${fileId}/rescore`)).status).toBe(202);
    await service.runJobs();
  }
  expect(await scored()).toEqual(paid);

  const listed = z.object({ data: z.array(z.looseObject({ memberRefId: z.string(), memberExternalId: z.string() })) });
  const { data: members } = listed.parse((await account.call('GET', '/v1/members?period=2026-06')).json);
  const journeyOf = z.object({ periods: z.array(z.object({ period: z.string(), policies: z.array(z.unknown()) })) });
  for (const { memberRefId, memberExternalId } of members) {
    const { periods } = journeyOf.parse((await account.call('GET', `/v1/members/${memberRefId}/journey`)).json);
    for (const { period, policies } of periods.filter((shown) => shown.policies.length > 0)) {
      expect(policies, `${memberExternalId} in ${period}`).toMatchObject([
        { commissionAmount: paid[period]?.[memberExternalId] },
      ]);
    }
  }
  const chargebacks = await account.call('GET', '/v1/chargebacks?period=2026-03');
  expect(listed.parse(chargebacks.json).data).toMatchObject([
    { memberExternalId: 'C', chargebackAmount: 20, paidOut: 60, fullyReversed: false },
  ]);
});

test('leaves the lines of the first file unchanged when a file of the other mode is appended', async () => {
  const account = await service.createAccount();
  const modes = { payments: { ...POLICIES, statementMode: 'period' }, totals: POLICIES };
  const yearOf = async (carrierId: string) => {
    const year = await account.call('GET', `/v1/reports/tax-1099?year=2026&carrierId=${carrierId}`);
    return z.object({ totals: z.object({ paidNet: z.number(), chargebacks: z.number() }) }).parse(year.json).totals;
  };
  const append = async (carrierId: string, period: string, lines: string) => {
    const file = `Member ID,Policy,YTD\n${lines}\n`;
    const { jobId } = await account.load({ carrierId, period, file, append: true });
    return rows.parse((await account.call('GET', `/v1/jobs/${jobId}/results`)).json).data;
  };

  const totalsLast = await service.createCarrier({ account, config: modes.payments });
  await loadMonths(account, totalsLast, { '2026-01': 'A,P1,50', '2026-02': 'A,P1,50' });
  await service.addConfig(totalsLast, modes.totals, account);
  expect(await append(totalsLast, '2026-02', 'B,P2,150')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ memberExternalId: 'A', status: 'green', commissionAmount: 50 }),
      expect.objectContaining({ memberExternalId: 'B', status: 'new', commissionAmount: 150 }),
    ]),
  );
  expect(await yearOf(totalsLast)).toEqual({ paidNet: 250, chargebacks: 0 });

  const paymentsLast = await service.createCarrier({ account, config: modes.totals });
  await loadMonths(account, paymentsLast, { '2026-01': 'A,P1,50', '2026-02': 'A,P1,100' });
  await service.addConfig(paymentsLast, modes.payments, account);
  await append(paymentsLast, '2026-02', 'A,P1,5\nB,P2,20');
  await service.addConfig(paymentsLast, modes.totals, account);
  const resultsOf = await loadMonths(account, paymentsLast, { '2026-03': 'A,P1,155\nB,P2,40' });
  // The appended amount is part of the next totals.
  expect(await resultsOf('2026-03')).toMatchObject([
    { memberExternalId: 'A', commissionAmount: 50, prevCommissionAmount: 55 },
    { memberExternalId: 'B', commissionAmount: 20, prevCommissionAmount: 20 },
  ]);
  expect(await yearOf(paymentsLast)).toEqual({ paidNet: 195, chargebacks: 0 });
});

test('shows plan and premium of a policy with several lines of totals, and the file of its first line', async () => {
  const account = await service.createAccount();
  const columns = { ...POLICIES.columns, plan_name: 'Plan', premium_amount: 'Premium' };
  const carrierId = await service.createCarrier({ config: { ...CONFIG, columns } });
  const upload = async (line: string, fields: { readonly append?: boolean } = {}) => {
    const file = `Member ID,Policy,YTD,Premium,Plan\n${line}\n`;
    return account.load({ carrierId, period: '2026-01', file, ...fields });
  };
  const { jobId, fileId } = await upload('A,P1,50,,');
  // File ids are random, so the id of at least one of many appended files sorts before the first file's id.
  for (let nth = 0; nth < 5; nth++) await upload(`A,P1,1${nth},100,Gold`, { append: true });
  const { data } = rows.parse((await account.call('GET', `/v1/jobs/${jobId}/results`)).json);
  const policy = { commissionAmount: 110, premiumAmount: 100, planName: 'Gold' };
  const member = await account.call('GET', `/v1/members/${data[0]?.['memberRefId']}/journey`);
  expect(member.json).toMatchObject({ periods: [{ commissionAmount: 110, policies: [policy] }] });
  const own = await account.call('GET', `/v1/policies/${data[0]?.['policyRefId']}/journey`);
  expect(own.json).toMatchObject({ periods: [{ file: { fileId }, policies: [policy] }] });
});
