import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LISTED_POLICIES_BYTES_MAX } from '../../../core/limits/request-limits.ts';
import { LISTED_POLICIES_MAX, LISTED_POLICIES_OF_ACCOUNT_MAX } from '../../../core/limits/saved-report-limits.ts';
import { sharedService, type TestAccount } from '../../support/service.ts';

let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account, name: 'Summit Health' });
});

const put = (json: unknown, query = `carrierId=${carrierId}`, who = account) =>
  who.call('PUT', `/v1/policies?${query}`, { json });
const putCsv = (body: string | Uint8Array<ArrayBuffer>, query = `carrierId=${carrierId}`, type = 'text/csv') =>
  account.call('PUT', `/v1/policies?${query}`, { body, headers: { 'Content-Type': type } });
const rows = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
const listed = async (query = '') => rows.parse((await account.call('GET', `/v1/policies?${query}`)).json).data;
const ids = async (query = '') => (await listed(query)).map(({ policyId }) => policyId);
const errors = (json: unknown) =>
  z.object({ errors: z.array(z.object({ field: z.string(), detail: z.string() })) }).parse(json).errors;
const fields = (json: unknown) => errors(json).map(({ field }) => field);
const storedCount = async () => {
  const [row] = await service.database.system(
    (sql) =>
      sql<
        { count: number }[]
      >`select count(*)::int as count from listed_policies where account_id = ${account.accountId}`,
  );
  return row?.count;
};

describe('replacing lists', () => {
  test('counts the differences from the list before; a dry run stores nothing', async () => {
    const first = await put({ policies: [{ id: 'A', plan: 'Gold', premium: 10 }, { id: 'B' }, { id: 'C' }] });
    expect(first).toMatchObject({
      status: 200,
      json: {
        workspaceId: account.workspaceId,
        carrierId,
        policies: 3,
        added: 3,
        changed: 0,
        removed: 0,
        unchanged: 0,
      },
    });
    const next = { policies: [{ id: ' a', plan: 'gold', premium: '12.00' }, { id: 'B' }, { id: 'D' }] };
    const counts = { policies: 3, added: 1, changed: 1, removed: 1, unchanged: 1 };
    expect((await put(next, `carrierId=${carrierId}&dryRun=true`)).json).toMatchObject({ ...counts, dryRun: true });
    expect(await ids()).toEqual(['A', 'B', 'C']);
    expect((await put(next)).json).toMatchObject({ ...counts, dryRun: false });
    expect(await listed()).toMatchObject([{ policyId: 'B' }, { policyId: 'D' }, { policyId: 'a', premium: 12 }]);
    expect((await put(next)).json).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3 });
    expect((await put({ policies: [] })).json).toMatchObject({ policies: 0, removed: 3 });
    expect(await storedCount()).toBe(0);
  });

  test("replaces one carrier's list, or those of all carriers of the workspace", async () => {
    const other = await service.createCarrier({ account, name: 'Apex Mutual' });
    await put({ policies: [{ id: 'S1' }] });
    await put({ policies: [{ id: 'O1' }] }, `carrierId=${other}`);
    await put({ policies: [{ id: 'S2' }] });
    expect((await ids()).toSorted()).toEqual(['O1', 'S2']);
    const all = [
      { id: 'S3', carrier: 'summit health' },
      { id: 'O2', carrier: other },
    ];
    expect((await put({ policies: all }, '')).json).toMatchObject({ carrierId: null, added: 2, removed: 2 });
    expect(await ids(`carrierId=${other}`)).toEqual(['O2']);
    expect(await ids(`carrierId=${carrierId}`)).toEqual(['S3']);
  });

  test('keeps one of two concurrent lists as a whole', async () => {
    const list = (name: string) => ({
      policies: Array.from({ length: 300 }, (_, at) => ({ id: `${name}${at}`, plan: 'P' })),
    });
    for (let round = 0; round < 3; round += 1) {
      const names = ['A', 'B', 'C', 'D'];
      const replies = await Promise.all(names.map((name) => put(list(name))));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const stored = await listed('limit=200');
      const first = String(stored[0]?.['policyId']).charAt(0);
      expect(stored.every(({ policyId }) => String(policyId).startsWith(first))).toBe(true);
      expect(await storedCount()).toBe(300);
    }
  });

  test('does not block the deletion of a carrier, whose list is deleted too', async () => {
    await put({ policies: [{ id: 'A' }] });
    await service.database.system((sql) => sql`delete from carriers where carrier_id = ${carrierId}`);
    expect(await storedCount()).toBe(0);
  });

  test('writes an audit entry with figures and without names', async () => {
    await put({ policies: [{ id: 'A', memberName: 'Canary Name' }] });
    const entries = await service.database.system(
      (sql) => sql`select action, target, meta from audit_entries where account_id = ${account.accountId}`,
    );
    expect(entries).toEqual([
      {
        action: 'policies.replace',
        target: carrierId,
        meta: {
          workspaceId: account.workspaceId,
          carrierId,
          policies: 1,
          added: 1,
          changed: 0,
          removed: 0,
          unchanged: 0,
        },
      },
    ]);
  });
});

