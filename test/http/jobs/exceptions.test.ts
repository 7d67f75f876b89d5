import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();

async function uploaded(period: string, file: string): Promise<string> {
  const reply = await account.upload({ file, carrierId, period });
  return z.looseObject({ jobId: z.string() }).parse(reply.json).jobId;
}

const exceptions = (jobId: string) => account.call('GET', `/v1/jobs/${jobId}/exceptions`);

test('returns the rows unchanged, except for neutralised formulas', async () => {
  const lines = ['Member ID,Commission,Note', 'M1,5,fine', 'M2,abc,"a, ""b"""', ',7,=1+1', 'M4,1,x'];
  const jobId = await uploaded('2024-01', lines.join('\n'));
  await service.runJobs();
  expect((await account.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({ exceptionRowCount: 2 });
  const response = await exceptions(jobId);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="job-exceptions-${carrierId}-2024-01.csv"`,
  );
  const [header, second, third, end] = response.body.split('\r\n');
  expect(header).toBe('_row,_errors,Member ID,Commission,Note');
  expect(second).toMatch(/^3,.*,M2,abc,"a, ""b"""$/);
  expect(third).toMatch(/^4,.*,,7,'=1\+1$/);
  expect(end).toBe('');
});

test('returns only the header when every row was accepted', async () => {
  const jobId = await uploaded('2024-02', statement([['M1', 5]]));
  await service.runJobs();
  expect((await exceptions(jobId)).body).toMatch(/^_row,_errors,Member ID,Commission,[^\r\n]*\r\n$/);
});

test('returns the rows of a job that failed because no row was valid', async () => {
  const jobId = await uploaded('2024-03', 'Member ID,Commission\nM1,abc\n');
  await service.runJobs();
  expect((await account.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({ errorCode: 'no_valid_rows' });
  expect((await exceptions(jobId)).body).toMatch(/^_row,_errors,Member ID,Commission\r\n2,.*,M1,abc\r\n$/);
});

test('answers 404 before the end of the job, and from 30 days after', async () => {
  const jobId = await uploaded('2024-04', 'Member ID,Commission\nM1,5\nM2,abc\n');
  expect(await exceptions(jobId)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  await service.runJobs();
  expect((await exceptions(jobId)).status).toBe(200);
  const endedDaysAgo = (days: number) =>
    service.database.system(
      (sql) => sql`update jobs set completed_at = now() - make_interval(days => ${days}) where job_id = ${jobId}`,
    );
  await endedDaysAgo(29);
  expect((await exceptions(jobId)).status).toBe(200);
  await endedDaysAgo(30);
  expect(await exceptions(jobId)).toMatchObject({ status: 404, json: { code: 'not_found' } });
});

test('refuses every media type except CSV with 406', async () => {
  const jobId = await uploaded('2024-05', statement([['M1', 5]]));
  const response = await account.call('GET', `/v1/jobs/${jobId}/exceptions`, {
    headers: { Accept: 'application/json' },
  });
  expect(response).toMatchObject({ status: 406, json: { code: 'not_acceptable' } });
});
