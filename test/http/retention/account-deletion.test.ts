import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAccountDeletionStore } from '../../../adapters/postgres/accounts/account-deletion-store.ts';
import { type AccountDeletionStore, deleteAccounts } from '../../../app/accounts/delete-accounts.ts';
import { processStatement } from '../../../app/book/process-statement.ts';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import { createSshKeyPair } from '../../../server/drop-offs.ts';
import { addPayRun } from '../../support/add-pay-run.ts';
import { type MachineAccount, startOneMachineService } from '../../support/one-machine-service.ts';
import { formOf, STATEMENT_CONFIG } from '../../support/service.ts';
import { mail, PERIOD } from '../email/mail-room.ts';

/**
 * Guarantee: after the deletion of an account no folder and no table holds anything of it, wherever the deletion was interrupted, and
 * other accounts keep everything.
 */

const service = await startOneMachineService();
afterAll(() => service.close());
/** Recognises the log line of a bad token. The token of a deleted account causes such lines. */
const isBadToken = (line: string) => line.startsWith('bad_tokens');
afterEach(() => expect(service.logged.splice(0).filter((line) => !isBadToken(line))).toEqual([]));

const created = z.looseObject({ id: z.string() });
const DIGITS = PERIOD.replace('-', '');
let accounts = 0;

/** Makes an account with data of every kind. All data contain a unique word. */
async function fullAccount(
  canary: string,
): Promise<MachineAccount & { readonly username: string; readonly carrierId: string }> {
  accounts += 1;
  const account = await service.createAccount(`Agency ${canary}`);
  const post = async (path: string, json: object) => created.parse((await account.call('POST', path, { json })).json);
  const carrierId = (await post('/v1/carriers', { name: `Carrier ${canary}` })).id;
  await post(`/v1/carriers/${carrierId}/configs`, {
    ...STATEMENT_CONFIG,
    sftp: { patterns: ['*{YYYY}{MM}*.csv'] },
    email: { allowedSenders: ['pay@acme.example'], periodFrom: 'filename' },
  });
  const headers = { 'Idempotency-Key': canary };
  await account.call('POST', '/v1/workspaces', { json: { name: `Workspace ${canary}` }, headers });
  const { json } = await account.call('GET', '/v1/workspaces');
  const [workspace] = z.looseObject({ workspaces: z.array(created) }).parse(json).workspaces;
  const workspaceId = workspace?.id ?? '';
  const username = `user-${accounts}`;
  await post('/v1/sftp/users', { username, publicKey: createSshKeyPair().public.trim(), workspaceId });
  const { address } = await post('/v1/email/addresses', { carrierId, workspaceId });
  await post('/v1/expected-rates', { carrierId, rateType: 'flat_per_member', rateValue: 50, planCode: canary });
  const policies = [{ id: canary, memberName: canary }];
  const listed = `/v1/policies?carrierId=${carrierId}&workspaceId=${workspaceId}`;
  expect((await account.call('PUT', listed, { json: { policies } })).status).toBe(200);
  await post('/v1/webhooks', { url: `http://127.0.0.1:9/${canary}`, events: ['job.completed', 'job.failed'] });
  const content = (month: string) =>
    [
      'Member ID,Commission,Name',
      `M-1,50,${canary} ${month}`,
      `M-2,-5,${canary}`,
      `M-3,abc,${canary}`,
      `Bonus,5,Bonus`,
    ].join('\n');
  const form = (period: string) =>
    formOf({ file: content(period), fileName: `${canary}.csv`, carrierId, period, workspaceId });
  for (const period of ['2025-01', '2025-02']) await account.call('POST', '/v1/files', { body: form(period) });
  await service.dropFile(username, `${canary} ${DIGITS}.csv`, content('sftp'));
  await service.dropFile(username, `${canary} without a month.csv`, content('nothing'));
  await service.receiveMail(mail([{ name: `${canary}-2026-01.csv`, content: content('mail') }]), String(address));
  await service.runJobs();
  // The month has one of its two files; it is closed and corrected afterwards.
  await account.call('PUT', `/v1/carriers/${carrierId}/expected-files`, { json: { expectedFiles: 2 } });
  const dropOffs = { sftp: { patterns: [`${canary}-{YYYY}{MM}.csv`] } };
  expect((await account.call('PUT', `/v1/carriers/${carrierId}/drop-offs`, { json: dropOffs })).status).toBe(200);
  const path = '/v1/months/2025-02';
  expect((await account.call('PUT', path, { json: { state: 'closed', carrierId, workspaceId } })).status).toBe(200);
  const late = formOf({
    file: `Member ID,Commission\nM-9,1`,
    fileName: `${canary}.csv`,
    carrierId,
    period: '2025-02',
    workspaceId,
  });
  late.set('append', 'true');
  await account.call('POST', '/v1/files', { body: late });
  await service.runJobs();
  await addUnreachable(account.accountId, canary);
  return { ...account, username, carrierId };
}