describe('a list as CSV', () => {
  const GOLD = { policyId: 'M-1', planName: 'Gold; or "better"', effectiveDate: '2026-01-31', premium: 1234.5 };
  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['commas', 'Member ID,Plan,Eff. Date,Premium\r\nM-1,"Gold; or ""better""",1/31/2026,"$1,234.50"\r\n'],
    ['semicolons', 'Member ID;Plan;Effective Date;Premium\nM-1;"Gold; or ""better""";2026-01-31;1,234.50\n'],
    ['tabs', 'Policy Number\tProduct\tStart Date\tMonthly Premium\nM-1\t"Gold; or ""better"""\t31-Jan-2026\t1234.5'],
    ['a byte order mark', '\uFEFFid,plan,effective,premium\nM-1,"Gold; or ""better""",46053,1234.5\n'],
    ["Excel's own delimiter line", 'sep=|\r\nid|plan|effective|premium\r\nM-1|"Gold; or ""better"""|46053|1234.5\r\n'],
    [
      'line ends of two kinds and blank lines',
      'id,plan,effective,premium\r\n\n,,,\nM-1,"Gold; or ""better""",20260131,1234.5\r\n\r\n',
    ],
    [
      'UTF-16, as Excel saves Unicode text',
      new Uint8Array(
        Buffer.from('\uFEFFid\tplan\teffective\tpremium\r\nM-1\t"Gold; or ""better"""\t1/31/2026\t1234.5', 'utf16le'),
      ),
    ],
  ])('is accepted with %s', async (_, csv) => {
    expect(await putCsv(csv)).toMatchObject({ status: 200, json: { added: 1, ignoredColumns: [] } });
    expect(await listed()).toMatchObject([GOLD]);
  });

  test('is read in the encoding of Excel on Windows, declared or not', async () => {
    const csv = new Uint8Array(Buffer.from('id,agent\nM-1,Jos\xe9 Pe\xf1a\n', 'latin1'));
    for (const type of ['text/csv', 'text/csv; charset=windows-1252']) {
      expect((await putCsv(csv, undefined, type)).status).toBe(200);
      expect(await listed()).toMatchObject([{ agent: 'José Peña' }]);
    }
    expect((await putCsv(csv, undefined, 'text/csv; charset=ebcdic')).status).toBe(415);
  });

  test("may have two kinds of id, an agent's name before the number, and columns that are ignored", async () => {
    const csv = 'Policy #,Member ID,Policy No,Agent ID,Writing Agent,Phone\n';
    expect((await putCsv(`${csv}P,M,P,7,Ann,555\n`)).json).toMatchObject({
      errors: [{ field: 'row 1, column "Policy No"' }],
    });
    const { json } = await putCsv('Policy No,Member ID,Agent ID,Writing Agent,Phone\nP,M,7,Ann,555\n');
    expect(json).toMatchObject({ added: 1, ignoredColumns: ['Agent ID', 'Phone'] });
    expect(await listed()).toMatchObject([{ policyId: 'M', policyNumber: 'P', agent: 'Ann' }]);
  });

  test('has every fault of every row reported at once, and nothing stored', async () => {
    await put({ policies: [{ id: 'kept' }] });
    const csv = [
      'Member ID,Carrier,Plan,Effective,Term,Premium,Lives,Rate,Status',
      'A,Summit Health,Gold,13/45/2026,,,,,active',
      ' ,,Gold,2026-01-01,2025-12-31,ten,-1,x,asleep',
      '"B\nB",Nobody Life,Gold,,,,,,',
      'C,,Gold,,,,,,',
      'c,,gold,,,,,,,surplus',
      'D,,Gold,,,-5,,,',
      'E,,Gold,,,(5.00),,,',
    ].join('\n');
    const reply = await putCsv(csv);
    expect(reply.status).toBe(422);
    expect(fields(reply.json).toSorted()).toEqual(
      [
        'row 2, column "Effective"',
        'row 3, column "Member ID"',
        'row 3, column "Term"',
        'row 3, column "Premium"',
        'row 3, column "Lives"',
        'row 3, column "Rate"',
        'row 3, column "Status"',
        'row 4, column "Carrier"',
        'row 6',
        'row 7, column "Premium"',
        'row 8, column "Premium"',
        'row 6, column "Member ID"',
      ].toSorted(),
    );
    expect(JSON.stringify(reply.json)).toContain('repeats row 5, column \\"Member ID\\"');
    expect(await ids()).toEqual(['kept']);
  });

  test('has the unknown carrier of a row reported together with its other faults', async () => {
    const { json } = await putCsv('Member ID,Carrier,Premium\nA,Nobody Life,ten\nA,,5\nA,,6\n', '');
    expect(fields(json).toSorted()).toEqual([
      'row 2, column "Carrier"',
      'row 2, column "Premium"',
      'row 3, column "Carrier"',
      'row 4, column "Carrier"',
    ]);
  });

  test.each([
    ['cells behind the last column', 'id,plan\nA,x,y,z\n', 'row 2'],
    ['a quote that is never closed', 'id,plan\nA,x\nB,"y\n', 'row 3'],
    ['text behind a quote', 'id,plan\nA,"x"y\n', 'row 2'],
    ['a quote in a cell', 'id,plan\nA,5"\n', 'row 2'],
    ['no column of ids', 'plan,premium\nx,1\n', 'row 1'],
    ['an empty file', '', 'row 1'],
    ['a character no text may have', 'id,plan\nA,x\0y\n', 'row 2, column "plan"'],
  ])('is refused: %s', async (_, csv, field) => {
    const reply = await putCsv(csv);
    expect(reply.status).toBe(422);
    expect(fields(reply.json)).toEqual([field]);
  });

  test('has all faults counted and the first 500 listed', async () => {
    const reply = await putCsv(`id,premium\n${Array.from({ length: 600 }, (_, at) => `M${at},x`).join('\n')}`);
    expect(reply.json).toMatchObject({ detail: 'The request has 600 faults; the first 500 are listed.' });
    expect(errors(reply.json)).toHaveLength(500);
  });
});

