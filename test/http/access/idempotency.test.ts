import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createIdempotencyStore } from '../../../adapters/postgres/files/idempotency-store.ts';
import { createEmailAddressStore } from '../../../adapters/postgres/intake/email-address-store.ts';
import { createSftpUserStore } from '../../../adapters/postgres/intake/sftp-store.ts';
import { createMaintenanceStore } from '../../../adapters/postgres/operations/maintenance-store.ts';
import type { IdempotentRequest } from '../../../app/files/accept-upload.ts';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { CONFIG_BYTES_MAX } from '../../../core/limits/statement-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { createSshKeyPair } from '../../../server/drop-offs.ts';
import { type OperatedAccount, startOperatedService } from '../../support/operated-service.ts';
import { STATEMENT_CONFIG } from '../../support/service.ts';
import { webhookPlatform } from '../../support/webhook-deliveries.ts';

/** Guarantee: under its Idempotency-Key, a request that creates something creates it once, however often and fast it is repeated. */
describe('idempotency', async () => {
  let account: OperatedAccount;
  const service = await startOperatedService();
  afterAll(() => service.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const newKey = () => ({ 'Idempotency-Key': randomUUID() });
  const workspaces = async () =>
    z
      .object({ workspaces: z.array(z.looseObject({ name: z.string() })) })
      .parse((await account.call('GET', '/v1/workspaces')).json)
      .workspaces.map(({ name }) => name);
  const create = (name: string, headers: Readonly<Record<string, string>>) =>
    account.call('POST', '/v1/workspaces', { json: { name }, headers });

  test('answers a repeat with 201 and the same reply, and creates nothing', async () => {
    const headers = newKey();
    const before = await workspaces();
    const first = await create('twice-co', headers);
    const again = await create('twice-co', headers);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await workspaces()).toEqual([...before, 'twice-co']);
  });

  test('treats the quoted and the bare form as the same key', async () => {
    const key = randomUUID();
    const first = await create('quoted', { 'Idempotency-Key': `"${key}"` });
    expect((await create('quoted', { 'Idempotency-Key': key })).body).toBe(first.body);
  });

  test('treats a request with reordered fields as the same request', async () => {
    const headers = newKey();
    const json = { name: 'Harbor First', productLine: 'medicare' };
    const first = await account.call('POST', '/v1/carriers', { json, headers });
    const turned = { productLine: json.productLine, name: json.name };
    const again = await account.call('POST', '/v1/carriers', { json: turned, headers });
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  });

  test('refuses another body or another path under the same key with 422, and creates nothing', async () => {
    const headers = newKey();
    await create('twice-co', headers);
    const before = await workspaces();
    const refused = { status: 422, json: { code: 'validation_error', errors: [{ field: 'Idempotency-Key' }] } };
    expect(await create('twice-co-2', headers)).toMatchObject(refused);
    const elsewhere = await account.call('POST', '/v1/carriers', { json: { name: 'twice-co' }, headers });
    expect(elsewhere).toMatchObject(refused);
    expect(await workspaces()).toEqual(before);
  });

  test('reports a malformed key with 422, together with the other faults', async () => {
    const reply = await account.call('POST', '/v1/workspaces', {
      json: {},
      headers: { 'Idempotency-Key': 'k'.repeat(256) },
    });
    const { errors } = z.looseObject({ errors: z.array(z.looseObject({ field: z.string() })) }).parse(reply.json);
    expect([reply.status, errors.map(({ field }) => field).sort()]).toEqual([422, ['Idempotency-Key', 'name']]);
  });

  test('leaves the key free after a refused request', async () => {
    await create('taken', {});
    const headers = newKey();
    expect((await create('taken', headers)).status).toBe(409);
    expect((await create('', headers)).status).toBe(422);
    expect((await create('free', headers)).status).toBe(201);
  });

  test('creates once for concurrent requests; the other requests get the same reply or are asked to come again', async () => {
    const headers = newKey();
    const before = await workspaces();
    const replies = await Promise.all(Array.from({ length: 12 }, () => create('at once', headers)));
    const late = replies.filter(({ status }) => status === 409);
    for (const reply of late)
      expect(reply).toMatchObject({ json: { code: 'conflict', detail: expect.stringContaining('under way') } });
    expect(late.map((reply) => reply.headers.get('retry-after'))).toEqual(late.map(() => '1'));
    const made = replies.filter(({ status }) => status === 201);
    expect(made.length + late.length).toBe(12);
    expect(new Set(made.map(({ body }) => body)).size).toBe(1);
    expect(await workspaces()).toEqual([...before, 'at once']);
  });

  test('lets two accounts and the operator use the same key', async () => {
    const headers = newKey();
    const first = await create('mine', headers);
    const other = await service.createAccount();
    const second = await other.call('POST', '/v1/workspaces', { json: { name: 'mine' }, headers });
    const third = await service.operate('POST', '/v1/admin/accounts', { json: { name: 'mine' }, headers });
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect(second.body).not.toBe(first.body);
  });

  describe('a secret that is shown once', () => {
    test('is shown again to a repeat, and is stored only encrypted', async () => {
      const headers = newKey();
      const path = `/v1/admin/accounts/${account.accountId}/tokens`;
      const first = await service.operate('POST', path, { json: {}, headers });
      const again = await service.operate('POST', path, { json: {}, headers });
      expect([again.status, again.body]).toEqual([201, first.body]);
      const { token } = z.looseObject({ token: z.string() }).parse(first.json);
      const kept = await service.database.system(
        (sql) => sql<{ row: string }[]>`select k::text as row from idempotency_keys k`,
      );
      expect(kept.filter(({ row }) => row.includes(token))).toEqual([]);
      expect(kept.filter(({ row }) => row.includes(headers['Idempotency-Key']))).toHaveLength(1);
    });
  });

  describe('stored keys', () => {
    const request = (): IdempotentRequest => ({
      accountId: account.accountId,
      key: randomUUID(),
      fingerprint: 'print',
    });
    const store = () => createIdempotencyStore(service.database, webhookPlatform.secretBox);
    const age = ({ key }: IdempotentRequest, seconds: number) =>
      service.database.system(async (sql) => {
        await sql`
        update idempotency_keys set claimed_at = claimed_at - make_interval(secs => ${seconds}),
          created_at = created_at - make_interval(secs => ${seconds}) where key = ${key}`;
      });
    const claimed = async (one: IdempotentRequest) => {
      const reservation = await store().reserve(one);
      if (reservation.kind !== 'reserved') throw new Error(reservation.kind);
      return reservation.reservationId;
    };
    const reply = { status: 201, headers: [], body: '{}' };

    test('lets only the same request take over the claim of a dead process, after a minute', async () => {
      const one = request();
      const dead = await claimed(one);
      await age(one, 55);
      expect(await store().reserve(one)).toEqual({ kind: 'under-way' });
      await age(one, 10);
      expect(await store().reserve({ ...one, fingerprint: 'other' })).toEqual({ kind: 'other-request' });
      const heir = await claimed(one);
      // The first process is still alive. Its late calls neither replace the second one's reply nor free the key.
      await store().keep(one, dead, { ...reply, body: 'late' });
      await store().release(one, dead);
      expect(await store().reserve(one)).toEqual({ kind: 'under-way' });
      await store().keep(one, heir, reply);
      expect(await store().reserve(one)).toEqual({ kind: 'replied', reply });
    });

    test('expire after a day, and the purge deletes them in batches', async () => {
      const [one, two] = [request(), request()];
      await store().keep(one, await claimed(one), reply);
      await store().keep(two, await claimed(two), reply);
      await age(one, 86_390);
      expect(await store().reserve(one)).toMatchObject({ kind: 'replied' });
      await age(one, 20);
      expect(await store().reserve({ ...one, fingerprint: 'other' })).toMatchObject({ kind: 'reserved' });
      await age(one, 86_410);
      await age(two, 86_410);
      const left = async () => {
        const rows = await service.database.system(
          (sql) => sql`select 1 from idempotency_keys where key in (${one.key}, ${two.key})`,
        );
        return rows.length;
      };
      const purge = () => createMaintenanceStore(service.database).deleteExpired(1);
      await purge();
      expect(await left()).toBe(1);
      await purge();
      expect(await left()).toBe(0);
    });
  });
});