/** Adds rows of the kinds that the requests of this test do not make, such as saved reports, people, disputes and aliases. */
async function addUnreachable(accountId: string, canary: string): Promise<void> {
  await service.database.system(async (sql) => {
    await sql`
      insert into saved_reports (report_id, account_id, name, sql) values (${randomUUID()}, ${accountId}, ${canary}, 'select 1')`;
    await sql`insert into report_places (place_id, account_id) values (${randomUUID()}, ${accountId})`;
    const personId = randomUUID();
    await sql`
      insert into people (person_id, name, email, email_verified, created_at, updated_at)
      values (${personId}, ${canary}, ${`${accountId}@people.example`}, true, now(), now())`;
    await sql`
      insert into team_members (account_id, person_id, role, invited_by) values (${accountId}, ${personId}, 'owner', 'operator')`;
    await sql`
      insert into recent_invitations (invitation_id, account_id, address_digest) values (${randomUUID()}, ${accountId}, '\\x00')`;
    const disputeId = randomUUID();
    await sql`
      insert into disputes (dispute_id, account_id, carrier_id, carrier_name, letter, asked_amount)
      values (${disputeId}, ${accountId}, ${randomUUID()}, ${canary}, ${canary}, 1)`;
    await sql`
      insert into dispute_rows (account_id, dispute_id, number, claim_id, workspace_id, carrier_id, member_ref_id,
        member_external_id, period, kind, certainty, ask, evidence, asked_amount, open_amount)
      values (${accountId}, ${disputeId}, 1, ${canary}, ${randomUUID()}, ${randomUUID()}, ${randomUUID()}, ${canary}, '2026-01',
        'underpaid', 'contracted', ${canary}, '[]', 1, 1)`;
    await sql`
      insert into member_aliases (account_id, workspace_id, carrier_id, alias_ref_id, member_ref_id, external_id, source)
      select account_id, workspace_id, carrier_id, ${randomUUID()}, member_ref_id, ${canary}, 'manual' from scored_rows
      where account_id = ${accountId} limit 1`;
    await sql`
      insert into member_second_ids (account_id, workspace_id, carrier_id, second_key, member_ref_id)
      select account_id, workspace_id, carrier_id, ${canary}, member_ref_id from scored_rows where account_id = ${accountId} limit 1`;
    const [upline, agent] = [randomUUID(), randomUUID()];
    await sql`
      insert into agents (agent_id, account_id, name, upline_id)
      values (${upline}, ${accountId}, ${canary}, null), (${agent}, ${accountId}, ${canary}, ${upline})`;
    await sql`
      insert into agent_names (name_id, account_id, agent_id, kind, text)
      values (${randomUUID()}, ${accountId}, ${agent}, 'name', ${canary})`;
    await sql`
      insert into member_notes (note_id, account_id, member_ref_id, body) values (${randomUUID()}, ${accountId}, ${randomUUID()}, ${canary})`;
    await sql`
      insert into member_contacts (account_id, member_ref_id, phone) values (${accountId}, ${randomUUID()}, ${canary})`;
    await addPayRun(sql, { accountId, text: canary });
    await sql`insert into letterheads (account_id, name) values (${accountId}, ${canary})`;
    await sql`
      insert into commission_departments (account_id, carrier_id, name) values (${accountId}, ${randomUUID()}, ${canary})`;
    await sql`
      insert into statement_deposits (account_id, workspace_id, carrier_id, period, amount, deposited_on, note)
      select account_id, workspace_id, carrier_id, ${PERIOD}, 1, '2026-02-01', ${canary} from files where account_id = ${accountId} limit 1`;
    await sql`insert into account_places (place_id, account_id, until) values (${randomUUID()}, ${accountId}, now())`;
    await sql`insert into owner_news (account_id, kind, period) values (${accountId}, 'complete', ${PERIOD})`;
    await sql`
      insert into carrier_events (event_id, account_id, workspace_id, carrier_id, period, kind, scope_field, scope_value, scope_key,
        members, compared, amount, detail)
      select gen_random_uuid(), account_id, workspace_id, carrier_id, ${PERIOD}, 'members_left', 'agent', ${canary}, ${canary}, 5, 5, 50,
        ${canary}
      from books where account_id = ${accountId} limit 1`;
    await sql`
      insert into webhook_attempts (account_id, delivery_id, number, attempted_at, duration_ms)
      select account_id, delivery_id, 1, now(), 1 from webhook_deliveries where account_id = ${accountId}`;
    await sql`
      insert into dead_letters (dead_letter_id, queue, message_id, body, receive_count)
      select gen_random_uuid(), 'statements', job_id, json_build_object('jobId', job_id)::text, 6 from jobs where account_id = ${accountId}`;
  });
}

