import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { saveReport, startReportService } from './report-service.ts';

const service = await startReportService();
afterAll(() => service.close());

const SAVED = '/v1/reports/saved';
const SQL = 'select name from workspaces';

test('returns a new report as it was saved, unscheduled and never run: 201', async () => {
  const { call } = await service.createAccount();
  const json = { name: ' Places ', question: 'Where do we work?', sql: SQL };
  const response = await call('POST', SAVED, { json });
  expect(response.status).toBe(201);
  expect(response.json).toEqual({
    id: expect.any(String),
    name: 'Places',
    question: 'Where do we work?',
    sql: SQL,
    cadence: 'off',
    lastRun: null,
    createdAt: expect.stringMatching(/Z$/),
  });
  const { json: again } = await call('POST', SAVED, { json: { name: 'Places', sql: `  ${SQL} ;\n` } });
  // Names may repeat, and the text stays unchanged.
  expect(again).toMatchObject({ name: 'Places', question: null, sql: `  ${SQL} ;\n` });
});

test('lists reports newest first, in pages and as CSV', async () => {
  const account = await service.createAccount();
  for (const name of ['A', 'B', 'C']) await saveReport(account, SQL, name);
  const whole = await account.call('GET', SAVED);
  expect(whole.json).toMatchObject({
    data: [{ name: 'C', sql: SQL, cadence: 'off', lastRun: null }, { name: 'B' }, { name: 'A' }],
    pagination: { limit: 200, offset: 0, hasMore: false },
    total: 3,
  });
  const page = await account.call('GET', `${SAVED}?limit=1&offset=1`);
  expect(page.json).toMatchObject({ data: [{ name: 'B' }], pagination: { limit: 1, offset: 1, hasMore: true } });
  const csv = await account.call('GET', `${SAVED}?limit=1`, { headers: { Accept: 'text/csv' } });
  expect(csv.body).toMatch(
    /^id,name,question,sql,cadence,createdAt,lastRanAt,lastRunStatus,lastRunRows,lastRunTruncated,lastRunError\r\n[^,]+,C,,/,
  );
});

