import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: an absence from a month that waits for files is provisional everywhere, and final with the last file. */

const clock = () => new Date('2026-06-01T00:00:00Z');
let account: TestAccount;
let carrierId: string;
const service = await startService({
  clock,
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier();
});

const get = async (path: string, headers = {}) => {
  const reply = await account.call('GET', path, { headers });
  expect(reply.status).toBe(200);
  return reply;
};
const setFiles = (expectedFiles: unknown, of = carrierId) =>
  account.call('PUT', `/v1/carriers/${of}/expected-files`, { json: { expectedFiles } });

/** Uploads a file with one member and reads it. */
async function week(period: string, member: string, append = true) {
  return account.load({ carrierId, period, file: statement([[member, 50]]), append });
}
const firstWeek = (period: string, member: string) => week(period, member, false);

async function month(period: string) {
  const reply = await get(`/v1/months/${period}?carrierId=${carrierId}`);
  return z.object({ data: z.tuple([z.looseObject({})]) }).parse(reply.json).data[0];
}

const rows = z.object({
  data: z.array(z.looseObject({ memberExternalId: z.string(), status: z.string(), provisional: z.boolean() })),
});
async function told(path: string): Promise<readonly string[]> {
  const { data } = rows.parse((await get(path)).json);
  return data.map((row) => `${row.memberExternalId} ${row.status}${row.provisional ? ' provisional' : ''}`).toSorted();
}

const eventBody = z.looseObject({ jobId: z.string(), stats: z.looseObject({}), month: z.unknown() });
/** The month in the events of job.completed. */
async function events(): Promise<readonly z.output<typeof eventBody>[]> {
  const found = await service.database.system(
    (sql) => sql<{ body: unknown }[]>`
      select body from outbox where account_id = ${account.accountId} and topic = 'job.completed' order by position`,
  );
  return found.map(({ body }) => eventBody.parse(body));
}

describe('a month of two files', () => {
  beforeEach(async () => {
    expect((await setFiles(2)).json).toMatchObject({ expectedFiles: 2, expectedFilesKnown: 'set' });
    await firstWeek('2026-01', 'A');
    await week('2026-01', 'B');
  });

  test('is open with the first file: absences are provisional in every read, and in no event final', async () => {
    const { jobId } = await firstWeek('2026-02', 'A');
    expect(await month('2026-02')).toMatchObject({
      state: 'open',
      files: { received: 1, expected: 2, known: 'set' },
      detail: expect.stringContaining('1 of 2 files'),
    });
    const provisional = ['A green', 'B red provisional'];
    expect(await told('/v1/members?period=2026-02')).toEqual(provisional);
    expect(await told('/v1/members')).toEqual(provisional);
    expect(await told(`/v1/jobs/${jobId}/results`)).toEqual(provisional);
    expect(await told('/v1/comparisons?from=2026-01&to=2026-02&granularity=month')).toEqual(provisional);
    const results = (await get(`/v1/jobs/${jobId}/results?status=red`)).json;
    const reason = expect.stringMatching(/\. Provisional: the month has 1 of 2 files\.$/);
    expect(results).toMatchObject({ data: [{ flags: ['DROPPED'], reason, provisional: true }] });
    const csv = (await get('/v1/members?period=2026-02', { Accept: 'text/csv' })).body;
    expect(csv).toMatch(/,provisional,firstPeriod,/);
    expect(csv).toMatch(/,B,.*,true,2026-01,/);
    expect(csv).toMatch(/,A,.*,false,2026-01,/);
    const event = (await events()).at(-1);
    expect(event).toMatchObject({
      jobId,
      stats: { red: 1 },
      month: { state: 'open', files: { received: 1, expected: 2, known: 'set' }, absence: 'provisional' },
    });
  });

  test('shows its state in the job, the rollup and the data quality', async () => {
    const { jobId } = await firstWeek('2026-02', 'A');
    expect((await get(`/v1/jobs/${jobId}`)).json).toMatchObject({
      month: { state: 'open', files: { received: 1, expected: 2, known: 'set' } },
      warnings: expect.arrayContaining([
        { code: 'month_open', detail: expect.stringContaining('The 1 member who is missing is') },
      ]),
    });
    expect((await get('/v1/reports/rollup?period=2026-02')).json).toMatchObject({
      totals: { red: 1 },
      byCarrier: [{ carrierId, red: 1, provisional: true }],
      months: [{ carrierId, state: 'open' }],
    });
    expect((await get('/v1/reports/data-quality?period=2026-02')).json).toMatchObject({
      overall: 'watch',
      carriers: [
        {
          level: 'watch',
          reason:
            'The month has 1 of 2 files: 1 member is missing so far, provisionally, and the month is judged when it is complete.',
          checks: [{ outcome: 'skipped' }, { outcome: 'skipped' }],
        },
      ],
      months: [{ carrierId, state: 'open' }],
    });
  });

  test('is complete with the second file: absences are final, which one event reports', async () => {
    const first = await firstWeek('2026-02', 'A');
    const last = await week('2026-02', 'C');
    expect(await month('2026-02')).toMatchObject({ state: 'complete', files: { received: 2, expected: 2 } });
    expect(await told('/v1/members?period=2026-02')).toEqual(['A green', 'B red', 'C new']);
    expect(await told('/v1/comparisons?from=2026-01&to=2026-02&granularity=month')).toContain('B red');
    expect((await get(`/v1/jobs/${last.jobId}/results?status=red`)).json).toMatchObject({
      data: [{ reason: expect.not.stringContaining('Provisional') }],
    });
    expect((await get(`/v1/jobs/${last.jobId}`)).json).toMatchObject({ month: { state: 'complete' }, warnings: [] });
    expect((await get('/v1/reports/rollup?period=2026-02')).json).toMatchObject({
      byCarrier: [{ provisional: false }],
      months: [],
    });
    expect((await account.call('POST', `/v1/files/${first.fileId}/rescore`)).status).toBe(202);
    await service.runJobs();
    const absences = (await events()).map(({ month: told }) => z.object({ absence: z.unknown() }).parse(told).absence);
    expect(absences).toEqual(['provisional', 'final', 'provisional', 'final', null]);
  });

  test('never misses a member of the second file', async () => {
    await firstWeek('2026-02', 'A');
    await week('2026-02', 'B');
    expect(await told('/v1/members')).toEqual(['A green', 'B green']);
  });

  test('is open again when one of its files is retracted', async () => {
    await firstWeek('2026-02', 'A');
    const { fileId } = await week('2026-02', 'B');
    expect((await account.call('DELETE', `/v1/files/${fileId}?only=true`)).status).toBe(202);
    await service.runJobs();
    expect(await month('2026-02')).toMatchObject({ state: 'open', files: { received: 1 } });
    expect(await told('/v1/members')).toEqual(['A green', 'B red provisional']);
  });
});

