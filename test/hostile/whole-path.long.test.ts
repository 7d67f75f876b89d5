import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addMonths } from '../../core/period.ts';
import { createCarrier, startHostileService } from './hostile-service.ts';
import { type OddFile, oddFiles } from './mutations.ts';

/** Guarantee: every irregular file, sent as a statement, is refused in plain words or makes a job that ends in plain words. */

const service = await startHostileService();
const account = await service.createAccount('Harbor Benefits');
afterAll(() => service.close());

const files = oddFiles();

/** Columns by position, which every file has, and by name, which no irregular file has. */
const COLUMNS = {
  'by position': { member_external_id: { column: 1 }, commission_amount: { column: 2 }, member_name: { column: 3 } },
  'by name': { member_external_id: ['Member ID', 'id', 'Name'], commission_amount: ['Commission', 'amount', 'Amount'] },
} as const;

const CASES = (['csv', 'xlsx'] as const).flatMap((fileType) =>
  (['by position', 'by name'] as const).map((columns) => [fileType, columns] as const),
);

const problem = z.object({
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ detail: z.string() })).optional(),
});
const accepted = z.object({ jobId: z.string() });
const jobShape = z.object({
  status: z.string(),
  attempts: z.number(),
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  stats: z.record(z.string(), z.number()).nullable(),
  warnings: z.array(z.object({ detail: z.string() })),
});

const FAILURES = ['too_many_rows', 'unreadable_file', 'missing_columns', 'no_valid_rows'];
/** Texts that no message to a person may contain: a stack, an accidentally printed value, or internal names. */
const INTERNAL =
  /undefined|\[object|NaN|Infinity|\bat .*:\d+:\d+|\bnode:|\.ts\b|TypeError|RangeError|ENOENT|postgres|\bselect\b.*\bfrom\b|object_?key|raw\//i;

function expectPlain(text: string, file: OddFile): void {
  expect(text, file.name).toMatch(/^\S[\s\S]{8,1500}$/);
  // A message may quote the file, so quoted words are left out.
  expect(text.replaceAll(/"[^"]*"|The columns found are:?[\s\S]*/g, ''), file.name).not.toMatch(INTERNAL);
}

test('covers at least one file', () => {
  expect(files.length).toBeGreaterThanOrEqual(25);
});

describe.each(CASES)('as %s, columns %s', (fileType, columns) => {
  test('ends every file in a refusal or in a job that says how it ended', async () => {
    const carrierId = await createCarrier(account, `Odd ${fileType} ${columns}`, {
      fileType,
      columns: COLUMNS[columns],
    });
    const jobs: [OddFile, string][] = [];
    for (const [index, file] of files.entries()) {
      const fields = { file: file.bytes, fileName: file.name, carrierId, period: addMonths('2000-01', index) };
      const reply = await account.upload(fields);
      expect([202, 422], file.name).toContain(reply.status);
      if (reply.status === 202) jobs.push([file, accepted.parse(reply.json).jobId]);
      else for (const text of wordsOf(reply.json)) expectPlain(text, file);
    }
    await service.runJobs();
    for (const [file, jobId] of jobs) await expectEnded(file, jobId);
    expect(jobs.length).toBeGreaterThan(0);
    expect(service.faults).toEqual([]);
  });
});

test('infers a format from every file, or refuses it', async () => {
  const carrierId = await createCarrier(account, 'Inferred', { fileType: 'csv', columns: COLUMNS['by name'] });
  for (const file of files) {
    const form = new FormData();
    form.set('file', new Blob([file.bytes]), file.name);
    const reply = await account.call('POST', `/v1/carriers/${carrierId}/configs/infer`, { body: form });
    expect([200, 422], `${file.name} ${reply.body}`).toContain(reply.status);
    if (reply.status === 422) for (const text of wordsOf(reply.json)) expectPlain(text, file);
  }
  expect(service.faults).toEqual([]);
});

test('still answers as before', async () => {
  expect((await account.call('GET', '/v1/health')).status).toBe(200);
  for (const path of [
    '/v1/files?limit=200',
    '/v1/jobs?limit=200',
    '/v1/members?limit=200',
    '/v1/chargebacks?period=2005-03',
  ]) {
    for (const Accept of ['application/json', 'text/csv']) {
      expect((await account.call('GET', path, { headers: { Accept } })).status).toBe(200);
    }
  }
});

function wordsOf(json: unknown): string[] {
  const { detail, errors = [] } = problem.parse(json);
  const texts = [...(detail === undefined ? [] : [detail]), ...errors.map((error) => `It ${error.detail}`)];
  expect(texts).not.toEqual([]);
  return texts;
}

async function expectEnded(file: OddFile, jobId: string): Promise<void> {
  const job = jobShape.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
  expect([job.status, job.attempts], `${file.name} ${job.error}`).toEqual([
    job.status === 'failed' ? 'failed' : 'completed',
    1,
  ]);
  for (const { detail } of job.warnings) expectPlain(detail, file);
  const exceptions = await account.call('GET', `/v1/jobs/${jobId}/exceptions`);
  expect([200, 404]).toContain(exceptions.status);
  if (job.status === 'failed') {
    expect(FAILURES, file.name).toContain(job.errorCode);
    expectPlain(job.error ?? '', file);
    return;
  }
  const { rowsTotal, rowsIngested = 0, rowsSkipped = 0, rowsFailed = 0 } = job.stats ?? {};
  expect(rowsTotal, file.name).toBe(rowsIngested + rowsSkipped + rowsFailed);
  // A header without rows is the statement of a week without business.
  if (rowsTotal !== 0) expect(rowsIngested, file.name).toBeGreaterThan(0);
  const results = await account.call('GET', `/v1/jobs/${jobId}/results?limit=200`);
  expect(results.status, file.name).toBe(200);
}
