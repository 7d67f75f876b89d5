import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { RESCORED_AT_ONCE_LINES_MAX } from '../../../core/limits/job-limits.ts';
import { STATEMENT_CONFIG, startService, statement, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/**
 * Tests rate changes for books that are too large to be scored during the request. The size is the stored number of lines per file, which
 * these tests overstate. The figures are those of the worked example.
 */

let account: TestAccount;
let carrierId: string;
const service = await startService();
const owner = openConnection(service.address, { applicationName: 'test', statementTimeoutSeconds: 60 });
afterAll(async () => {
  await owner.end();
  await service.close();
});
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier();
});

type Place = Pick<TestAccount, 'workspaceId'>;

const LARGE = RESCORED_AT_ONCE_LINES_MAX + 1;

/** Overwrites the stored number of lines of the book's file of a period. */
async function sayLines(period: string, lines: number, { workspaceId }: Place = account) {
  const { count } = await owner.client`
    update files set rows_ingested = ${lines}
    where carrier_id = ${carrierId} and workspace_id = ${workspaceId} and period = ${period}`;
  expect(count).toBe(1);
}

const rateReply = z.object({ id: z.string(), rescoredPeriods: z.int(), jobIds: z.array(z.string()).optional() });

async function setRate(rate: object) {
  const json = { carrierId, rateType: 'flat_per_member', ...rate };
  const response = await account.call('POST', '/v1/expected-rates', { json });
  expect([200, 201]).toContain(response.status);
  return rateReply.parse(response.json);
}

const deleteRate = async (id: string) => (await account.call('DELETE', `/v1/expected-rates/${id}`)).status;

const report = z.object({ totals: z.object({ commissionOwed: z.number(), green: z.int(), yellow: z.int() }) });

async function totals(period: string, { workspaceId }: Place = account) {
  const query = `carrierId=${carrierId}&period=${period}&workspaceId=${workspaceId}`;
  return report.parse((await account.call('GET', `/v1/reports/rollup?${query}`)).json).totals;
}

async function owed(periods: readonly string[] = MONTHS, place: Place = account) {
  const figures: number[] = [];
  for (const period of periods) figures.push((await totals(period, place)).commissionOwed);
  return figures;
}

const jobReply = z.object({ mode: z.string(), status: z.string(), period: z.string() });
const jobOf = async (jobId = '') => jobReply.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const OF_50 = [0, 10, 60, 5];
const OF_60 = [40, 40, 89.99, 25];

test('names a job in the response, and the owed amounts change when the job has ended', async () => {
  await loadWorkedExample(service, account, { carrierId });
  await sayLines('2026-02', LARGE);
  const { id, rescoredPeriods, jobIds } = await setRate({ rateValue: 60 });
  expect(rescoredPeriods).toBe(4);
  expect(jobIds).toHaveLength(1);
  expect(await jobOf(jobIds?.[0])).toEqual({ mode: 'rescore', status: 'queued', period: '2026-01' });
  expect(await owed()).toEqual(OF_50);

  expect(await service.runJobs()).toBe(1);
  expect((await jobOf(jobIds?.[0])).status).toBe('completed');
  expect(await owed()).toEqual(OF_60);

  await setRate({ rateValue: 50, effectiveFrom: '2026-01-01' });
  expect(await service.runJobs()).toBe(1);
  expect(await owed()).toEqual(OF_50);
  expect(await deleteRate(id)).toBe(204);
  expect(await service.runJobs()).toBe(1);
  expect(await owed()).toEqual(OF_50);
});

test('counts only the lines of affected periods, and starts the job at the first of them', async () => {
  await loadWorkedExample(service, account, { carrierId });
  await sayLines('2026-02', LARGE);
  const small = await setRate({ rateValue: 60, effectiveFrom: '2026-03-01' });
  expect(small).toEqual({ id: small.id, rescoredPeriods: 2 });
  expect(await owed()).toEqual([0, 10, 89.99, 25]);

  const { jobIds, rescoredPeriods } = await setRate({ rateValue: 60, effectiveFrom: '2026-01-15' });
  expect(rescoredPeriods).toBe(3);
  expect((await jobOf(jobIds?.[0])).period).toBe('2026-02');
  await service.runJobs();
  expect(await owed()).toEqual([0, ...OF_60.slice(1)]);
});

test('scores a book of exactly the limit at once', async () => {
  await loadWorkedExample(service, account, { carrierId });
  await owner.client`update files set rows_ingested = 0 where carrier_id = ${carrierId}`;
  await sayLines('2026-02', LARGE - 1);
  expect((await setRate({ rateValue: 60 })).jobIds).toBeUndefined();
  expect(await owed()).toEqual(OF_60);
});

test('scores the smaller books at once, as many as time allows', async () => {
  const second = { workspaceId: await service.createWorkspace(account, 'Second') };
  const third = { workspaceId: await service.createWorkspace(account, 'Third') };
  for (const { workspaceId } of [account, second, third]) {
    await account.upload({ carrierId, workspaceId, period: '2026-01', file: statement([['A', 20]]) });
  }
  await service.runJobs();
  await sayLines('2026-01', Math.floor(LARGE / 2), account);
  await sayLines('2026-01', 10, second);
  await sayLines('2026-01', LARGE - 1, third);
  const { rescoredPeriods, jobIds } = await setRate({ rateValue: 30 });
  expect(rescoredPeriods).toBe(3);
  expect(jobIds).toHaveLength(1);
  const owedBy = async () =>
    [await owed(['2026-01']), await owed(['2026-01'], second), await owed(['2026-01'], third)].flat();
  expect(await owedBy()).toEqual([10, 10, 0]);
  await service.runJobs();
  expect(await owedBy()).toEqual([10, 10, 10]);
});

