import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readAccountSums } from '../../../adapters/postgres/connection/tenant-tables.ts';
import { createMovingRows } from '../../../adapters/postgres/operations/account-move.ts';
import { createSecretBox } from '../../../adapters/secret-box/aes-secret-box.ts';
import { type AccountMove, type MovingRows, moveAccount, RowsInTheWay } from '../../../app/operations/move-account.ts';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import { type FullAccount, makeFullAccount } from '../../support/full-account.ts';
import { startOneMachineService } from '../../support/one-machine-service.ts';
import { formOf } from '../../support/service.ts';
import { webhookPlatform } from '../../support/webhook-deliveries.ts';
import { mail } from '../email/mail-room.ts';

/**
 * Guarantee: an account moves to another database with every row and every stored byte, also when the move breaks off anywhere and is run
 * again. It is open in one of the two, and nothing of another account changes.
 */

const [here, there] = await Promise.all([startOneMachineService(), startOneMachineService()]);
afterAll(() => Promise.all([here.close(), there.close()]));

const otherBox = createSecretBox(randomBytes(32));
const ADDRESS = 'https://two.example.com';

const rowsOf = (accountId: string): MovingRows =>
  createMovingRows(
    {
      from: here.database,
      to: there.database,
      reseal: (sealed) => otherBox.seal(webhookPlatform.secretBox.open(sealed)),
      rowsInTheWay: (message) => new RowsInTheWay(message),
    },
    accountId,
  );

const move = (accountId: string, changed: Partial<AccountMove> = {}) =>
  moveAccount({
    accountId,
    rows: rowsOf(accountId),
    from: here.bytes,
    to: there.bytes,
    movedTo: ADDRESS,
    pause: async () => {},
    elapsedMs: () => 0,
    report: () => {},
    ...changed,
  });