describe('the number of files per month', () => {
  test('is unknown by default: the first file completes the month, and the responses have no new fields', async () => {
    await firstWeek('2026-01', 'A');
    const { jobId } = await firstWeek('2026-02', 'B');
    expect(await told('/v1/members?period=2026-02')).toEqual(['A red', 'B new']);
    expect(await month('2026-02')).toMatchObject({
      state: 'complete',
      files: { received: 1, expected: null, known: null },
    });
    expect((await get(`/v1/jobs/${jobId}`)).json).toMatchObject({ month: null });
    expect((await events()).at(-1)?.month).toBeNull();
    expect((await get('/v1/reports/data-quality?period=2026-02')).json).toMatchObject({ months: [] });
  });

  test('is learned from three months with the same number, and shown as learned', async () => {
    for (const period of ['2026-01', '2026-02', '2026-03']) {
      await firstWeek(period, 'A');
      await week(period, 'B');
    }
    expect((await get(`/v1/carriers/${carrierId}`)).json).toMatchObject({
      expectedFiles: 2,
      expectedFilesKnown: 'learned',
    });
    await firstWeek('2026-04', 'A');
    expect(await month('2026-04')).toMatchObject({
      state: 'open',
      files: { received: 1, expected: 2, known: 'learned' },
    });
    expect(await told('/v1/members')).toEqual(['A green', 'B red provisional']);
    // The previous month still waits, and the next month waits too.
    await firstWeek('2026-05', 'A');
    expect(await month('2026-05')).toMatchObject({ state: 'open', files: { expected: 2, known: 'learned' } });
    const listed = (await get('/v1/months?state=open')).json;
    expect(listed).toMatchObject({ data: [{ period: '2026-05' }, { period: '2026-04' }] });
  });

  test('can be set later and applies from the latest month on; earlier months stay unchanged', async () => {
    await firstWeek('2026-01', 'A');
    await firstWeek('2026-02', 'B');
    await setFiles(2);
    expect(await month('2026-01')).toMatchObject({ state: 'complete', files: { expected: null } });
    expect(await month('2026-02')).toMatchObject({ state: 'open', files: { expected: 2 } });
    expect(await told('/v1/members?period=2026-02')).toEqual(['A red provisional', 'B new']);
    await firstWeek('2026-03', 'B');
    // The setting is removed, so no month waits any more, not even the earlier month.
    expect((await setFiles(null)).json).toMatchObject({ expectedFiles: null, expectedFilesKnown: null });
    expect(await month('2026-02')).toMatchObject({ state: 'complete', files: { expected: null } });
    expect(await month('2026-03')).toMatchObject({ state: 'complete', files: { expected: null } });
    expect(await told('/v1/members?period=2026-02')).toEqual(['A red', 'B new']);
  });

  test.each([0, 101, 1.5, '2', undefined])('is refused with 422: %s', async (expectedFiles) => {
    expect(await setFiles(expectedFiles)).toMatchObject({ status: 422, json: { code: 'validation_error' } });
  });

  test('belongs to one account, even for a carrier of the catalogue', async () => {
    await setFiles(2);
    account = await service.createAccount();
    expect((await get(`/v1/carriers/${carrierId}`)).json).toMatchObject({ expectedFiles: null });
    await firstWeek('2026-01', 'A');
    expect(await month('2026-01')).toMatchObject({ state: 'complete' });
  });
});