const waitingJobs = async () =>
  owner.client<{ job_id: string }[]>`select job_id from jobs where carrier_id = ${carrierId} and status = 'queued'`;

test('includes changes that arrive while a job waits', async () => {
  await loadWorkedExample(service, account, { carrierId });
  await sayLines('2026-02', LARGE);
  const first = await setRate({ rateValue: 70 });
  const both = await Promise.all([
    setRate({ rateValue: 55, effectiveFrom: '2026-02-01' }),
    setRate({ rateValue: 60, effectiveFrom: '2026-02-01' }),
  ]);
  for (const { jobIds } of both) expect(jobIds).toEqual(first.jobIds);
  await setRate({ rateValue: 60 });
  await setRate({ rateValue: 60, effectiveFrom: '2026-02-01' });
  expect(await waitingJobs()).toHaveLength(1);
  expect(await service.runJobs()).toBe(1);
  expect(await owed()).toEqual(OF_60);
});

test('makes another job if the waiting job covers only later periods', async () => {
  await loadWorkedExample(service, account, { carrierId });
  await sayLines('2026-04', LARGE);
  const later = await setRate({ rateValue: 60, effectiveFrom: '2026-03-01' });
  const earlier = await setRate({ rateValue: 60 });
  expect(earlier.jobIds).not.toEqual(later.jobIds);
  expect(await service.runJobs()).toBe(2);
  expect(await owed()).toEqual(OF_60);
});

/** Resolves once a statement of this database waits for another transaction. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const waiting = await service.database.system(
      (sql) => sql`
        select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and l.locktype = 'transactionid' and a.datname = current_database()`,
    );
    if (waiting.length > 0) return;
  }
}

test('makes another job if a running job may have read the old rates', async () => {
  await loadWorkedExample(service, account, { carrierId });
  await sayLines('2026-02', LARGE);
  const first = await setRate({ rateValue: 70 });
  let second: ReturnType<typeof setRate> | undefined;
  await owner.client.begin(async (sql) => {
    // Does the same as a worker's claim.
    await sql`update jobs set status = 'processing', lease_epoch = lease_epoch + 1 where job_id = ${first.jobIds?.[0] ?? ''}`;
    second = setRate({ rateValue: 60 });
    await untilOneWaits();
  });
  const { jobIds } = (await second) ?? {};
  expect(jobIds).toHaveLength(1);
  expect(jobIds).not.toEqual(first.jobIds);
  await service.runJobs();
  expect(await owed()).toEqual(OF_60);
});

test('scores a month again that was read with the old rates during the change, even before the first month of the book', async () => {
  await loadWorkedExample(service, account, { carrierId });
  const second = { workspaceId: await service.createWorkspace(account, 'Second') };
  await loadWorkedExample(service, account, { carrierId, ...second });
  await sayLines('2026-02', LARGE, second);
  let change: ReturnType<typeof setRate> | undefined;
  await owner.client.begin(async (sql) => {
    // The change waits for the small book after it has found the large ones.
    await sql`select 1 from books where carrier_id = ${carrierId} and workspace_id = ${account.workspaceId} for update`;
    change = setRate({ rateValue: 60 });
    await untilOneWaits();
    await account.upload({ carrierId, ...second, period: '2025-12', file: statement([['A', 50]]) });
    expect(await service.runJobs()).toBe(1);
    expect(await owed(['2025-12'], second)).toEqual([0]);
  });
  const { jobIds, rescoredPeriods } = (await change) ?? {};
  expect([jobIds?.length, rescoredPeriods]).toEqual([1, 8]);
  expect(await owed()).toEqual(OF_60);
  await service.runJobs();
  expect(await owed(['2025-12', ...MONTHS], second)).toEqual([10, ...OF_60]);
});

test('reaches a month that is still to be read, and leaves nothing undone if that job fails', async () => {
  await loadWorkedExample(service, account, { carrierId });
  await sayLines('2026-02', LARGE);
  await account.upload({ carrierId, period: '2025-12', file: statement([['A', 50]]) });
  await account.upload({ carrierId, period: '2025-11', file: 'nothing of a statement' });
  const { jobIds, rescoredPeriods } = await setRate({ rateValue: 60 });
  expect(rescoredPeriods).toBe(4);
  expect(await service.runJobs()).toBe(3);
  expect((await jobOf(jobIds?.[0])).status).toBe('completed');
  expect(await owed(['2025-12', ...MONTHS])).toEqual([10, ...OF_60]);
});

test('changes only the owed amounts, whatever format the carrier has by now', async () => {
  await loadWorkedExample(service, account, { carrierId });
  await service.addConfig(carrierId, { ...STATEMENT_CONFIG, tolerance: { absolute: 100 } });
  const before = await totals('2026-02');
  expect(before).toMatchObject({ green: 1, yellow: 2 });
  await sayLines('2026-02', LARGE);
  await setRate({ rateValue: 60, effectiveFrom: '2026-02-01' });
  await service.runJobs();
  expect(await totals('2026-02')).toEqual({ ...before, commissionOwed: 40 });
});
