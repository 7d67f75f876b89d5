import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type StatementRow, startService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: the figures of a month at its closing stay on record, and every later change is reported to the cent. */

const clock = () => new Date('2026-06-01T00:00:00Z');
const PERIOD = '2026-02';
let account: TestAccount;
let carrierId: string;
const service = await startService({
  clock,
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier();
  await load('2026-01', [
    ['A', 50],
    ['B', 50],
  ]);
  await load(PERIOD, [
    ['A', 50.25],
    ['C', -7],
  ]);
});

async function load(period: string, rows: readonly StatementRow[], more = {}) {
  return account.load({ carrierId, period, file: statement(rows), ...more });
}
const jobSeen = z.looseObject({ warnings: z.array(z.object({ code: z.string(), detail: z.string() })) });
const warningsOf = async (jobId: string) =>
  jobSeen
    .parse((await account.call('GET', `/v1/jobs/${jobId}`)).json)
    .warnings.filter(({ code }) => code === 'month_closed')
    .map(({ detail }) => detail);
const put = (state: string, more = {}, period = PERIOD) =>
  account.call('PUT', `/v1/months/${period}`, { json: { state, ...more } });
const months = z.object({ data: z.array(z.looseObject({ adjustments: z.array(z.looseObject({})) })) });
async function month(period = PERIOD) {
  const reply = await account.call('GET', `/v1/months/${period}?carrierId=${carrierId}`);
  expect(reply.status).toBe(200);
  const [only, ...others] = months.parse(reply.json).data;
  expect(others).toEqual([]);
  return only;
}
const audited = async () => {
  const { json } = await account.call('GET', '/v1/audit');
  const entry = z.looseObject({ action: z.string(), meta: z.looseObject({}) });
  const { data } = z.object({ data: z.array(entry) }).parse(json);
  return data.filter(({ action }) => action.startsWith('month.'));
};

const FIGURES = {
  memberCount: 2,
  red: 1,
  paidNet: 43.25,
  paidGross: 50.25,
  chargebacks: 7,
  commissionOwed: 0,
  commissionOwedEstimated: 0,
};
const NO_CHANGE = {
  memberCount: 0,
  red: 0,
  paidNet: 0,
  paidGross: 0,
  chargebacks: 0,
  commissionOwed: 0,
  commissionOwedEstimated: 0,
};

