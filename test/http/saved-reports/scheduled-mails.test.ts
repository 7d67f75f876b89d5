import { afterAll, expect, test } from 'vitest';
import { createSesClient, createSesMailer } from '../../../adapters/mail/ses-mailer.ts';
import { TEST_CLIENT } from '../../adapters/aws-server.ts';
import { startSesServer } from '../../adapters/mail/relay-server.ts';
import { makeDue, type ReportAccount, type ReportService, saveReport, startReportService } from './report-service.ts';

/** Guarantee: the cadence, the API, the guard, the analysts' login and a mailer together send the report. */

const SAVED = '/v1/reports/saved';
const RUN = { json: { task: 'run_saved_reports' } };
const service = await startReportService();
afterAll(() => service.close());

async function saveWeekly(on: ReportService, account: ReportAccount, sql: string): Promise<string> {
  const reportId = await saveReport(account, sql, 'Places <b>of</b> Jane Roe');
  await account.call('PUT', `${SAVED}/${reportId}`, { json: { cadence: 'weekly' } });
  await makeDue(on.database, { reportId });
  return reportId;
}

test('mails the rows to the account, as a table and as CSV', async () => {
  const account = await service.createAccount({ email: 'rows@harbor.example' });
  await account.call('POST', '/v1/workspaces', { json: { name: '=West<script>' } });
  await saveWeekly(service, account, 'select name from workspaces order by name');
  const run = await service.operate('POST', '/v1/admin/system/run', RUN);
  expect(run).toMatchObject({ status: 200, json: { reportsSent: 1, reportsFailed: 0, reportsSkipped: 0 } });
  const mail = (await service.mails()).find((email) => email.to?.[0]?.address === 'rows@harbor.example');
  expect(mail?.subject).toBe('Your weekly report');
  expect(mail?.html).toContain('>=West&lt;script&gt;</td>');
  expect(mail?.html).toContain('Places &lt;b&gt;of&lt;/b&gt; Jane Roe');
  expect(textOf(mail?.attachments[0]?.content)).toBe("name\r\n'=West<script>\r\nDefault\r\n");
  expect((await account.call('GET', SAVED)).json).toMatchObject({
    data: [{ cadence: 'weekly', lastRun: { status: 'ok', rows: 2 } }],
  });
  expect((await service.operate('POST', '/v1/admin/system/run', RUN)).json).toMatchObject({ reportsSent: 0 });
});

test('does not run a query that is no longer allowed, and mails and shows it as failed', async () => {
  const account = await service.createAccount({ email: 'refused@harbor.example' });
  const reportId = await saveWeekly(service, account, 'select name from workspaces');
  await service.database.system(
    (sql) => sql`update saved_reports set sql = 'select token_hash from api_tokens' where report_id = ${reportId}`,
  );
  expect((await service.operate('POST', '/v1/admin/system/run', RUN)).json).toMatchObject({ reportsFailed: 1 });
  const mail = (await service.mails()).find((email) => email.to?.[0]?.address === 'refused@harbor.example');
  expect(mail).toMatchObject({ subject: 'Your weekly report failed', text: expect.stringContaining('api_tokens') });
  expect(mail?.attachments).toEqual([]);
  expect((await account.call('GET', SAVED)).json).toMatchObject({
    data: [{ lastRun: { status: 'failed', error: expect.stringContaining('api_tokens') } }],
  });
});

test('sends one email from two concurrent runs of the task', async () => {
  const account = await service.createAccount({ email: 'once@harbor.example' });
  await saveWeekly(service, account, 'select name from workspaces');
  const runs = await Promise.all([1, 2, 3].map(() => service.operate('POST', '/v1/admin/system/run', RUN)));
  expect(runs.map(({ json }) => Object(json).reportsSent).toSorted()).toEqual([0, 0, 1]);
  const mails = (await service.mails()).filter((email) => email.to?.[0]?.address === 'once@harbor.example');
  expect(mails).toHaveLength(1);
});

test('sends the same email through SES over the network', async () => {
  const ses = await startSesServer();
  const client = createSesClient({ ...TEST_CLIENT, endpoint: ses.endpoint });
  const onSes = await startReportService(createSesMailer({ client, from: 'reports@service.example' }));
  try {
    const account = await onSes.createAccount();
    await saveWeekly(onSes, account, 'select name from workspaces');
    expect((await onSes.operate('POST', '/v1/admin/system/run', RUN)).json).toMatchObject({ reportsSent: 1 });
    expect(await ses.emails()).toMatchObject([
      {
        subject: 'Your weekly report',
        destination: { to: ['office@harbor.example'] },
        attachments: [{ content: Buffer.from('name\r\nDefault\r\n').toString('base64') }],
      },
    ]);
  } finally {
    await onSes.close();
    await ses.close();
  }
});

function textOf(content: ArrayBuffer | Uint8Array | string | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return Buffer.from(new Uint8Array(content)).toString();
}