const deletion = z.looseObject({
  id: z.string(),
  status: z.string(),
  removed: z.looseObject({ rows: z.record(z.string(), z.number()) }),
  certificate: z.looseObject({}).nullable(),
  certificateSha256: z.string().nullable(),
});
type Deletion = z.output<typeof deletion>;

async function requestDeletion({ accountId, name }: MachineAccount): Promise<Deletion> {
  const path = `/v1/admin/accounts/${accountId}?confirm=${encodeURIComponent(name)}`;
  const { status, json } = await service.operate('DELETE', path);
  expect(status).toBe(202);
  return deletion.parse(json);
}

const findDeletion = async (id: string) =>
  deletion.parse((await service.operate('GET', `/v1/admin/deletions/${id}`)).json);

/** The ids that tables without accounts refer to. */
async function idsOfMessages(accountId: string): Promise<readonly string[]> {
  const rows = await service.database.system(
    (sql) => sql<{ id: string }[]>`
      select job_id::text as id from jobs where account_id = ${accountId}
      union all select delivery_id::text from webhook_deliveries where account_id = ${accountId}
      union all select token_id::text from api_tokens where account_id = ${accountId}`,
  );
  return rows.map(({ id }) => id);
}

/** The rows of each table that name the account, from the catalogue. */
async function rowsOf(accountId: string): Promise<Readonly<Record<string, number>>> {
  return service.database.system(async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await sql.unsafe<{ count: number }[]>(
        `select count(*)::integer as count from "${name}" where account_id = $1`,
        [accountId],
      );
      found[name] = row?.count ?? 0;
    }
    return found;
  });
}

describe('a deletion', () => {
  test('leaves nothing in any folder or table, reports what it removed, and takes nothing of another account', async () => {
    const [doomed, other] = [await fullAccount('Doomed-Canary'), await fullAccount('Other-Canary')];
    const before = await rowsOf(doomed.accountId);
    const ofOther = await service.findText('Other-Canary');
    const ids = [doomed.username, ...(await idsOfMessages(doomed.accountId))];
    expect(ids.length).toBeGreaterThan(8);
    // Every table has a row to lose.
    expect(Object.keys(before).filter((name) => before[name] === 0)).toEqual([]);
    expect(await service.findText('Doomed-Canary')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^drops\/mail/),
        expect.stringMatching(/^mail\//),
        'files',
        'accounts',
      ]),
    );

    const { id, status, certificate, certificateSha256 } = await requestDeletion(doomed);
    expect(status).toBe('completed');
    expect(await service.findText('Doomed-Canary')).toEqual([]);
    for (const id of ids) expect(await service.findText(id)).toEqual([]);
    // The remaining rows record that the account existed, and when it was deleted.
    expect(await service.findText(doomed.accountId)).toEqual(['account_deletions', 'audit_entries']);
    expect(Object.values(await rowsOf(doomed.accountId)).every((count) => count === 0)).toBe(true);

    expect(certificate).toMatchObject({
      deletionId: id,
      accountId: doomed.accountId,
      requestedBy: 'operator',
      removed: {
        rows: { accounts: 1, files: 5, scored_rows: before['scored_rows'], statement_lines: before['statement_lines'] },
        rawFiles: { objects: 5 },
        droppedFiles: { objects: 3 },
        mails: 1,
        sentMails: 1,
        sftpUsers: 1,
        emailAddresses: 1,
        tokens: 1,
      },
    });
    const text = JSON.stringify(certificate);
    expect(createHash('sha256').update(text).digest('hex')).toBe(certificateSha256);

    expect((await service.findText('Other-Canary')).length).toBe(ofOther.length);
    expect((await other.call('GET', '/v1/members')).json).toMatchObject({ data: expect.any(Array) });
    expect((await other.call('GET', '/v1/me')).status).toBe(200);
  });

  test('ends all access at once, and stays in the list of deletions', { tags: ['long'] }, async () => {
    const account = await fullAccount('Access-Canary');
    const { id } = await requestDeletion(account);
    expect((await account.call('GET', '/v1/me')).status).toBe(401);
    const path = `/v1/admin/accounts/${account.accountId}`;
    expect((await service.operate('DELETE', `${path}?confirm=x`)).status).toBe(404);
    expect((await service.operate('PATCH', path, { json: { status: 'active' } })).status).toBe(404);
    expect((await service.operate('POST', `${path}/tokens`, { json: {} })).status).toBe(404);
    expect((await service.operate('GET', '/v1/admin/deletions?limit=1')).json).toMatchObject({ data: [{ id }] });
    const audit = await service.database.system(
      (sql) => sql`
        select action, account_id from audit_entries where target = ${account.accountId} and account_id is null order by position`,
    );
    expect([...audit]).toEqual([
      { action: 'account.delete', account_id: null },
      { action: 'account.deleted', account_id: null },
    ]);
  });

  test('keeps the names of its SFTP users reserved: 409', { tags: ['long'] }, async () => {
    const account = await fullAccount('Name-Canary');
    await requestDeletion(account);
    const other = await service.createAccount('Another agency');
    const json = { username: account.username, publicKey: createSshKeyPair().public.trim() };
    expect(await other.call('POST', '/v1/sftp/users', { json })).toMatchObject({ status: 409 });
  });

  test.each(['', 'agency slip-canary', 'Agency Slip-Canar'])(
    'is refused with 422 and without effect for the confirmation %j',
    async (confirm) => {
      const account = await service.createAccount('Agency Slip-Canary');
      const path = `/v1/admin/accounts/${account.accountId}?confirm=${encodeURIComponent(confirm)}`;
      expect(await service.operate('DELETE', path)).toMatchObject({
        status: 422,
        json: { errors: [{ field: 'confirm' }] },
      });
      expect((await account.call('GET', '/v1/me')).status).toBe(200);
    },
  );

  test('answers 422 without a confirmation, and 404 for an unknown account or deletion', async () => {
    const account = await service.createAccount('Agency');
    const path = `/v1/admin/accounts/${account.accountId}`;
    expect(await service.operate('DELETE', path)).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'confirm' }] },
    });
    for (const id of [randomUUID(), 'x']) {
      expect((await service.operate('DELETE', `/v1/admin/accounts/${id}?confirm=x`)).status).toBe(404);
      expect((await service.operate('GET', `/v1/admin/deletions/${id}`)).status).toBe(404);
    }
  });
});

