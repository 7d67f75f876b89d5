import { createHash } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { listTenantTables } from '../../../adapters/postgres/connection/tenant-tables.ts';
import { createAccountExportReads } from '../../../adapters/postgres/reads/account-export-reads.ts';
import { EXPORTED_TABLES } from '../../../adapters/postgres/reads/exported-tables.ts';
import { readZipDirectory, unzipEntry } from '../../../adapters/statement-file/zip-directory.ts';
import { type MachineAccount, startOneMachineService } from '../../support/one-machine-service.ts';
import { formOf, STATEMENT_CONFIG } from '../../support/service.ts';

/** Guarantee: an export has all data of its account and none of another, at one moment, and proves its completeness. */

const secrets: string[] = [];
const service = await startOneMachineService();
const account = await service.createAccount('Harbor Benefits');
const stranger = await service.createAccount('Stranger');
for (const each of [account, stranger]) await fill(each, each === account ? 'Harbor' : 'Foreign');
afterAll(() => service.close());
afterEach(() => expect(service.logged.splice(0)).toEqual([]));

async function fill({ call }: MachineAccount, word: string): Promise<void> {
  const post = async (path: string, json: object) =>
    z.looseObject({ id: z.string() }).parse((await call('POST', path, { json })).json);
  const { id: carrierId } = await post('/v1/carriers', { name: `${word} Mutual` });
  await post(`/v1/carriers/${carrierId}/configs`, STATEMENT_CONFIG);
  await post('/v1/expected-rates', { carrierId, rateType: 'flat_per_member', rateValue: 50, planCode: word });
  const policies = [{ id: word, memberName: word, plan: word, agent: word }];
  await call('PUT', `/v1/policies?carrierId=${carrierId}`, { json: { policies } });
  const { secret } = await post('/v1/webhooks', { url: `http://127.0.0.1:9/${word}`, events: ['job.completed'] });
  secrets.push(z.string().parse(secret));
  const file = (rows: readonly string[]) => ['Member ID,Commission,Name', ...rows].join('\n');
  const months = {
    '2026-01': file([`M-1,50.10,${word} One`, `M-2,-5,"=${word}, Two"`, `M-3,abc,${word} Three`]),
    '2026-02': file([`M-1,40,${word} One`, `M-4,12345678.9,${word} Four`]),
  };
  for (const [period, content] of Object.entries(months)) {
    const body = formOf({ file: content, fileName: `${word}.csv`, carrierId, period });
    expect((await call('POST', '/v1/files', { body })).status).toBe(202);
  }
  await service.runJobs();
}

const send = (path: string, { token }: MachineAccount, more: RequestInit = {}) =>
  fetch(`${service.url}${path}`, { ...more, headers: { Authorization: `Bearer ${token}` } });

/** The files of an archive with their texts. */
function unpack(archive: Buffer): ReadonlyMap<string, string> {
  const entries = [...readZipDirectory(archive).values()];
  return new Map(entries.map((entry) => [entry.name, unzipEntry(archive, entry).toString('utf8')]));
}

async function exported(of = account): Promise<ReadonlyMap<string, string>> {
  const response = await send('/v1/account/export', of);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="account-export.zip"');
  return unpack(Buffer.from(await response.arrayBuffer()));
}

const manifest = z.object({
  accountId: z.string(),
  takenAt: z.iso.datetime(),
  files: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
});