describe('limits of lists', () => {
  const csvOf = (count: number) => `id\n${Array.from({ length: count }, (_, at) => `M${at}`).join('\n')}`;
  test('accept as many policies as the limit, and refuse one more', { tags: ['long'] }, async () => {
    expect((await putCsv(csvOf(LISTED_POLICIES_MAX))).json).toMatchObject({ added: LISTED_POLICIES_MAX });
    const more = await putCsv(csvOf(LISTED_POLICIES_MAX + 1));
    expect(more).toMatchObject({ status: 422, json: { errors: [{ field: 'body' }] } });
    const json = { policies: Array.from({ length: LISTED_POLICIES_MAX + 1 }, (_, at) => ({ id: `${at}` })) };
    expect(fields((await put(json)).json)).toEqual(['policies']);
    expect(await storedCount()).toBe(LISTED_POLICIES_MAX);
    const others = csvOf(10).replaceAll('M', 'N');
    const counts = { added: 10, removed: LISTED_POLICIES_MAX, changed: 0, unchanged: 0 };
    expect((await putCsv(others)).json).toMatchObject(counts);
    expect(await storedCount()).toBe(10);
  });

  test('refuse more bytes than the limit with 413, in either form', async () => {
    const long = `id,plan\nA,${'x'.repeat(LISTED_POLICIES_BYTES_MAX)}\n`;
    expect((await putCsv(long)).status).toBe(413);
    expect((await put({ policies: [{ id: 'A', plan: 'x'.repeat(LISTED_POLICIES_BYTES_MAX) }] })).status).toBe(413);
  });

  test('refuse more policies in all lists of an account with 409', { tags: ['long'] }, async () => {
    const other = await service.createCarrier({ account });
    await service.database.system(
      (sql) => sql`
        insert into listed_policies (account_id, workspace_id, carrier_id, policy_key, policy_id, status)
        select ${account.accountId}, ${account.workspaceId}, ${other}, int4send(n), 'x', 'active'
        from generate_series(1, ${LISTED_POLICIES_OF_ACCOUNT_MAX - 1}) n`,
    );
    expect((await put({ policies: [{ id: 'A' }] })).status).toBe(200);
    expect(await put({ policies: [{ id: 'A' }, { id: 'B' }] })).toMatchObject({
      status: 409,
      json: { code: 'conflict' },
    });
    expect((await put({ policies: [{ id: 'B' }] })).json).toMatchObject({ added: 1, removed: 1 });
  });
});