/** Guarantee: everything that an account makes by hand has a limit, and the rows of one account do not count for another. */
describe('account counts', async () => {
  const service = await startOperatedService();
  afterAll(() => service.close());

  const created = z.object({ id: z.string() });
  const origin = { actor: 'token:test', ip: null, requestId: 'test' };

  async function withCarrier(): Promise<{ readonly account: OperatedAccount; readonly carrierId: string }> {
    const account = await service.createAccount();
    const { json } = await account.call('POST', '/v1/carriers', { json: { name: 'Acme' } });
    return { account, carrierId: created.parse(json).id };
  }

  type Parts = Awaited<ReturnType<typeof withCarrier>>;
  interface Kind {
    readonly max: number;
    /** The path of the request that makes another row of the kind. */
    readonly path: (parts: Parts) => string;
    readonly json: (parts: Parts) => object;
    /** The columns of existing rows, and their values for each `n`. */
    readonly rows: readonly [into: string, values: string];
    /** The number of rows that an account has from the start. */
    readonly had: number;
  }

  const KINDS: Readonly<Record<string, Kind>> = {
    workspaces: {
      max: ACCOUNT_COUNTS_MAX.workspaces,
      path: () => '/v1/workspaces',
      json: () => ({ name: 'One more' }),
      rows: ['workspaces (workspace_id, account_id, name, is_default)', "gen_random_uuid(), $1::uuid, 'w' || n, false"],
      had: 1,
    },
    carriers: {
      max: ACCOUNT_COUNTS_MAX.carriers,
      path: () => '/v1/carriers',
      json: () => ({ name: 'One more' }),
      rows: ['carriers (carrier_id, account_id, name, slug)', "gen_random_uuid(), $1::uuid, 'c' || n, 'c-' || n"],
      had: 1,
    },
    'versions of formats': {
      max: ACCOUNT_COUNTS_MAX.configVersions,
      path: ({ carrierId }) => `/v1/carriers/${carrierId}/configs`,
      json: () => STATEMENT_CONFIG,
      rows: [
        'statement_configs (config_id, account_id, carrier_id, version, config)',
        "gen_random_uuid(), $1::uuid, $2::uuid, n, '{}'",
      ],
      had: 0,
    },
    rates: {
      max: ACCOUNT_COUNTS_MAX.expectedRates,
      path: () => '/v1/expected-rates',
      json: ({ carrierId }) => ({ carrierId, rateType: 'flat_per_member', rateValue: 5 }),
      rows: [
        'expected_rates (rate_id, account_id, carrier_id, source, rate_type, rate_value, plan_code)',
        "gen_random_uuid(), $1::uuid, $2::uuid, 'contracted', 'flat_per_member', 1, 'p' || n",
      ],
      had: 0,
    },
  };

  test.each(Object.entries(KINDS))(
    'refuses one more of %s than the limit with 409',
    async (_, kind) => {
      const parts = await withCarrier();
      const [into, values] = kind.rows;
      const missing = kind.max - kind.had;
      await service.database.system((sql) =>
        sql.unsafe(
          `insert into ${into} select ${values} from generate_series(2, $3::int) n where $2::uuid is not null`,
          [parts.account.accountId, parts.carrierId, missing],
        ),
      );
      const add = (to: Parts) => to.account.call('POST', kind.path(to), { json: kind.json(to) });
      expect((await add(parts)).status).toBe(201);
      const again = await parts.account.call('POST', kind.path(parts), {
        json: {
          ...kind.json(parts),
          ...('name' in kind.json(parts) ? { name: 'And another' } : {}),
          ...('rateValue' in kind.json(parts) ? { planCode: 'other' } : {}),
        },
      });
      expect(again).toMatchObject({
        status: 409,
        json: { code: 'conflict', detail: expect.stringContaining(`has ${kind.max}`) },
      });
      expect((await add(await withCarrier())).status).toBe(201);
    },
    60_000,
  );

  test('counts the names of deleted SFTP users too, and lets a deleted user come back', async () => {
    const { accountId } = await service.createAccount();
    const users = createSftpUserStore(service.database);
    await service.database.system(
      (sql) => sql`
      insert into sftp_users (user_id, account_id, username, public_key, disabled_at)
      select gen_random_uuid(), ${accountId}, 'gone-' || left(${accountId}, 8) || '-' || n, 'x', now()
      from generate_series(1, ${ACCOUNT_COUNTS_MAX.sftpUsernames}::int) n`,
    );
    const make = (username: string) =>
      users.create(
        accountId,
        { username, publicKey: createSshKeyPair().public, carrierIds: null, workspaceId: null },
        origin,
      );
    expect(await make(`new-${randomUUID().slice(0, 8)}`)).toMatchObject({ refused: { code: 'conflict' } });
    expect(isRefused(await make(`gone-${accountId.slice(0, 8)}-7`))).toBe(false);
  });

  test('counts former inbound addresses too, when one is made and when one is rotated', async () => {
    const { account, carrierId } = await withCarrier();
    const { accountId } = account;
    const addresses = createEmailAddressStore(service.database);
    const make = () =>
      addresses.create(
        accountId,
        { localPart: 'a'.repeat(26), carrierId, workspaceId: null, refuseWorkspaces: () => null },
        origin,
      );
    const made = created.parse(await make());
    await service.database.system(
      (sql) => sql`
      insert into email_addresses (address_id, account_id, carrier_id, local_part, revoked_at)
      select gen_random_uuid(), ${accountId}, ${carrierId}, translate(md5(n::text), '0189', 'wxyz'), now()
      from generate_series(2, ${ACCOUNT_COUNTS_MAX.emailAddressNames}::int) n`,
    );
    expect(await make()).toMatchObject({ refused: { code: 'conflict' } });
    const rotated = await addresses.rotate({ accountId, addressId: made.id }, 'b'.repeat(26), origin);
    expect(rotated).toMatchObject({ refused: { code: 'conflict' } });
  });

  test('refuses a format that is larger than the limit with 413', async () => {
    const { account, carrierId } = await withCarrier();
    const json = { ...STATEMENT_CONFIG, note: 'x'.repeat(CONFIG_BYTES_MAX) };
    const response = await account.call('POST', `/v1/carriers/${carrierId}/configs`, { json });
    expect(response).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  });
});
