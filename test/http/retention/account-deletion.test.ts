import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAccountDeletionStore } from '../../../adapters/postgres/accounts/account-deletion-store.ts';
import { type AccountDeletionStore, deleteAccounts } from '../../../app/accounts/delete-accounts.ts';
import { processStatement } from '../../../app/book/process-statement.ts';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import { createSshKeyPair } from '../../../server/drop-offs.ts';
import { makeFullAccount } from '../../support/full-account.ts';
import { type MachineAccount, startOneMachineService } from '../../support/one-machine-service.ts';
import { formOf } from '../../support/service.ts';

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
const fullAccount = (canary: string) => makeFullAccount(service, canary);

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
