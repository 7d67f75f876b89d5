import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMaintenanceStore } from '../../../adapters/postgres/operations/maintenance-store.ts';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import { createSshKeyPair } from '../../../server/drop-offs.ts';
import { startOneMachineService } from '../../support/one-machine-service.ts';
import { formOf, STATEMENT_CONFIG, startService, type TestAccount } from '../../support/service.ts';
import { mail, PERIOD } from '../email/mail-room.ts';

/**
 * Guarantee: a purge leaves nothing of the file in any folder or table, however the file was delivered. Each file has a person whose row is
 * rejected, so that no scored row may name her. The name of the file contains the name of another person.
 */
describe('purged everywhere', async () => {
  const DIGITS = PERIOD.replace('-', '');

  const created = z.looseObject({ id: z.string() });
  const service = await startOneMachineService();
  const account = await service.createAccount('Harbor Benefits');
  const post = async (path: string, json: object) => created.parse((await account.call('POST', path, { json })).json);
  const carrierId = (await post('/v1/carriers', { name: 'Acme' })).id;
  await post(`/v1/carriers/${carrierId}/configs`, {
    ...STATEMENT_CONFIG,
    sftp: { patterns: ['*{YYYY}{MM}*.csv'] },
    email: { allowedSenders: ['pay@acme.example'] },
  });
  const username = 'harbor-benefits';
  await post('/v1/sftp/users', { username, publicKey: createSshKeyPair().public.trim() });
  const address = z.string().parse((await post('/v1/email/addresses', { carrierId })).address);
  afterAll(() => service.close());

  /** Makes a statement with one rejected row of three. With fewer good rows than bad rows the job would fail. */
  const statementWith = (rejected: string) =>
    ['Member ID,Commission,Name', 'M-1,50,Kept Person', 'M-2,40,Other Person', `M-3,abc,${rejected}`].join('\n');

  async function newestFile(): Promise<string> {
    const { json } = await account.call('GET', '/v1/files');
    const [file] = z.object({ data: z.array(z.looseObject({ fileId: z.string() })) }).parse(json).data;
    if (file === undefined) throw new Error('There is no file');
    return file.fileId;
  }

  async function purge(fileId: string): Promise<void> {
    const purged = await account.call('POST', `/v1/files/${fileId}/purge`);
    expect(purged).toMatchObject({ status: 200, json: { fileId, purged: true } });
  }

  /** Retracts the file, so that the next way of delivery can use the same month. */
  async function retract(fileId: string): Promise<void> {
    expect((await account.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
    await service.runJobs();
  }

  async function upload(name: string, content: string, period = PERIOD): Promise<void> {
    const fields = { file: content, fileName: name, carrierId, period };
    const reply = await account.call('POST', '/v1/files', { body: formOf(fields) });
    expect(reply.status).toBe(202);
    await service.runJobs();
  }

  describe('a manual purge', () => {
    test('covers an uploaded file', async () => {
      await upload('Amelia Canary.csv', statementWith('Ursula Canary'));
      expect(await service.findText('Ursula Canary')).toEqual([expect.stringMatching(/^objects\//), 'job_exceptions']);
      expect(await service.findText('Amelia Canary')).toEqual(['files']);
      const fileId = await newestFile();
      await purge(fileId);
      expect([await service.findText('Ursula Canary'), await service.findText('Amelia Canary')]).toEqual([[], []]);
      const { json } = await account.call('GET', `/v1/files/${fileId}`);
      expect(json).toMatchObject({ originalFilename: 'purged.csv', rawPurgedAt: expect.any(String), rowsIngested: 2 });
      await purge(fileId);
      await retract(fileId);
    });

    test('covers a file that was dropped by SFTP, and again under another name', async () => {
      const content = statementWith('Sigrid Canary');
      await service.dropFile(username, `Sally Canary ${DIGITS}.csv`, content);
      await service.dropFile(username, `Sally Canary again ${DIGITS}.csv`, content);
      await service.runJobs();
      expect(await service.findText('Sally Canary')).toEqual([
        expect.stringMatching(/^drops\/sftp\/harbor-benefits\/processed\//),
        expect.stringMatching(/^drops\/sftp\/harbor-benefits\/processed\//),
        'files',
        'intake_items',
      ]);
      const fileId = await newestFile();
      await purge(fileId);
      expect([await service.findText('Sigrid Canary'), await service.findText('Sally Canary')]).toEqual([[], []]);
      expect((await account.call('GET', '/v1/intake')).json).toMatchObject({
        data: [{ fileName: 'purged.csv' }, { fileName: 'purged.csv' }],
      });
      await retract(fileId);
    });

    test('covers a file that was first dropped under names that were refused', async () => {
      const content = statementWith('Signe Canary');
      await service.dropFile(username, 'Susan Canary.csv', content);
      await service.dropFile(username, `Susan Canary ${DIGITS}.csv.filepart`, content, { hours: 80 });
      expect((await account.call('GET', '/v1/intake')).json).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({ fileName: 'Susan Canary.csv', outcome: 'rejected' }),
          expect.objectContaining({ fileName: `Susan Canary ${DIGITS}.csv.filepart`, outcome: 'rejected' }),
        ]),
      });
      await service.dropFile(username, `Susan Canary ${DIGITS}.csv`, content);
      await service.runJobs();
      const fileId = await newestFile();
      await purge(fileId);
      expect([await service.findText('Signe Canary'), await service.findText('Susan Canary')]).toEqual([[], []]);
      await retract(fileId);
    });

    test('covers a mailed file: the message and its answer too', async () => {
      const attached = { name: `Maria Canary ${DIGITS}.csv`, content: statementWith('Melissa Canary') };
      await service.receiveMail(mail([attached]), address);
      await service.runJobs();
      expect(await service.findText('Maria Canary')).toEqual([
        'drops/mail/message-1',
        expect.stringMatching(/^mail\/.*\.eml$/),
        'files',
        'intake_items',
      ]);
      const fileId = await newestFile();
      await purge(fileId);
      expect([await service.findText('Melissa Canary'), await service.findText('Maria Canary')]).toEqual([[], []]);
      await retract(fileId);
    });

    test('covers mail of strangers and unreadable messages, whose attachments nobody read', async () => {
      const attached = { name: `Stina Canary ${DIGITS}.csv`, content: statementWith('Solveig Canary') };
      await service.receiveMail(mail([attached], { From: 'somebody@else.example' }), address);
      await service.receiveMail(mail(Array.from({ length: 6 }, () => attached)), address);
      const other = await service.createAccount('Other Benefits');
      await upload('Stina Canary.csv', attached.content);
      expect((await service.findText('Solveig Canary')).filter((path) => path.startsWith('drops/mail/'))).toHaveLength(
        2,
      );
      const fileId = await newestFile();
      expect(await other.call('POST', `/v1/files/${fileId}/purge`)).toMatchObject({ status: 404 });
      expect((await service.findText('Solveig Canary')).filter((path) => path.startsWith('drops/mail/'))).toHaveLength(
        2,
      );
      await purge(fileId);
      expect(await service.findText('Solveig Canary')).toEqual([]);
      await retract(fileId);
    });

    test('covers an unreadable file, which its error quotes', async () => {
      await account.call('POST', '/v1/webhooks', {
        json: { url: 'http://127.0.0.1:9/hook', events: ['job.completed', 'job.failed'] },
      });
      await upload('Fiona Canary.csv', 'Frieda Canary,Commission\nM-1,5\n');
      expect(await service.findText('Frieda Canary')).toEqual([
        expect.stringMatching(/^objects\//),
        'account_events',
        'jobs',
        'outbox',
        'webhook_deliveries',
      ]);
      await purge(await newestFile());
      expect([await service.findText('Frieda Canary'), await service.findText('Fiona Canary')]).toEqual([[], []]);
    });

    test('covers a file that the warning of another job names', async () => {
      const content = ['Member ID,Commission,Name', ...[1, 2, 3, 4, 5].map((id) => `M-${id},50,Kept Person`)].join(
        '\n',
      );
      await upload('Wanda "W" Canary.csv', content, '2026-01');
      const fileId = await newestFile();
      await upload('second.csv', content, '2026-02');
      expect(await service.findText('Canary')).toEqual([
        'account_events',
        'files',
        'jobs',
        'outbox',
        'webhook_deliveries',
      ]);
      await purge(fileId);
      expect(await service.findText('Canary')).toEqual([]);
      const { json } = await account.call('GET', '/v1/jobs?limit=1');
      const told = { code: 'duplicate_content', detail: expect.stringContaining('"purged.csv" of Jan 2026') };
      expect(json).toMatchObject({ data: [{ warnings: expect.arrayContaining([told]) }] });
    });

    test('answers 404 for the rejected rows of a purged file', async () => {
      await upload('e.csv', statementWith('Eve Canary'), '2026-03');
      const fileId = await newestFile();
      const { json } = await account.call('GET', `/v1/files/${fileId}`);
      const { jobId } = z.looseObject({ jobId: z.string() }).parse(json);
      expect((await account.call('GET', `/v1/jobs/${jobId}/exceptions`)).body).toContain('Eve Canary');
      await purge(fileId);
      expect(await account.call('GET', `/v1/jobs/${jobId}/exceptions`)).toMatchObject({ status: 404 });
      expect((await account.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({ exceptionRowCount: 1 });
    });
  });

  describe('the scheduled purge', () => {
    const age = (seconds: number) =>
      service.database.system(async (sql) => {
        await sql`update jobs set completed_at = clock_timestamp() - make_interval(secs => ${seconds})`;
        await sql`
        update files set uploaded_at = clock_timestamp() - make_interval(secs => ${seconds}),
          superseded_at = case when superseded_at is not null then clock_timestamp() - make_interval(secs => ${seconds}) end`;
        await sql`update intake_items set received_at = clock_timestamp() - make_interval(secs => ${seconds})`;
        await sql`update job_exceptions set recorded_at = clock_timestamp() - make_interval(secs => ${seconds})`;
      });
    const DAY = 24 * 3_600;

    test('covers dropped and mailed copies in the same run, and keeps names and rejected rows', async () => {
      await service.dropFile(username, `Dora Canary ${DIGITS}.csv`, statementWith('Dina Canary'));
      await service.runJobs();
      await age(DAY + 1);
      expect(await runTask(service.services.tasks, 'purge_files')).toMatchObject({ dropsPurged: 1 });
      expect(await service.findText('Dina Canary')).toEqual(['job_exceptions']);
      expect(await service.findText('Dora Canary')).toEqual(['files', 'intake_items']);
      await age(30 * DAY + 3_601);
      await runTask(service.services.tasks, 'purge_files');
      expect(await service.findText('Dina Canary')).toEqual([]);
      expect(await service.findText('Dora Canary'), 'its lines count').toEqual(['files', 'intake_items']);
    });

    test('deletes the names of inactive files, and of drop-offs that became no file, after 30 days', async () => {
      await retract(await newestFile());
      await service.dropFile(username, 'Greta Canary.csv', 'x');
      await age(30 * DAY - 60);
      await runTask(service.services.tasks, 'purge_files');
      expect(await service.findText('Dora Canary')).toEqual(['files', 'intake_items']);
      expect(await service.findText('Greta Canary')).toEqual(['intake_items']);
      await age(30 * DAY + 60);
      await runTask(service.services.tasks, 'purge_files');
      expect([await service.findText('Dora Canary'), await service.findText('Greta Canary')]).toEqual([[], []]);
    });
  });

  test('logs no error', () => {
    expect(service.logged).toEqual([]);
  });
});

/** Guarantee: an owner sets for how long files and rejected rows are kept. Reads and the purge follow this, for this account alone. */
describe('settings', async () => {
  const PATH = '/v1/account/retention';
  let owner: TestAccount;
  const service = await startService();
  const carrierId = await service.createCarrier();
  afterAll(() => service?.close());
  beforeEach(async () => {
    owner = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
  });

  const set = (account: TestAccount, json: object) => account.call('PUT', PATH, { json });

  describe('the settings', () => {
    test('are the defaults of the service until an owner changes them, and each change is in the audit trail', async () => {
      expect((await owner.call('GET', PATH)).json).toEqual({ readFileHours: 24, rejectedRowDays: 30 });
      const changed = await set(owner, { readFileHours: 2, rejectedRowDays: 7 });
      expect(changed).toMatchObject({ status: 200, json: { readFileHours: 2, rejectedRowDays: 7 } });
      expect((await owner.call('GET', PATH)).json).toEqual({ readFileHours: 2, rejectedRowDays: 7 });
      expect((await owner.call('GET', '/v1/account/usage')).json).toMatchObject({
        retention: { readFileHours: 2, rejectedRowDays: 7, unreadFileDays: 3, webhookDeliveryDays: 30 },
      });
      expect((await owner.call('GET', '/v1/audit')).json).toMatchObject({
        data: [{ action: 'account.retention', meta: { readFileHours: 2, rejectedRowDays: 7 } }],
      });
    });

    test.each([
      ['no hour at all', { readFileHours: 0, rejectedRowDays: 7 }],
      ['longer than the store keeps files', { readFileHours: 97, rejectedRowDays: 7 }],
      ['more than a month', { readFileHours: 24, rejectedRowDays: 31 }],
      ['a part of a day', { readFileHours: 24, rejectedRowDays: 1.5 }],
      ['a missing number of days', { readFileHours: 24 }],
    ])('refuse %s', async (_, json) => {
      expect(await set(owner, json)).toMatchObject({ status: 422 });
      expect((await owner.call('GET', PATH)).json).toEqual({ readFileHours: 24, rejectedRowDays: 30 });
    });

    test('are not changed by staff, nor those of another account', async () => {
      const staff = await service.createAccount();
      expect((await set(staff, { readFileHours: 1, rejectedRowDays: 1 })).status).toBe(403);
      await set(owner, { readFileHours: 1, rejectedRowDays: 1 });
      expect((await staff.call('GET', PATH)).json).toEqual({ readFileHours: 24, rejectedRowDays: 30 });
    });
  });

  describe('the purge', () => {
    /** Uploads a statement with a rejected row, and dates the end of its job back. */
    async function ended(
      account: TestAccount,
      hoursAgo: number,
    ): Promise<{ readonly jobId: string; readonly fileId: string }> {
      const file = 'Member ID,Commission\nM1,5\nM2,abc\n';
      const { json } = await account.upload({ file, carrierId, period: '2024-04' });
      const ids = z.looseObject({ jobId: z.string(), fileId: z.string() }).parse(json);
      await service.runJobs();
      await service.database.system(async (sql) => {
        const time = sql`now() - make_interval(hours => ${hoursAgo})`;
        await sql`update jobs set completed_at = ${time} where job_id = ${ids.jobId}`;
        await sql`update job_exceptions set recorded_at = ${time} where job_id = ${ids.jobId}`;
      });
      return ids;
    }

    async function purge(): Promise<void> {
      const store = createMaintenanceStore(service.database);
      await store.purgeRaw({ limit: 100, except: [] }, async (keys) => keys);
      await store.deleteExpired(1000);
    }
    const isPurged = async (account: TestAccount, fileId: string): Promise<boolean> =>
      z
        .looseObject({ rawPurgedAt: z.string().nullable() })
        .parse((await account.call('GET', `/v1/files/${fileId}`)).json).rawPurgedAt !== null;
    const exceptionsStored = async (jobId: string): Promise<number> =>
      (await service.database.system((sql) => sql`select 1 from job_exceptions where job_id = ${jobId}`)).length;

    test.each([
      ['sooner', 2, 3, 1],
      ['later', 96, 25, 95],
    ])('deletes the bytes of a file that was read %s than by default', async (_, readFileHours, soon, late) => {
      await set(owner, { readFileHours, rejectedRowDays: 30 });
      const other = await service.createAccount();
      const [own, others] = [await ended(owner, soon), await ended(other, soon)];
      const isSooner = readFileHours < 24;
      await purge();
      expect(await isPurged(owner, own.fileId)).toBe(isSooner);
      expect(await isPurged(other, others.fileId)).toBe(!isSooner);
      const third = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
      await set(third, { readFileHours, rejectedRowDays: 30 });
      const young = await ended(third, late);
      await purge();
      expect(await isPurged(third, young.fileId)).toBe(false);
    });

    test('deletes rejected rows on time, and nobody reads them before it runs', async () => {
      await set(owner, { readFileHours: 24, rejectedRowDays: 7 });
      const other = await service.createAccount();
      const [old, others] = [await ended(owner, 7 * 24 + 1), await ended(other, 7 * 24 + 1)];
      expect((await owner.call('GET', `/v1/jobs/${old.jobId}/exceptions`)).status).toBe(404);
      expect((await other.call('GET', `/v1/jobs/${others.jobId}/exceptions`)).status).toBe(200);
      expect((await owner.call('GET', '/v1/account/usage')).json).toMatchObject({ exceptionBytes: 0 });
      await purge();
      expect([await exceptionsStored(old.jobId), await exceptionsStored(others.jobId)]).toEqual([0, 1]);
    });
  });
});