const callThere = ({ token }: FullAccount, path: string) =>
  fetch(`${there.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });

const statusOf = (database: typeof here.database, accountId: string) =>
  database.system(async (sql) => {
    const [found] = await sql<{ status: string }[]>`select status from accounts where account_id = ${accountId}`;
    return found?.status ?? null;
  });

const uploadOf = ({ carrierId, ...account }: FullAccount, period: string) =>
  account.call('GET', '/v1/workspaces').then(({ json }) => {
    const [workspace] = z
      .looseObject({ workspaces: z.array(z.looseObject({ id: z.string() })) })
      .parse(json).workspaces;
    const form = formOf({
      file: 'Member ID,Commission\nM-7,70',
      fileName: `${period}.csv`,
      carrierId,
      period,
      workspaceId: workspace?.id ?? '',
    });
    return account.call('POST', '/v1/files', { body: form });
  });

describe('a move', () => {
  test('takes every row and byte along, tells the new address, and leaves another account as it was', async () => {
    const [account, other] = [
      await makeFullAccount(here, 'Mover-Canary'),
      await makeFullAccount(here, 'Stayer-Canary'),
    ];
    const before = await readAccountSums(here.database, account.accountId);
    const ofOther = await readAccountSums(here.database, other.accountId);
    const members = (await account.call('GET', '/v1/members')).json;
    const found = await here.findText('Mover-Canary');

    const result = await move(account.accountId);
    expect(result).toMatchObject({ kind: 'moved' });

    // Every table that had a row has as many, and all places of its bytes have them too.
    const counts = (sums: typeof before) => Object.fromEntries(sums.map(({ table, rows }) => [table, rows]));
    const queued = { audit_entries: expect.any(Number), outbox: expect.any(Number) };
    const after = counts(await readAccountSums(there.database, account.accountId));
    expect(after).toEqual({ ...counts(before), ...queued });
    expect(await there.findText('Mover-Canary')).toEqual(found.filter((place) => !isLeftBehind(place)));
    expect(await (await callThere(account, '/v1/members')).json()).toEqual(members);
    expect((await callThere(account, '/v1/me')).status).toBe(200);

    // Secrets are sealed with the other key.
    const sealed = await there.database.system(
      (sql) => sql<{ sealed: string }[]>`
        select secret_sealed as sealed from webhooks where account_id = ${account.accountId}
        union all select reply_sealed from idempotency_keys where account_id = ${account.accountId} and reply_sealed is not null`,
    );
    expect(sealed.length).toBeGreaterThan(1);
    for (const row of sealed) expect(otherBox.open(row.sealed)).not.toBe('');

    expect(await account.call('GET', '/v1/me')).toMatchObject({
      status: 410,
      json: { code: 'account_moved', detail: `The account has moved to ${ADDRESS}.` },
    });
    expect(await readAccountSums(here.database, other.accountId)).toEqual(ofOther);
    expect((await uploadOf(other, '2025-05')).status).toBe(202);

    // A second run finds that all is done, and the operator deletes what the account has left behind.
    expect(await move(account.accountId)).toEqual({ kind: 'done' });
    const path = `/v1/admin/accounts/${account.accountId}`;
    expect((await here.operate('PATCH', path, { json: { status: 'active' } })).status).toBe(409);
    expect((await here.operate('DELETE', `${path}?confirm=${encodeURIComponent(account.name)}`)).status).toBe(202);
    expect(await here.findText('Mover-Canary')).toEqual(
      found.filter(isLeftBehind).filter((place) => place === 'people'),
    );
    expect((await callThere(account, '/v1/members')).status).toBe(200);
  });

  test('takes the test account along, and people whom the other service knows under another id', async () => {
    const account = await makeFullAccount(here, 'Test-Canary');
    const made = await here.operate('POST', `/v1/admin/accounts/${account.accountId}/tokens`, {
      json: { isTest: true },
    });
    const { token } = z.looseObject({ token: z.string() }).parse(made.json);
    const knownId = randomUUID();
    await there.database.system(
      (sql) => sql`
        insert into people (person_id, name, email, email_verified, created_at, updated_at)
        values (${knownId}, 'Known', ${`${account.accountId}@people.example`}, true, now(), now())`,
    );
    expect(await move(account.accountId)).toMatchObject({ kind: 'moved' });
    const team = await there.database.system(
      (sql) => sql`select person_id as id from team_members where account_id = ${account.accountId}`,
    );
    expect(team).toEqual([{ id: knownId }]);
    expect((await callThere({ ...account, token }, '/v1/me')).status).toBe(200);
    const ofTest = await here.database.system(
      (sql) => sql`select status from accounts where test_of = ${account.accountId}`,
    );
    expect(ofTest).toEqual([{ status: 'moved' }]);
  });

  test('takes along shared carriers of the operator, and formats that the other service never had', async () => {
    const account = await makeFullAccount(here, 'Shared-Canary');
    const [own, kept] = [randomUUID(), randomUUID()];
    const formats = { old: randomUUID(), own: randomUUID() };
    for (const { database } of [here, there])
      await database.system(async (sql) => {
        await sql`insert into carriers (carrier_id, name, slug) values (${kept}, 'Kept', 'kept')`;
        await sql`
          insert into statement_configs (config_id, carrier_id, version, config) values (gen_random_uuid(), ${kept}, 1, '{}')`;
      });
    await here.database.system(async (sql) => {
      await sql`insert into carriers (carrier_id, name, slug) values (${own}, 'Own', 'own')`;
      await sql`
        insert into statement_configs (config_id, carrier_id, version, config)
        values (${formats.old}, ${kept}, 2, '{}'), (${formats.own}, ${own}, 1, '{}')`;
      await sql`
        insert into expected_files (account_id, carrier_id, files) values (${account.accountId}, ${own}, 2), (${account.accountId}, ${kept}, 2)`;
      await sql`
        update jobs set config_id = ${formats.old}
        where job_id = (select job_id from jobs where account_id = ${account.accountId} and status = 'completed' limit 1)`;
    });
    expect(await move(account.accountId)).toMatchObject({ kind: 'moved' });
    const found = await there.database.system(
      (sql) => sql`
        select config_id as id, version, removed_at is not null as "isRemoved" from statement_configs
        where config_id in (${formats.old}, ${formats.own}) order by version`,
    );
    expect(found).toEqual([
      { id: formats.own, version: 1, isRemoved: false },
      { id: formats.old, version: 2, isRemoved: true },
    ]);
  });

  test('lets reads go on, and every kind of change wait', async () => {
    const account = await makeFullAccount(here, 'Waiting-Canary');
    expect((await uploadOf(account, '2025-06')).status).toBe(202);
    const rows = rowsOf(account.accountId);
    await rows.begin();
    expect((await account.call('GET', '/v1/members')).status).toBe(200);
    const refused = await uploadOf(account, '2025-07');
    expect(refused).toMatchObject({ status: 503, json: { code: 'account_moving' } });
    expect(refused.headers.get('retry-after')).toBe('10');
    const path = `/v1/admin/accounts/${account.accountId}`;
    expect((await here.operate('PATCH', path, { json: { name: 'Other' } })).status).toBe(409);
    expect((await here.operate('DELETE', `${path}?confirm=${encodeURIComponent(account.name)}`)).status).toBe(409);
    await here.runJobs();
    await here.dropFile(account.username, 'late 2025-08.csv', 'Member ID,Commission,Name\nM-1,50,Late');
    const message = mail([{ name: 'late-2026-01.csv', content: 'Member ID,Commission\nM-1,50' }]);
    await expect(here.receiveMail(message, await mailAddressOf(account))).rejects.toThrow('is being moved');
    for (const task of ['recover_jobs', 'redeliver_webhooks', 'purge_files'] as const)
      await runTask(here.services.tasks, task);
    expect(await openWork(here.database, account.accountId)).toEqual({ queued: 1, items: 3 });

    // The account comes back, and its work with it.
    await rows.stay();
    await here.services.outbox.relayOutbox();
    await here.runJobs();
    await runTask(here.services.tasks, 'sweep_sftp');
    expect(await openWork(here.database, account.accountId)).toMatchObject({ queued: 0, items: 4 });
  });

  test('queues the jobs that wait in the service that the account comes to', async () => {
    const account = await makeFullAccount(here, 'Queued-Canary');
    const { json } = await uploadOf(account, '2025-06');
    const { jobId } = z.looseObject({ jobId: z.string() }).parse(json);
    // The message is in the queue that the account leaves.
    await here.services.outbox.relayOutbox();
    expect(await move(account.accountId)).toMatchObject({ kind: 'moved' });
    await here.runJobs();
    await there.services.outbox.relayOutbox();
    await there.runJobs();
    expect(await (await callThere(account, `/v1/jobs/${jobId}`)).json()).toMatchObject({ status: 'completed' });
  });

  test('copies again after a change that was under way, and refuses one that ends after the move', async () => {
    const account = await makeFullAccount(here, 'Late-Canary');
    const rows = rowsOf(account.accountId);
    const rename = (name: string) =>
      here.database.tenant(
        account.accountId,
        (sql) => sql`update workspaces set name = ${name} where account_id = ${account.accountId} and is_default`,
      );
    let copies = 0;
    const changing: MovingRows = {
      ...rows,
      async copy() {
        copies += 1;
        const copied = await rows.copy();
        if (copies === 1) await rename('Late');
        return copied;
      },
    };
    expect(await move(account.accountId, { rows: changing })).toMatchObject({ kind: 'moved' });
    expect(copies).toBe(2);
    const names = await there.database.system(
      (sql) => sql`select name from workspaces where account_id = ${account.accountId} and is_default`,
    );
    expect(names).toEqual([{ name: 'Late' }]);
    await expect(rename('Lost')).rejects.toThrow('The account has moved to another database');
  });
});

describe('an account stays open where it was, and leaves nothing in the other service,', () => {
  test('when a row is in the way', async () => {
    const account = await makeFullAccount(here, 'Blocked-Canary');
    const inTheWay = await there.createAccount('In the way');
    await there.database.system(
      (sql) => sql`
        update api_tokens set token_hash = sha256(convert_to(${account.token}, 'UTF8')) where account_id = ${inTheWay.accountId}`,
    );
    const result = await move(account.accountId);
    expect(result).toEqual({ kind: 'stayed', reason: expect.stringContaining('api_tokens_token_hash_key') });
    expect(await there.findText('Blocked-Canary')).toEqual([]);
    expect((await uploadOf(account, '2025-06')).status).toBe(202);
  });

  test('when its workers never end, and when it never stops changing', async () => {
    const account = await makeFullAccount(here, 'Busy-Canary');
    let clockMs = 0;
    const busy = { ...rowsOf(account.accountId), countWork: async () => 1 };
    const elapsedMs = () => {
      clockMs += 60_000;
      return clockMs;
    };
    expect(await move(account.accountId, { rows: busy, elapsedMs })).toMatchObject({ kind: 'stayed' });
    const rows = rowsOf(account.accountId);
    const restless: MovingRows = {
      ...rows,
      leave: (movedTo, mayLeave) => rows.leave(movedTo, async () => mayLeave([])),
    };
    expect(await move(account.accountId, { rows: restless })).toMatchObject({ kind: 'stayed' });
    expect(await there.findText('Busy-Canary')).toEqual([]);
    expect((await uploadOf(account, '2025-06')).status).toBe(202);
  });

  test('when the other service has had one of its SFTP users, or runs another version', async () => {
    const account = await makeFullAccount(here, 'Refused-Canary');
    await there.database.system(
      (sql) => sql`insert into retired_sftp_names values (sha256(convert_to(${account.username}, 'UTF8')))`,
    );
    expect(await move(account.accountId)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(account.username),
    });
    expect((await uploadOf(account, '2025-06')).status).toBe(202);
  });
});

test('a move that breaks off anywhere is completed by further runs, and the account is never open twice', async () => {
  const account = await makeFullAccount(here, 'Cut-Canary');
  let runs = 0;
  for (let left = 0; (await statusOf(there.database, account.accountId)) !== 'active'; left++) {
    const { rows, end } = cutAfter(rowsOf(account.accountId), left);
    await move(account.accountId, { rows }).catch(() => undefined);
    await end();
    const statuses = [
      await statusOf(here.database, account.accountId),
      await statusOf(there.database, account.accountId),
    ];
    expect(statuses).not.toEqual(['active', 'active']);
    runs += 1;
    if (runs > 100) throw new Error('It never ends');
  }
  expect(runs).toBeGreaterThan(8);
  expect(await statusOf(here.database, account.accountId)).toBe('moved');
  expect((await callThere(account, '/v1/members')).status).toBe(200);
});

/** Ends the process after so many calls: this one is made, and its answer and all later calls are lost. */
function cutAfter(rows: MovingRows, calls: number): { readonly rows: MovingRows; end(): Promise<void> } {
  let left = calls;
  const open: (() => Promise<void>)[] = [];
  const cut = <Arguments extends readonly unknown[], Result>(call: (...args: Arguments) => Promise<Result>) => {
    return async (...args: Arguments): Promise<Result> => {
      left -= 1;
      if (left < -1) throw new Error('The process is gone');
      const result = await call(...args);
      if (left < 0) throw new Error('The process is gone');
      return result;
    };
  };
  return {
    rows: {
      ...rows,
      situation: cut(rows.situation),
      begin: cut(rows.begin),
      countWork: cut(rows.countWork),
      listSftpUsers: cut(rows.listSftpUsers),
      copy: cut(async () => {
        const copied = await rows.copy();
        open.push(copied.drop);
        return { ...copied, keep: cut(copied.keep), drop: cut(copied.drop) };
      }),
      leave: cut(rows.leave),
      sumTarget: cut(rows.sumTarget),
      open: cut(rows.open),
      stay: cut(rows.stay),
    },
    end: async () => {
      for (const drop of open) await drop();
    },
  };
}

/** Copies of sent mail stay in the service that sent it. */
const isLeftBehind = (place: string) => place.startsWith('mail/');

async function mailAddressOf({ call }: FullAccount): Promise<string> {
  const { json } = await call('GET', '/v1/email/addresses');
  const [first] = z.looseObject({ data: z.array(z.looseObject({ address: z.string() })) }).parse(json).data;
  return first?.address ?? '';
}

async function openWork(database: typeof here.database, accountId: string) {
  const [counted] = await database.system(
    (sql) => sql<{ queued: number; items: number }[]>`
      select (select count(*) from jobs where account_id = ${accountId} and status = 'queued')::integer as queued,
        (select count(*) from intake_items where account_id = ${accountId})::integer as items`,
  );
  return counted;
}
