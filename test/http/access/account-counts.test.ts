import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createEmailAddressStore } from '../../../adapters/postgres/intake/email-address-store.ts';
import { createSftpUserStore } from '../../../adapters/postgres/intake/sftp-store.ts';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { CONFIG_BYTES_MAX } from '../../../core/limits/statement-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { createSshKeyPair } from '../../../server/drop-offs.ts';
import { type OperatedAccount, startOperatedService } from '../../support/operated-service.ts';
import { STATEMENT_CONFIG } from '../../support/service.ts';

/** Guarantee: everything that an account makes by hand has a limit, and the rows of one account do not count for another. */

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
      sql.unsafe(`insert into ${into} select ${values} from generate_series(2, $3::int) n where $2::uuid is not null`, [
        parts.account.accountId,
        parts.carrierId,
        missing,
      ]),
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
