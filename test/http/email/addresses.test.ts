import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addMonths } from '../../../core/period.ts';
import { zipBytes } from '../../adapters/statement-file/workbook-bytes.ts';
import { STATEMENT_CONFIG, statement } from '../../support/service.ts';
import { DOMAIN, itemsOf, mail, PERIOD, SENDER, startMailRoom } from './mail-room.ts';

describe('addresses', async () => {
  const room = await startMailRoom();
  afterAll(() => room.close());

  const address = z.object({ id: z.string(), address: z.string() });
  const list = z.object({ data: z.array(address), pagination: z.looseObject({ hasMore: z.boolean() }) });
  const CSV = statement([['M1', 10]]);

  describe('POST /v1/email/addresses', () => {
    test('returns an unguessable address with 201, a different one each time', async () => {
      const { account, carrierId } = await room.openMailbox();
      const made = [];
      for (let count = 0; count < 2; count++) {
        const { status, json } = await account.call('POST', '/v1/email/addresses', { json: { carrierId } });
        expect(status).toBe(201);
        expect(json).toEqual({
          id: expect.any(String),
          address: expect.stringMatching(new RegExp(`^[a-z2-7]{26}@${DOMAIN}$`)),
          carrierId,
          workspaceId: null,
          createdAt: expect.any(String),
        });
        made.push(address.parse(json).address);
      }
      expect(new Set(made).size).toBe(2);
    });

    test('refuses an account below the Enterprise tier with 403', async () => {
      const account = await room.service.createAccount();
      const carrierId = await room.service.createCarrier({ account });
      const { status, json } = await account.call('POST', '/v1/email/addresses', { json: { carrierId } });
      expect([status, json]).toMatchObject([403, { code: 'tier_required' }]);
    });

    test('answers 404 for an unknown or foreign carrier or workspace', async () => {
      const mine = await room.openMailbox();
      const other = await room.openMailbox();
      const nobody = '00000000-0000-4000-8000-000000000000';
      for (const json of [
        { carrierId: nobody },
        { carrierId: other.carrierId },
        { carrierId: 'x' },
        { carrierId: mine.carrierId, workspaceId: nobody },
        { carrierId: mine.carrierId, workspaceId: other.account.workspaceId },
      ]) {
        const response = await mine.account.call('POST', '/v1/email/addresses', { json });
        expect([response.status, response.json]).toMatchObject([404, { code: 'not_found' }]);
      }
    });

    test('requires an account with two workspaces to name one, with 422', async () => {
      const { account, carrierId } = await room.openMailbox();
      const workspaceId = await room.service.createWorkspace(account, 'West');
      const without = await account.call('POST', '/v1/email/addresses', { json: { carrierId } });
      expect([without.status, without.json]).toMatchObject([422, { code: 'workspace_required' }]);
      const named = await account.call('POST', '/v1/email/addresses', { json: { carrierId, workspaceId } });
      expect([named.status, named.json]).toMatchObject([201, { workspaceId }]);
    });

    test('refuses missing and unknown fields with 422', async () => {
      const { account, carrierId } = await room.openMailbox();
      for (const json of [{}, { carrierId: null }, { carrierId, localPart: 'acme' }]) {
        const response = await account.call('POST', '/v1/email/addresses', { json });
        expect([response.status, response.json]).toMatchObject([422, { code: 'validation_error' }]);
      }
    });

    test('refuses more than two hundred addresses per account with 409', async () => {
      const { account, carrierId } = await room.openMailbox();
      await room.service.database.system(
        (sql) => sql`
        insert into email_addresses (address_id, account_id, carrier_id, local_part)
        select gen_random_uuid(), ${account.accountId}, ${carrierId},
          translate(md5(random()::text || n), '0189', 'wxyz')
        from generate_series(1, 199) n`,
      );
      const response = await account.call('POST', '/v1/email/addresses', { json: { carrierId } });
      expect([response.status, response.json]).toMatchObject([409, { code: 'conflict' }]);
      expect(list.parse((await account.call('GET', '/v1/email/addresses')).json).data).toHaveLength(200);
    });
  });

  describe('the addresses of an account', () => {
    test('are listed newest first, in pages, individually, and as CSV', async () => {
      const { account, carrierId, id } = await room.openMailbox();
      const second = address.parse((await account.call('POST', '/v1/email/addresses', { json: { carrierId } })).json);
      const ids = async (query: string) =>
        list.parse((await account.call('GET', `/v1/email/addresses${query}`)).json).data.map((one) => one.id);
      expect(await ids('')).toEqual([second.id, id]);
      expect(await ids('?limit=1')).toEqual([second.id]);
      expect(await ids('?limit=1&offset=1')).toEqual([id]);
      const one = await account.call('GET', `/v1/email/addresses/${second.id}`);
      expect([one.status, one.json]).toMatchObject([200, second]);
      const csv = await account.call('GET', '/v1/email/addresses', { headers: { Accept: 'text/csv' } });
      expect(csv.body).toContain(second.address);
    });

    test('can be rotated: the id stays, the address is new, and the old address stops working at once and for ever', async () => {
      const mailbox = await room.openMailbox();
      const { call } = mailbox.account;
      const { status, json } = await call('POST', `/v1/email/addresses/${mailbox.id}/rotate`);
      expect(status).toBe(200);
      const rotated = address.parse(json);
      expect(rotated.id).toBe(mailbox.id);
      expect(rotated.address).not.toBe(mailbox.address);
      expect(await room.deliver(mail([{ content: CSV }]), [mailbox.address])).toMatchObject({ forNobody: 1 });
      expect(await room.deliver(mail([{ content: CSV }]), [rotated.address])).toMatchObject({ accepted: 1 });
      expect(list.parse((await call('GET', '/v1/email/addresses')).json).data).toHaveLength(1);
      const kept = await room.service.database.system(
        (sql) => sql`select 1 from email_addresses where local_part || '@' || ${DOMAIN}::text = ${mailbox.address}`,
      );
      expect(kept).toHaveLength(1);
    });

    test('can be deleted with 204: it leaves the list, and mail to it is silently dropped', async () => {
      const mailbox = await room.openMailbox();
      const { call } = mailbox.account;
      const path = `/v1/email/addresses/${mailbox.id}`;
      expect((await call('DELETE', path)).status).toBe(204);
      for (const [method, at] of [
        ['DELETE', path],
        ['GET', path],
        ['POST', `${path}/rotate`],
      ] as const)
        expect((await call(method, at)).status).toBe(404);
      expect(list.parse((await call('GET', '/v1/email/addresses')).json).data).toEqual([]);
      const mailCount = room.mails.length;
      const counts = await room.deliver(mail([{ content: CSV }]), [mailbox.address], { id: 'for-nobody' });
      expect(counts).toEqual({ accepted: 0, rejected: 0, duplicate: 0, held: 0, forNobody: 1 });
      expect(await room.drops.get('mail/for-nobody')).toBeNull();
      expect(await mailbox.items()).toEqual([]);
      expect(room.mails).toHaveLength(mailCount);
    });

    test('are unknown to other accounts', async () => {
      const mine = await room.openMailbox();
      const other = await room.openMailbox();
      const path = `/v1/email/addresses/${other.id}`;
      expect((await mine.account.call('GET', path)).status).toBe(404);
      expect((await mine.account.call('DELETE', path)).status).toBe(404);
      expect((await mine.account.call('POST', `${path}/rotate`)).status).toBe(404);
      const { data } = list.parse((await mine.account.call('GET', '/v1/email/addresses')).json);
      expect(data.map(({ id }) => id)).toEqual([mine.id]);
      expect((await other.account.call('GET', path)).status).toBe(200);
    });

    test('can be seen and deleted after a downgrade, but not made or rotated; mail is rejected with the reason', async () => {
      const mailbox = await room.openMailbox();
      const { account } = mailbox;
      await room.service.database.system(
        (sql) => sql`update accounts set tier = 'standard' where account_id = ${account.accountId}`,
      );
      const mailCount = room.mails.length;
      expect(await room.deliver(mail([{ content: CSV }]), [mailbox.address])).toMatchObject({ rejected: 1 });
      expect(await itemsOf(account)).toMatchObject([
        { outcome: 'rejected', reason: expect.stringContaining('Enterprise') },
      ]);
      expect(room.mails).toHaveLength(mailCount);
      const path = `/v1/email/addresses/${mailbox.id}`;
      expect((await account.call('POST', `${path}/rotate`)).json).toMatchObject({ code: 'tier_required' });
      expect((await account.call('GET', path)).status).toBe(200);
      expect((await account.call('DELETE', path)).status).toBe(204);
    });

    test('have their changes in the audit trail, without the address', async () => {
      const { account, id } = await room.openMailbox();
      await account.call('POST', `/v1/email/addresses/${id}/rotate`);
      await account.call('DELETE', `/v1/email/addresses/${id}`);
      const entries = await room.service.database.system(
        (sql) => sql<{ action: string; meta: unknown }[]>`
        select action, meta from audit_entries where account_id = ${account.accountId} and target = ${id} order by created_at`,
      );
      expect(entries.map(({ action }) => action)).toEqual([
        'email_address.create',
        'email_address.rotate',
        'email_address.delete',
      ]);
      expect(JSON.stringify(entries)).not.toContain(DOMAIN);
    });
  });
});