test('runs a report, returns its columns and rows, and shows the run as the last one', async () => {
  const account = await service.createAccount();
  await account.call('POST', '/v1/workspaces', { json: { name: '=West' } });
  const id = await saveReport(account, 'select name, 1 as n, null as n from workspaces order by name');
  const response = await account.call('POST', `${SAVED}/${id}/run`);
  expect(response).toMatchObject({
    status: 200,
    json: {
      columns: ['name', 'n', 'n'],
      rows: [
        ['=West', 1, null],
        ['Default', 1, null],
      ],
      truncated: false,
      asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  });
  const csv = await account.call('POST', `${SAVED}/${id}/run`, { headers: { Accept: 'text/csv' } });
  expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
  expect(csv.headers.get('X-Truncated')).toBe('false');
  expect(csv.body).toBe("name,n,n\r\n'=West,1,\r\nDefault,1,\r\n");
  expect((await account.call('GET', SAVED)).json).toMatchObject({
    data: [{ lastRun: { ranAt: expect.any(String), status: 'ok', rows: 2, truncated: false, error: null } }],
  });
});

test('returns at most 1,000 rows, and says if there are more', async () => {
  const account = await service.createAccount();
  const id = await saveReport(account, 'select g from generate_series(1, 1001) g');
  const { json } = await account.call('POST', `${SAVED}/${id}/run`);
  expect(json).toMatchObject({ truncated: true });
  expect(Object(json).rows).toHaveLength(1000);
  const csv = await account.call('POST', `${SAVED}/${id}/run`, { headers: { Accept: 'text/csv' } });
  expect([csv.headers.get('X-Truncated'), csv.body.split('\r\n').length]).toEqual(['true', 1002]);
  const list = await account.call('GET', SAVED, { headers: { Accept: 'text/csv' } });
  expect(list.body).toMatch(/,ok,1000,true,\r\n$/);
  expect((await account.call('GET', SAVED)).json).toMatchObject({
    data: [{ lastRun: { rows: 1000, truncated: true } }],
  });
});

test('sets and removes a cadence, and deletes the report with 204', async () => {
  const account = await service.createAccount();
  const id = await saveReport(account, SQL);
  for (const cadence of ['weekly', 'weekly', 'monthly', 'off']) {
    const response = await account.call('PUT', `${SAVED}/${id}`, { json: { cadence } });
    expect(response).toMatchObject({ status: 200, json: { id, cadence, sql: SQL, lastRun: null } });
  }
  expect((await account.call('DELETE', `${SAVED}/${id}`)).status).toBe(204);
  expect((await account.call('DELETE', `${SAVED}/${id}`)).status).toBe(404);
  expect((await account.call('GET', SAVED)).json).toMatchObject({ data: [] });
});

test.each([
  ['a statement that writes', 'delete from workspaces'],
  ['two statements', `${SQL}; ${SQL}`],
  ['a table of the service', 'select * from accounts'],
  ['a function that is not on the list', 'select pg_sleep(10)'],
  ['an empty text', ''],
])('refuses a report as invalid_sql with 422: %s; saves nothing and counts the attempt', async (_what, sql) => {
  const { call } = await service.createAccount();
  const response = await call('POST', SAVED, { json: { name: 'x', sql } });
  expect(response).toMatchObject({ status: 422, json: { code: 'invalid_sql', detail: expect.stringMatching(/\w/) } });
  expect((await call('GET', SAVED)).json).toMatchObject({ data: [] });
  expect((await call('GET', '/v1/audit?action=report.refuse')).json).toMatchObject({
    data: [{ target: null, meta: { code: 'invalid_sql', sqlSha256: sha256(sql) } }],
  });
});

test('names the place in a text that is not SQL: 422 invalid_sql', async () => {
  const { call } = await service.createAccount();
  const response = await call('POST', SAVED, { json: { name: 'x', sql: "select 'é'\nform workspaces" } });
  expect(response).toMatchObject({
    json: { code: 'invalid_sql', detail: expect.stringContaining('line 2, column 6') },
  });
});

test('judges a stored query again at each run, and shows a refusal as the last run: 422 invalid_sql', async () => {
  const account = await service.createAccount();
  const id = await saveReport(account, SQL);
  await service.database.system(
    (sql) => sql`update saved_reports set sql = 'select * from accounts' where report_id = ${id}`,
  );
  const response = await account.call('POST', `${SAVED}/${id}/run`);
  expect(response).toMatchObject({ status: 422, json: { code: 'invalid_sql' } });
  expect((await account.call('GET', SAVED)).json).toMatchObject({
    data: [{ lastRun: { status: 'failed', rows: null, error: expect.stringMatching(/accounts/) } }],
  });
});

test('shows an error of the data, such as a division by zero, as the last run: 422', async () => {
  const account = await service.createAccount();
  const id = await saveReport(account, 'select 1 / (length(name) - length(name)) from workspaces');
  const response = await account.call('POST', `${SAVED}/${id}/run`);
  const problem = { code: 'invalid_sql', title: 'The query failed', detail: 'Division by zero.' };
  expect(response).toMatchObject({ status: 422, json: problem });
  expect((await account.call('GET', SAVED)).json).toMatchObject({
    data: [{ lastRun: { status: 'failed', error: 'Division by zero.' } }],
  });
});

test.each([
  [
    'a type that does not fit',
    'select name\n  + 1 from workspaces',
    /^Operator does not exist.* \(line 2, column 3\)\.$/,
  ],
  ['a fault on the fourth line', '\n\n;select 1,\n  true + 1', /\(line 4, column 8\)\.$/],
  [
    'a column of another view',
    'select period from workspaces',
    /^Column "period" does not exist.* \(line 1, column 8\)\.$/,
  ],
  [
    'a column that is not grouped by',
    'select name, count(*) from workspaces',
    /must appear in the GROUP BY .*\(line 1/,
  ],
  ['a value that no data change', 'select 1 / 0', /^Division by zero/],
])("refuses at saving, with PostgreSQL's message and the place: %s: 422 invalid_sql", async (_what, sql, detail) => {
  const { call } = await service.createAccount();
  const response = await call('POST', SAVED, { json: { name: 'x', sql } });
  expect(response).toMatchObject({ status: 422, json: { code: 'invalid_sql', detail: expect.stringMatching(detail) } });
  expect((await call('GET', SAVED)).json).toMatchObject({ data: [] });
});

test('accepts a run with an empty or no body, and refuses fields with 422', async () => {
  const account = await service.createAccount();
  const path = `${SAVED}/${await saveReport(account, SQL)}/run`;
  const type = { 'Content-Type': 'application/json' };
  for (const options of [{}, { json: {} }, { headers: type }, { headers: type, body: '' }]) {
    expect((await account.call('POST', path, options)).status).toBe(200);
  }
  expect(await account.call('POST', path, { json: { x: 1 } })).toMatchObject({
    status: 422,
    json: { code: 'validation_error', errors: [{ field: 'x', detail: 'The field x is not a field of this body.' }] },
  });
  expect((await account.call('POST', path, { json: [] })).status).toBe(422);
});

test('refuses a result that exceeds a reply with 422 query_limit', async () => {
  const account = await service.createAccount();
  // 1,000 rows of five values of 1,000 bytes are 5 MB; a reply has at most 4 MiB.
  const value = "repeat('x', 1000)";
  const columns = [1, 2, 3, 4, 5].map((number) => `${value} as c${number}`).join(', ');
  const id = await saveReport(account, `select ${columns} from generate_series(1, 1000)`);
  expect(await account.call('POST', `${SAVED}/${id}/run`)).toMatchObject({
    status: 422,
    json: { code: 'query_limit' },
  });
});

test('reports every wrong field at once: 422 validation_error', async () => {
  const { call } = await service.createAccount();
  const wrong = await call('POST', SAVED, { json: { name: 'a\nb', question: 5, sql: null, cadence: 'weekly' } });
  expect(wrong).toMatchObject({ status: 422, json: { code: 'validation_error' } });
  const fields = Object(wrong.json).errors.map((error: { field: string }) => error.field);
  expect(fields.toSorted()).toEqual(['cadence', 'name', 'question', 'sql']);
  const id = await saveReport(await service.createAccount(), SQL);
  for (const json of [{}, { cadence: 'daily' }, { cadence: 'weekly', name: 'x' }]) {
    expect(await call('PUT', `${SAVED}/${id}`, { json })).toMatchObject({
      status: 422,
      json: { code: 'validation_error' },
    });
  }
});

test("answers for another account's report as for an unknown one, with 404, and leaves it unchanged", async () => {
  const owner = await service.createAccount();
  const stranger = await service.createAccount();
  const id = await saveReport(owner, SQL);
  for (const reportId of [id, '00000000-0000-4000-8000-000000000000', 'x']) {
    const answers = [
      await stranger.call('POST', `${SAVED}/${reportId}/run`),
      await stranger.call('PUT', `${SAVED}/${reportId}`, { json: { cadence: 'weekly' } }),
      await stranger.call('DELETE', `${SAVED}/${reportId}`),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, json: { detail: 'There is no saved report with this id.' } });
    }
  }
  expect((await stranger.call('GET', SAVED)).json).toMatchObject({ data: [] });
  expect((await owner.call('GET', SAVED)).json).toMatchObject({ data: [{ id, cadence: 'off', lastRun: null }] });
});