describe('a refused list', () => {
  test('has the faults of the request itself reported', async () => {
    expect((await put({ policies: [] }, `carrierId=${carrierId}&dryRun=yes`)).status).toBe(422);
    expect(fields((await put({ policies: [{ id: 'A', surprise: 1 }] })).json)).toEqual(['policies[0].surprise']);
    expect(fields((await put({ policies: [{ id: 'A', premium: '1,2' }, { id: '' }] })).json)).toEqual([
      'policies[0].premium',
      'policies[1].id',
    ]);
    expect((await put({})).status).toBe(422);
    expect((await put({ policies: [{ id: 'A' }] }, '')).json).toMatchObject({
      errors: [{ field: 'policies[0].carrier', detail: 'The field policies[0].carrier must name the carrier.' }],
    });
    const many = Array.from({ length: 3 }, () => ({ id: 'A', carrier: 'Apex' }));
    expect(fields((await put({ policies: many })).json)).toHaveLength(3);
    expect((await account.call('PUT', '/v1/policies', { body: 'x' })).status).toBe(415);
  });

  test('answers 404 for an unknown or foreign carrier or workspace in the query, and names the field of a policy with a foreign carrier', async () => {
    const stranger = await service.createAccount();
    const foreign = await service.createCarrier({ account: stranger });
    for (const query of [
      `carrierId=${foreign}`,
      'carrierId=x',
      `workspaceId=${stranger.workspaceId}`,
      'workspaceId=x',
    ]) {
      expect((await put({ policies: [] }, query)).status).toBe(404);
      expect((await account.call('GET', `/v1/policies?${query}`)).status).toBe(404);
    }
    const named = await put({ policies: [{ id: 'A', carrier: foreign }] }, '');
    expect(fields(named.json)).toEqual(['policies[0].carrier']);
  });

  test('must name one of several workspaces, of which each has its own lists', async () => {
    const second = await service.createWorkspace(account, 'Second');
    expect((await put({ policies: [] })).json).toMatchObject({ code: 'workspace_required' });
    await put({ policies: [{ id: 'A' }] }, `carrierId=${carrierId}&workspaceId=${account.workspaceId}`);
    await put({ policies: [{ id: 'B' }] }, `carrierId=${carrierId}&workspaceId=${second}`);
    expect(await ids(`workspaceId=${second}`)).toEqual(['B']);
    expect(await ids(`workspaceId=${account.workspaceId}`)).toEqual(['A']);
  });
});

test('shows the list by status, in pages and as CSV', async () => {
  const policies = [
    { id: 'A', status: 'In-Force' },
    { id: 'B', status: 'LAPSED' },
    { id: 'C', status: 'submitted' },
  ];
  await put({ policies });
  expect(await ids('status=ended')).toEqual(['B']);
  expect(await ids('status=pending')).toEqual(['C']);
  expect(await ids('limit=2&offset=1')).toEqual(['B', 'C']);
  const csv = await account.call('GET', '/v1/policies', { headers: { Accept: 'text/csv' } });
  expect(csv.body.split('\r\n')).toHaveLength(5);
  const stranger = await service.createAccount();
  expect((await stranger.call('GET', '/v1/policies')).json).toMatchObject({ data: [] });
});