/** Guarantee: mailed statements follow the account's drop-off settings of a carrier before those of its format. */
describe('own settings', async () => {
  const room = await startMailRoom();
  afterAll(() => room.close());

  const SHIPPED = { ...STATEMENT_CONFIG, email: { allowedSenders: ['@shipped.example'], periodFrom: 'filename' } };
  const [YEAR = '', MONTH = ''] = PERIOD.split('-');

  /** An Enterprise account with an address for a carrier of the catalogue, and settings of its own. */
  async function mailboxOf(settings: unknown, config: object = SHIPPED) {
    const account = await room.service.createAccount({ tier: 'enterprise' });
    const carrierId = await room.service.createCarrier({ config });
    const set = await account.call('PUT', `/v1/carriers/${carrierId}/drop-offs`, { json: settings });
    expect(set.status).toBe(200);
    const { json } = await account.call('POST', '/v1/email/addresses', { json: { carrierId } });
    const { address } = z.object({ address: z.string() }).parse(json);
    return { carrierId, address, items: () => itemsOf(account), account };
  }

  test('lets in a sender whom the account allows, for a catalogue carrier that allows others', async () => {
    const mailbox = await mailboxOf({ email: { allowedSenders: [SENDER] } });
    expect(await room.deliver(mail([{ content: statement([['A', 1]]) }]), [mailbox.address])).toMatchObject({
      accepted: 1,
    });
    await room.service.runJobs();
    const [item] = await mailbox.items();
    expect(item).toMatchObject({ outcome: 'accepted', period: PERIOD });
    const job = await mailbox.account.call('GET', `/v1/jobs/${item?.jobId}`);
    expect(job.json).toMatchObject({ status: 'completed', carrierId: mailbox.carrierId, configVersion: 1 });
  });

  test('refuses a sender whom only the format allows, once the account has set others or nobody', async () => {
    const allows = { ...SHIPPED, email: { allowedSenders: [SENDER] } };
    for (const [allowedSenders, reason] of [
      [['@other.example'], 'not one of those who may mail'],
      [[], 'Nobody may mail statements'],
    ] as const) {
      const mailbox = await mailboxOf({ email: { allowedSenders } }, allows);
      const message = mail([{ content: statement([['A', 2]]) }]);
      expect(await room.deliver(message, [mailbox.address])).toMatchObject({ rejected: 1 });
      expect(await mailbox.items()).toMatchObject([{ outcome: 'rejected', reason: expect.stringContaining(reason) }]);
    }
  });

  test("finds the month where the account says, by the account's patterns", async () => {
    const own = {
      sftp: { patterns: ['Statement {MM} of {YYYY}'] },
      email: { allowedSenders: [SENDER], periodFrom: 'subject' },
    };
    const mailbox = await mailboxOf(own);
    const before = addMonths(PERIOD, -1);
    const message = mail([{ name: `acme-${before}.csv`, content: statement([['A', 3]]) }], {
      Subject: `Statement ${MONTH} of ${YEAR}`,
    });
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 1 });
    expect(await mailbox.items()).toMatchObject([{ outcome: 'accepted', period: PERIOD }]);
  });

  const dated = { ...STATEMENT_CONFIG, columns: { ...STATEMENT_CONFIG.columns, coverage_month: 'Month' } };
  const csv = (member: string, month = PERIOD) =>
    `${Object.values(dated.columns).join(',')}\n${member},10,,,,,,,,${month}\n`;
  const archive = (files: Readonly<Record<string, string>>) =>
    zipBytes(Object.entries(files).map(([name, data]) => ({ name, data })));
  const attached = (content: Uint8Array, name = `acme-${PERIOD}.zip`) =>
    mail([{ content, name, type: 'application/zip' }]);

  test('makes a job for each statement, and the answer names the archive', async () => {
    const mailbox = await room.openMailbox();
    const message = attached(archive({ 'north.csv': csv('N1'), 'south.csv': csv('S1') }));
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 1, rejected: 0 });
    await room.service.runJobs();
    const { json } = await mailbox.account.call('GET', '/v1/files');
    expect(json).toMatchObject({ data: [{ status: 'active' }, { status: 'active' }] });
    expect(room.mails.at(-1)?.text).toContain(`acme-${PERIOD}.zip: taken in for ${PERIOD}.`);
    expect(await room.deliver(message, [mailbox.address])).toMatchObject({ accepted: 0, duplicate: 1 });
  });

  test('takes the month from its statements, which have to agree', async () => {
    const email = { allowedSenders: [SENDER], periodFrom: 'statement' };
    const mailbox = await room.openMailbox({ columns: dated.columns, email });
    const mixed = archive({ 'a.csv': csv('A1'), 'b.csv': csv('B1', '2020-01') });
    expect(await room.deliver(attached(mixed, 'mixed.zip'), [mailbox.address])).toMatchObject({ rejected: 1 });
    expect((await mailbox.items())[0]?.reason).toContain(`are of ${PERIOD} and 2020-01`);
    const same = archive({ 'a.csv': csv('A1'), 'b.csv': csv('B1') });
    expect(await room.deliver(attached(same, 'same.zip'), [mailbox.address])).toMatchObject({ accepted: 1 });
    expect((await mailbox.items())[0]).toMatchObject({ period: PERIOD });
  });

  test('is rejected with the reason when it can not be opened', async () => {
    const mailbox = await room.openMailbox();
    const locked = zipBytes([{ name: 'a.csv', data: csv('A1'), claims: { flags: 1 } }]);
    expect(await room.deliver(attached(locked), [mailbox.address])).toMatchObject({ rejected: 1 });
    expect((await mailbox.items())[0]?.reason).toMatch(/ZIP archive is protected by a password/);
  });
});