describe('an interrupted deletion', () => {
  /** Makes a store that fails after the given number of steps. */
  const cutAfter = (steps: number): AccountDeletionStore => {
    const store = createAccountDeletionStore(service.database);
    let left = steps;
    return {
      ...store,
      step: (id, work) => {
        left -= 1;
        if (left < 0) throw new Error('The process is gone');
        // The last step fails before its transaction ends.
        return store.step(id, async (step) => {
          const result = await work(step);
          if (left === 0) throw new Error('The process is gone');
          return result;
        });
      },
    };
  };
  const deletions = () => {
    const { deletions: parts } = service.services.tasks;
    if (parts === undefined) throw new Error('There are no deletions');
    return parts;
  };

  test('is completed by the next run wherever it stopped, and rows are counted exactly', async () => {
    const account = await fullAccount('Cut-Canary');
    const before = await rowsOf(account.accountId);
    const store = createAccountDeletionStore(service.database);
    const origin = { actor: 'operator', ip: null, requestId: 'test' };
    const requested = await store.request({ accountId: account.accountId, confirm: account.name }, origin);
    if (typeof requested === 'string') throw new Error(requested);
    expect(await store.request({ accountId: account.accountId, confirm: account.name }, origin)).toEqual(requested);
    let runs = 0;
    for (let steps = 1; (await findDeletion(requested.id)).status !== 'completed'; steps++) {
      const cut = { ...deletions(), deletionStore: cutAfter(steps), onDeletionError: () => {} };
      await deleteAccounts(cut, { deletionSeconds: 60 }).catch(() => undefined);
      runs += 1;
      if (runs > 100) throw new Error('It never ends');
    }
    expect(runs).toBeGreaterThan(5);
    expect(await service.findText('Cut-Canary')).toEqual([]);
    const { rows } = (await findDeletion(requested.id)).removed;
    // The tokens were deleted with the request, and the account's audit trail has had no entry since.
    const { api_tokens: _, ...expected } = before;
    expect({ ...Object.fromEntries(Object.keys(expected).map((name) => [name, 0])), ...rows }).toEqual(expected);
  });

  test('is continued by the schedule after it ran out of time', { tags: ['long'] }, async () => {
    const account = await fullAccount('Time-Canary');
    const store = createAccountDeletionStore(service.database);
    const origin = { actor: 'operator', ip: null, requestId: 'test' };
    await store.request({ accountId: account.accountId, confirm: account.name }, origin);
    expect(await deleteAccounts(deletions(), { deletionSeconds: 0 })).toBe(0);
    expect(await service.findText('Time-Canary')).not.toEqual([]);
    expect(await runTask(service.services.tasks, 'purge_files')).toMatchObject({ accountsDeleted: 1 });
    expect(await service.findText('Time-Canary')).toEqual([]);
  });

  test('is completed once by two concurrent runs', { tags: ['long'] }, async () => {
    const account = await fullAccount('Twice-Canary');
    const store = createAccountDeletionStore(service.database);
    const origin = { actor: 'operator', ip: null, requestId: 'test' };
    await store.request({ accountId: account.accountId, confirm: account.name }, origin);
    const runs = await Promise.all([1, 2].map(() => deleteAccounts(deletions(), { deletionSeconds: 60 })));
    const last = await deleteAccounts(deletions(), { deletionSeconds: 60 });
    expect(runs.reduce((sum, completed) => sum + completed, last)).toBe(1);
    expect(await service.findText('Twice-Canary')).toEqual([]);
  });
});