test('shows a run the rows of its own account only', async () => {
  const [one, two] = [await service.createAccount(), await service.createAccount()];
  await one.call('POST', '/v1/workspaces', { json: { name: 'Of one' } });
  await two.call('POST', '/v1/workspaces', { json: { name: 'Of two' } });
  const rows = async (account: typeof one) => {
    const id = await saveReport(account, SQL);
    return Object((await account.call('POST', `${SAVED}/${id}/run`)).json).rows;
  };
  expect([await rows(one), await rows(two)]).toEqual([
    [['Default'], ['Of one']],
    [['Default'], ['Of two']],
  ]);
});

test('lets a read-only token list and run, and refuses changes with 403', async () => {
  const reader = await service.createAccount({ scopes: ['read'] });
  expect((await reader.call('GET', SAVED)).status).toBe(200);
  expect((await reader.call('POST', `${SAVED}/x/run`)).status).toBe(404);
  expect((await reader.call('POST', SAVED, { json: { name: 'x', sql: SQL } })).status).toBe(403);
  expect((await reader.call('PUT', `${SAVED}/x`, { json: { cadence: 'off' } })).status).toBe(403);
  expect((await reader.call('DELETE', `${SAVED}/x`)).status).toBe(403);
});

test('refuses more reports than one page of the list with 409, even when many are saved at once', async () => {
  const account = await service.createAccount();
  await service.database.system(
    (sql) => sql`
      insert into saved_reports (report_id, account_id, name, sql)
      select gen_random_uuid(), ${account.accountId}, 'x', 'select 1' from generate_series(1, ${ACCOUNT_COUNTS_MAX.savedReports - 2}::int)`,
  );
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => account.call('POST', SAVED, { json: { name: 'x', sql: SQL } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
  expect((await account.call('GET', SAVED)).json).toMatchObject({ pagination: { hasMore: false } });
});

test('records in the audit trail who did what with which query, without the query or rows', async () => {
  const account = await service.createAccount();
  const sql = "select name, 'a secret' from workspaces";
  const id = await saveReport(account, sql);
  await account.call('POST', `${SAVED}/${id}/run`);
  await account.call('PUT', `${SAVED}/${id}`, { json: { cadence: 'monthly' } });
  await account.call('DELETE', `${SAVED}/${id}`);
  const audit = await account.call('GET', '/v1/audit?limit=4');
  const by = { actor: `token:${account.tokenId}`, target: id, ip: expect.any(String) };
  expect(audit.json).toMatchObject({
    data: [
      { ...by, action: 'report.delete' },
      { ...by, action: 'report.schedule', meta: { cadence: 'monthly' } },
      {
        ...by,
        action: 'report.run',
        meta: { sqlSha256: sha256(sql), relations: ['workspaces'], ms: expect.any(Number), outcome: 'ok', rows: 1 },
      },
      { ...by, action: 'report.create', meta: { sqlSha256: sha256(sql), relations: ['workspaces'] } },
    ],
  });
  expect(audit.body).not.toContain('a secret');
  expect(audit.body).not.toContain('Default');
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