describe('closing a month', () => {
  test('records the figures once, and in the audit trail', async () => {
    const closed = await put('closed');
    expect(closed).toMatchObject({
      status: 200,
      json: { period: PERIOD, data: [{ carrierId, state: 'closed', closed: FIGURES, adjusted: NO_CHANGE }] },
    });
    const again = await put('closed', { carrierId });
    expect(again.json).toEqual(closed.json);
    expect(await audited()).toMatchObject([
      { action: 'month.close', meta: { period: PERIOD, members: 2, red: 1, gross: '50.2500', chargebacks: '7.0000' } },
    ]);
    expect(await month('2026-01')).toMatchObject({ state: 'complete', closed: null, adjusted: null, adjustments: [] });
  });

  test('ends the wait for missing files, and makes absences final', async () => {
    await account.call('PUT', `/v1/carriers/${carrierId}/expected-files`, { json: { expectedFiles: 2 } });
    const red = () => account.call('GET', `/v1/members?period=${PERIOD}&status=red`);
    expect((await red()).json).toMatchObject({ data: [{ memberExternalId: 'B', provisional: true }] });
    await put('closed');
    expect((await red()).json).toMatchObject({ data: [{ memberExternalId: 'B', provisional: false }] });
    const late = await load(PERIOD, [['D', 5]], { append: true });
    expect((await account.call('GET', `/v1/jobs/${late.jobId}`)).json).toMatchObject({
      month: { state: 'closed', files: { received: 2, expected: 2 } },
      warnings: [{ code: 'month_closed' }],
    });
    await account.call('DELETE', `/v1/files/${late.fileId}?only=true`);
    await service.runJobs();
    expect((await red()).json).toMatchObject({ data: [{ provisional: false }] });
    await put('open');
    expect(await month()).toMatchObject({ state: 'open', files: { received: 1, expected: 2 } });
    expect((await red()).json).toMatchObject({ data: [{ provisional: true }] });
  });

  test('closes every carrier of the workspace with data in the month if none is named', async () => {
    const first = carrierId;
    carrierId = await service.createCarrier();
    await load(PERIOD, [['Z', 1]]);
    const { json } = await put('closed');
    const closed = z.object({ data: z.array(z.looseObject({ carrierId: z.string(), state: z.string() })) }).parse(json);
    expect(new Set(closed.data.map((one) => `${one.carrierId} ${one.state}`))).toEqual(
      new Set([`${first} closed`, `${carrierId} closed`]),
    );
    expect((await account.call('GET', '/v1/months?state=closed')).json).toMatchObject({ data: { length: 2 } });
    expect((await account.call('GET', '/v1/months?state=complete')).json).toMatchObject({ data: { length: 1 } });
  });

  test('answers 404 for a month without data, an unknown carrier or workspace', async () => {
    const unknown = '11111111-1111-4111-8111-111111111111';
    for (const reply of [
      await put('closed', {}, '2025-12'),
      await put('open', {}, '2025-12'),
      await put('closed', { carrierId: unknown }),
      await put('closed', { workspaceId: unknown }),
      await account.call('GET', '/v1/months/2025-12'),
      await account.call('GET', `/v1/months?carrierId=${unknown}`),
      await account.call('GET', `/v1/months/${PERIOD}?workspaceId=${unknown}`),
    ]) {
      expect(reply).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
    expect(await put('closed', {}, '2026-13')).toMatchObject({
      status: 404,
      json: { code: 'not_found', detail: 'In the path, period must be a month as YYYY-MM.' },
    });
  });

  test('shows, closes and counts nothing of another account', async () => {
    const own = account;
    await put('closed');
    account = await service.createAccount();
    expect((await account.call('GET', '/v1/months')).json).toMatchObject({ data: [] });
    expect((await put('open')).status).toBe(404);
    expect((await put('open', { workspaceId: own.workspaceId })).status).toBe(404);
    account = own;
    expect(await month()).toMatchObject({ state: 'closed' });
  });

  test('answers 409 while a file of the month is being read', async () => {
    const reply = await account.upload({ carrierId, period: PERIOD, file: statement([['D', 5]]), append: true });
    expect(reply.status).toBe(202);
    expect(await put('closed')).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await month()).toMatchObject({ state: 'complete' });
    await service.runJobs();
    expect(await put('closed')).toMatchObject({ status: 200, json: { data: [{ closed: { paidNet: 48.25 } }] } });
  });

  test('answers 409 while the first file of a carrier of the month is being read, which would stay open otherwise', async () => {
    const first = carrierId;
    carrierId = await service.createCarrier();
    for (const period of [PERIOD, '2026-04']) {
      expect((await account.upload({ carrierId, period, file: statement([['Z', 1]]) })).status).toBe(202);
      expect(await put('closed', {}, period)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    }
    expect((await put('closed', { carrierId: first })).status).toBe(200);
    await service.runJobs();
    expect(await put('closed')).toMatchObject({ status: 200, json: { data: { length: 2 } } });
  });

  test('answers 422 for another state, and if one of several workspaces is not named', async () => {
    expect(await put('complete')).toMatchObject({ status: 422, json: { code: 'validation_error' } });
    await service.createWorkspace(account, 'Second');
    expect(await put('closed')).toMatchObject({ status: 422, json: { code: 'workspace_required' } });
    expect((await put('closed', { workspaceId: account.workspaceId })).status).toBe(200);
  });
});

describe('a correction of a closed month', () => {
  test('accepts a further file, and shows it as an adjustment', async () => {
    await put('closed');
    const { jobId, fileId } = await load(PERIOD, [['B', 20.5]], { append: true });
    const change = {
      memberCount: 1,
      red: -1,
      paidNet: 20.5,
      paidGross: 20.5,
      chargebacks: 0,
      commissionOwed: 29.5,
      // No rate is contracted.
      commissionOwedEstimated: 29.5,
    };
    expect(await month()).toMatchObject({
      state: 'closed',
      detail: 'The month is closed; 1 adjustment has changed its figures since.',
      closed: FIGURES,
      current: { memberCount: 3, red: 0, paidNet: 63.75, paidGross: 70.75, chargebacks: 7 },
      adjusted: change,
      adjustments: [{ cause: 'append', jobId, fileId, jobPeriod: PERIOD, ...change, commissionAtRisk: -20.5 }],
    });
    const special = { months: [{ carrierId, closed: FIGURES, adjusted: change }] };
    for (const report of ['rollup', 'data-quality']) {
      const { json } = await account.call('GET', `/v1/reports/${report}?period=${PERIOD}`);
      expect(json).toMatchObject(special);
    }
    for (const report of ['tax-1099?year=2026', 'cumulative?from=2026-01', 'cumulative?to=2026-02']) {
      expect((await account.call('GET', `/v1/reports/${report}`)).json).toMatchObject(special);
    }
    for (const report of ['tax-1099?year=2025', 'cumulative?from=2026-03', 'cumulative?to=2026-01']) {
      expect((await account.call('GET', `/v1/reports/${report}`)).json).toMatchObject({ months: [] });
    }
  });

  test('shows a replacement, a complete retraction and later files as adjustments that add up', async () => {
    await put('closed');
    await load(PERIOD, [['A', 10]], { replace: true });
    const { fileId } = await load(PERIOD, [['C', 1.01]], { append: true });
    await account.call('DELETE', `/v1/files/${fileId}`);
    await service.runJobs();
    const gone = { memberCount: -2, red: -1, paidNet: -43.25, paidGross: -50.25, chargebacks: -7 };
    const empty = await month();
    expect(empty).toMatchObject({ state: 'closed', files: { received: 0 }, closed: FIGURES, adjusted: gone });
    await load(PERIOD, [['A', 50.25]]);
    const after = await month();
    expect(after?.adjustments.map(({ cause }) => cause)).toEqual(['ingest', 'retract', 'append', 'replace']);
    const sum = (name: string) =>
      after?.adjustments.reduce((total, one) => total + Math.round(Number(one[name]) * 100), 0);
    const adjusted = z.record(z.string(), z.number()).parse(after?.['adjusted']);
    for (const [name, total] of Object.entries(adjusted)) expect(sum(name)).toBe(Math.round(total * 100));
    expect(adjusted).toEqual({ ...NO_CHANGE, memberCount: -1, paidNet: 7, chargebacks: -7 });
  });

  test('in the previous month changes who is missing, which its job reports', async () => {
    await put('closed');
    const { jobId } = await load('2026-01', [['A', 50]], { replace: true });
    expect(await month()).toMatchObject({
      adjustments: [{ ...NO_CHANGE, red: -1, cause: 'replace', jobId, jobPeriod: '2026-01' }],
    });
    expect(await warningsOf(jobId)).toEqual([expect.stringMatching(/^Feb 2026 is closed, and this job changes it: /)]);
  });

  test('in the month before that is reported if only the amount at risk changes, and not if nothing does', async () => {
    await put('closed');
    const raised = await load(
      '2026-01',
      [
        ['A', 60],
        ['B', 50],
      ],
      { replace: true },
    );
    expect(await warningsOf(raised.jobId)).toHaveLength(1);
    const adjustments = [{ ...NO_CHANGE, commissionAtRisk: 9.75 }];
    expect(await month()).toMatchObject({ adjusted: NO_CHANGE, adjustments });
    const same = await load(
      '2026-01',
      [
        ['B', 50],
        ['A', 60],
      ],
      { replace: true },
    );
    expect(await warningsOf(same.jobId)).toEqual([]);
  });

  test('by a rate change that is scored at once has no job', async () => {
    await put('closed');
    const rate = { carrierId, rateType: 'flat_per_member', rateValue: 60 };
    expect((await account.call('POST', '/v1/expected-rates', { json: rate })).status).toBe(201);
    expect(await month()).toMatchObject({
      adjusted: { ...NO_CHANGE, commissionOwed: 9.75 },
      adjustments: [{ ...NO_CHANGE, commissionOwed: 9.75, cause: 'rates', jobId: null, fileId: null, jobPeriod: null }],
    });
  });

  test('is no adjustment if nothing changes: a rescore, or a file of a later month', async () => {
    const { fileId } = await load('2026-03', [['A', 50]]);
    await put('closed');
    await load('2026-03', [['A', 40]], { replace: true });
    await account.call('POST', `/v1/files/${fileId}/rescore`);
    await service.runJobs();
    expect(await month()).toMatchObject({ adjusted: NO_CHANGE, adjustments: [] });
  });

  test('is forgotten on reopening, except in the audit trail; closed again, the month has its new figures', async () => {
    await put('closed');
    await load(PERIOD, [['B', 20.5]], { append: true });
    expect(await put('open')).toMatchObject({
      status: 200,
      json: { data: [{ state: 'complete', closed: null, adjusted: null, adjustments: [] }] },
    });
    expect((await put('open')).status).toBe(200);
    expect((await audited()).map(({ action, meta }) => `${action} ${meta['gross']}`)).toEqual([
      'month.reopen 50.2500',
      'month.close 50.2500',
    ]);
    await put('closed');
    expect(await month()).toMatchObject({ closed: { paidNet: 63.75 }, adjusted: NO_CHANGE, adjustments: [] });
  });
});