test('returns every kind of record as CSV, with a description and checksums', async () => {
  const files = await exported();
  const tables = EXPORTED_TABLES.map(({ name }) => `${name}.csv`);
  expect([...files.keys()]).toEqual(['README.txt', ...tables, 'manifest.json']);
  const readme = (files.get('README.txt') ?? '').split('\r\n').map((line) => line.split(/ {2,}/).join(' '));
  for (const { name, about } of EXPORTED_TABLES) expect(readme).toContain(`${name}.csv ${about}`);
  const told = manifest.parse(JSON.parse(files.get('manifest.json') ?? ''));
  expect(told.accountId).toBe(account.accountId);
  for (const { name, rows, bytes, sha256 } of told.files) {
    const content = files.get(name) ?? '';
    expect([name, bytes]).toEqual([name, Buffer.byteLength(content)]);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    expect(
      content.startsWith(EXPORTED_TABLES.find((table) => `${table.name}.csv` === name)?.columns.join(',') ?? 'x'),
    ).toBe(true);
    expect(rows).toBe(content.replaceAll(/"[^"]*"/g, '').split('\r\n').length - 2);
  }
  const rowsOf = Object.fromEntries(told.files.map(({ name, rows }) => [name, rows]));
  expect(rowsOf).toMatchObject({
    'account.csv': 1,
    'carriers.csv': 1,
    'files.csv': 2,
    'jobs.csv': 2,
    'rejected-rows.csv': 1,
    'statement-lines.csv': 4,
    'members.csv': 3,
    'statuses.csv': 5,
    'chargebacks.csv': 1,
    'rollups.csv': 2,
    'webhooks.csv': 1,
    'webhook-deliveries.csv': 2,
  });
});

test('keeps amounts exact and texts unchanged, and neutralises formulas', async () => {
  const files = await exported();
  const lines = files.get('statement-lines.csv') ?? '';
  expect(lines).toContain(',12345678.9000,');
  expect(lines).toContain(',-5.0000,');
  expect(lines).toContain(`"'=Harbor, Two"`);
  expect(files.get('members.csv')).toMatch(/,M-2,"'=Harbor, Two",.*,2026-02,red\r\n/);
  expect(files.get('rejected-rows.csv')).toContain('Harbor Three');
});

test('contains nothing of another account, no secret and no token digest', async () => {
  const all = [...(await exported()).values()].join('\n');
  for (const foreign of ['Foreign', stranger.accountId, 'Stranger']) expect(all).not.toContain(foreign);
  expect(all).not.toContain(createHash('sha256').update(account.token).digest('hex'));
  for (const secret of secrets) expect(all).not.toContain(secret);
  const sealed = await service.database.system(
    (sql) => sql<{ text: string }[]>`select secret_sealed as text from webhooks`,
  );
  for (const { text } of sealed) expect(all).not.toContain(text);
});

test('is recorded in the audit trail, and includes that entry', async () => {
  const audit = (await exported()).get('audit.csv');
  expect(audit).toMatch(/,token:[\w-]+,account\.export,/);
});

test('shows one moment, whatever changes while it is read', async () => {
  const reads = createAccountExportReads(service.database);
  const names: unknown[] = [];
  await reads.atOneMoment(account.accountId, async ({ tables }) => {
    await account.call('POST', '/v1/workspaces', { json: { name: 'Made meanwhile' } });
    for (const { name, rows } of tables) {
      if (name !== 'workspaces') continue;
      for await (const portion of rows()) names.push(...portion.map((row) => row[1]));
    }
  });
  expect(names).toEqual(['Default']);
});

test('answers 429 while another export of the account is sent; a client that leaves frees its slot', async () => {
  await fillWithLines(20_000);
  const leaving = new AbortController();
  const first = await send('/v1/account/export', account, { signal: leaving.signal });
  expect(first.status).toBe(200);
  const second = await account.call('GET', '/v1/account/export');
  expect(second).toMatchObject({ status: 429, json: { code: 'rate_limited' } });
  expect(second.headers.get('retry-after')).not.toBeNull();
  leaving.abort();
  await expect.poll(async () => (await send('/v1/account/export', account, { method: 'HEAD' })).status).toBe(200);
});

test('answers HEAD with 200, without reading data or taking a slot', async () => {
  for (let n = 0; n < 3; n++) {
    const status = async () => (await send('/v1/account/export', account, { method: 'HEAD' })).status;
    await expect.poll(status).toBe(200);
  }
  await expect.poll(async () => (await send('/v1/account/export', account)).status).toBe(200);
});

/** Adds lines, of which enough exceed the buffers between the database and a client. */
async function fillWithLines(count: number): Promise<void> {
  await service.database.system(
    (sql) => sql`
      insert into statement_lines (account_id, workspace_id, carrier_id, period, file_id, sheet, row_number, member_ref_id,
        member_external_id, amount, member_name)
      select account_id, workspace_id, carrier_id, period, file_id, 9, n, gen_random_uuid(), gen_random_uuid(), n, sha256(n::text::bytea)::text
      from (select * from statement_lines where account_id = ${account.accountId} limit 1) one, generate_series(1, ${count}) n`,
  );
}

/** The tables and columns that an export leaves out, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  account_windows: 'requests of the last minutes',
  account_places: 'requests under way',
  report_places: 'reports that run at the moment',
  api_tokens: 'digests of secrets; the audit trail says when each was made and revoked',
  book_moves: 'an index of pay_setups',
  books: 'a lock for each workspace and carrier, and which months are archived',
  idempotency_keys: 'replies kept for a day, sealed, for a client that repeats its request',
  outbox: 'messages on their way',
  recent_invitations: 'digests of the addresses invited in the last day, for the limits',
  member_second_ids: 'an index of statement_lines',
  search_words: 'an index of scored_rows and member_aliases',
};
const LEFT_OUT_COLUMNS = new Set([
  // The order of lists, and columns that are the same in every row.
  ...['position', 'account_id'],
  // An agency knows a person by member_id alone.
  'person_id',
  // Secrets.
  ...['callback_secret_sealed', 'previous_callback_secret_sealed', 'previous_callback_secret_until'],
  ...['secret_sealed', 'previous_secret_sealed'],
  // Internal keys, claims and bookkeeping.
  ...[
    'object_key',
    'drop_id',
    'digest',
    'folded',
    'lease_epoch',
    'claim_id',
    'request_fingerprint',
    'progress_stage',
    'progress_percent',
    'policy_key',
  ],
  ...['estimates', 'claimed_until', 'queued_at', 'swept_until', 'taken_at', 'timeouts', 'owner_mails_checked_at'],
  // The account that a test account belongs to.
  'test_of',
  // An account that has moved is not exported here.
  'moved_to',
  // Null in every account that can be exported.
  'archived_through',
  // Derived columns, which are counted from other data.
  ...['object_bytes', 'incoming_bytes', 'exception_bytes'],
]);

test('exports every table and column of an account, or leaves it out for a stated reason', async () => {
  await service.database.system(async (sql) => {
    const tables = ['accounts', ...(await listTenantTables(sql))].filter((table) => LEFT_OUT[table] === undefined);
    const columnsOf = await sql<{ table_name: string; column_name: string }[]>`
      select table_name, column_name from information_schema.columns where table_schema = 'public'`;
    const exportedColumns = (table: string) => {
      const file = FILE_OF[table] ?? table.replaceAll('_', '-');
      return new Set(EXPORTED_TABLES.find(({ name }) => name === file)?.columns ?? []);
    };
    const missing = tables.flatMap((table) =>
      columnsOf
        .filter(({ table_name: name }) => name === table)
        .map(({ column_name: column }) => column)
        .filter((column) => !exportedColumns(table).has(column) && !LEFT_OUT_COLUMNS.has(column))
        .map((column) => `${table}.${column}`),
    );
    expect(missing).toEqual([]);
  });
});

/** Files with another name than their table. */
const FILE_OF: Readonly<Record<string, string>> = {
  accounts: 'account',
  audit_entries: 'audit',
  intake_items: 'intake',
  job_exceptions: 'rejected-rows',
  scored_rows: 'statuses',
  statement_configs: 'configurations',
};