test('waits for a job that holds its book, and keeps nothing of what the job stored', { tags: ['long'] }, async () => {
  const account = await fullAccount('Running-Canary');
  const form = formOf({
    file: 'Member ID,Commission,Name\nM-9,50,Running-Canary',
    fileName: 'late.csv',
    carrierId: account.carrierId,
    period: '2025-03',
    workspaceId: await firstWorkspace(account),
  });
  expect((await account.call('POST', '/v1/files', { body: form })).status).toBe(202);
  const { worker } = service.services;
  const { queue } = service.services.tasks;
  const [message] = await queue.receive('statements', { max: 1, visibilitySeconds: 600 });
  const { jobId } = z.object({ jobId: z.string() }).parse(JSON.parse(message?.body ?? '{}'));
  let deleted: Deletion | undefined;
  const objects = {
    ...worker.objects,
    // The bytes are in memory when the account is deleted.
    async get(key: string) {
      const bytes = await worker.objects.get(key);
      deleted = await requestDeletion(account);
      return bytes;
    },
  };
  await processStatement({ ...worker, objects, onError: () => {} }, jobId);
  expect(deleted?.status).toBe('running');
  expect(await runTask(service.services.tasks, 'purge_files')).toMatchObject({ accountsDeleted: 1 });
  expect((await findDeletion(deleted?.id ?? '')).status).toBe('completed');
  expect(await service.findText('Running-Canary')).toEqual([]);
});

test('deletes a book that a worker stores while its carrier is being deleted, in the same run', {
  tags: ['long'],
}, async () => {
  const account = await fullAccount('Booked-Canary');
  const { id: carrierId } = created.parse(
    (await account.call('POST', '/v1/carriers', { json: { name: 'Booked-Canary late' } })).json,
  );
  const workspaceId = await firstWorkspace(account);
  const { promise: isWaitedFor, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const storing = service.database.system(async (sql) => {
    await sql`
      insert into books (account_id, workspace_id, carrier_id) values (${account.accountId}, ${workspaceId}, ${carrierId})`;
    held();
    await isWaitedFor;
  });
  await isHeld;
  const deleting = requestDeletion(account);
  await expect.poll(countWaiting, { timeout: 60_000 }).toBeGreaterThan(0);
  release();
  await storing;
  expect((await deleting).status).toBe('completed');
  expect(await service.findText('Booked-Canary')).toEqual([]);
});

/** Counts the backends of this database that wait for the lock of another backend. */
async function countWaiting(): Promise<number> {
  const [row] = await service.database.system(
    (sql) => sql<{ waiting: number }[]>`
      select count(distinct pid)::integer as waiting from pg_locks
      where not granted and pid <> pg_backend_pid()
        and pid in (select pid from pg_stat_activity where datname = current_database())`,
  );
  return row?.waiting ?? 0;
}

async function firstWorkspace({ call }: MachineAccount): Promise<string> {
  const { json } = await call('GET', '/v1/workspaces');
  const [workspace] = z.looseObject({ workspaces: z.array(created) }).parse(json).workspaces;
  return workspace?.id ?? '';
}

test('finds a new table that refers to an account without its id and is not deleted by name', async () => {
  const children = await service.database.system(
    (sql) => sql<{ child: string }[]>`
      select distinct c.conrelid::regclass::text as child from pg_constraint c
      where c.contype = 'f'
        and exists (select from pg_attribute a where a.attrelid = c.confrelid and a.attname = 'account_id')
        and not exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'account_id')`,
  );
  expect([...children]).toEqual([]);
});
