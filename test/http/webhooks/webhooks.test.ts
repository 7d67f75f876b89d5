import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { startService, type TestAccount } from '../../support/service.ts';
import { webhookPlatform } from '../../support/webhook-deliveries.ts';

let account: TestAccount;
/** A URL that the stubbed check treats as private. */
const PRIVATE = 'https://private.example/hook';
const URL = 'https://agency.example/hook?key=abc';
const EVENTS = ['job.completed', 'job.failed'];

const service = await startService({
  webhookAddressProblem: async (url) => (url === PRIVATE ? 'must lead to an address on the public internet' : null),
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.createAccount();
});

const created = z.object({ id: z.string(), secret: z.string() });
const rotated = z.object({ secret: z.string(), previousSecretValidUntil: z.string().nullable() });
const create = async (json: object = { url: URL, events: EVENTS }) =>
  created.parse((await account.call('POST', '/v1/webhooks', { json })).json);
const open = (sealed: string) => webhookPlatform.secretBox.open(sealed);
const trail = () =>
  service.database.system(
    (sql) => sql<{ action: string; target: string | null; meta: unknown }[]>`
      select action, target, meta from audit_entries where account_id = ${account.accountId} order by position desc`,
  );

describe('POST /v1/webhooks', () => {
  it('creates a webhook with a secret of 32 random bytes, which is shown only now: 201', async () => {
    const { status, json } = await account.call('POST', '/v1/webhooks', { json: { url: URL, events: EVENTS } });
    expect(status).toBe(201);
    expect(json).toMatchObject({ url: URL, events: EVENTS, enabled: true, disabledAt: null, failuresInRow: 0 });
    const { id, secret } = created.parse(json);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    for (const path of ['/v1/webhooks', `/v1/webhooks/${id}`]) {
      const { body } = await account.call('GET', path);
      expect(body).toContain(id);
      expect(body).not.toContain('secret"');
      expect(body).not.toContain(secret);
    }
  });

  it('reports every fault at once, including unknown fields and repeated events: 422', async () => {
    const { status, json } = await account.call('POST', '/v1/webhooks', {
      json: { url: 'http://agency.example', events: ['job.completed', 'job.started'], secret: 'mine' },
    });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'validation_error' });
    const faults = z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(json).errors;
    expect(faults.map(({ field }) => field).toSorted()).toEqual(['events[1]', 'secret', 'url']);
  });

  it.each([
    [{ events: EVENTS }, 'url', 'is required'],
    [{ url: URL }, 'events', 'is required'],
    [{ url: URL, events: [] }, 'events', 'must name at least one event'],
    [{ url: URL, events: ['job.failed', 'job.failed'] }, 'events', 'must not name an event twice'],
    [{ url: 'not a url', events: EVENTS }, 'url', 'must be a URL'],
    [{ url: 'https://user:pw@agency.example', events: EVENTS }, 'url', 'must not hold a user name or password'],
    [{ url: 'https://agency.example/#x', events: EVENTS }, 'url', 'must not have a fragment'],
    [{ url: 'http://127.0.0.1:8080/', events: EVENTS }, 'url', 'must be an https URL'],
    [{ url: PRIVATE, events: EVENTS }, 'url', 'must lead to an address on the public internet'],
  ])('refuses %j with 422', async (json, field, detail) => {
    const response = await account.call('POST', '/v1/webhooks', { json });
    expect(response.status).toBe(422);
    expect(response.json).toMatchObject({ errors: [{ field, detail: expect.stringContaining(detail) }] });
  });

  it('answers 409 at the limit, even when two requests want the last place', async () => {
    for (let made = 0; made < ACCOUNT_COUNTS_MAX.webhooks - 1; made += 1) await create();
    const json = { url: URL, events: EVENTS };
    const last = await Promise.all([1, 2, 3].map(() => account.call('POST', '/v1/webhooks', { json })));
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(last.find(({ status }) => status === 409)?.json).toMatchObject({ code: 'conflict' });
  });
});

it('allows http to this machine in local mode, in exactly one spelling', async () => {
  const local = await startService({ localMode: true });
  try {
    const { call } = await local.createAccount();
    const ask = async (url: string) => (await call('POST', '/v1/webhooks', { json: { url, events: EVENTS } })).status;
    expect(await ask('http://localhost:9000/hook')).toBe(201);
    expect(await ask('http://2130706433:9000/hook')).toBe(422);
  } finally {
    await local.close();
  }
});

describe('GET /v1/webhooks', () => {
  it('lists webhooks newest first, in pages', async () => {
    const ids = [(await create()).id, (await create()).id, (await create()).id].toReversed();
    const first = await account.call('GET', '/v1/webhooks?limit=2');
    expect(first.json).toMatchObject({
      data: [{ id: ids[0] }, { id: ids[1] }],
      pagination: { limit: 2, offset: 0, hasMore: true },
      total: 3,
    });
    const second = await account.call('GET', '/v1/webhooks?limit=2&offset=2');
    expect(second.json).toMatchObject({ data: [{ id: ids[2] }], pagination: { hasMore: false } });
  });

  it('shows the health of an endpoint, and when and why the service disabled it', async () => {
    const { id } = await create();
    await service.database.system(
      (sql) => sql`
        update webhooks set failures_in_row = 12, failing_since = '2026-07-01T00:00:00Z', enabled = false,
          disabled_at = '2026-07-06T00:00:00Z', disabled_reason = 'It failed for five days.'
        where webhook_id = ${id}`,
    );
    expect((await account.call('GET', `/v1/webhooks/${id}`)).json).toMatchObject({
      enabled: false,
      disabledAt: '2026-07-06T00:00:00.000Z',
      disabledReason: 'It failed for five days.',
      failuresInRow: 12,
      failingSince: '2026-07-01T00:00:00.000Z',
    });
    const enabled = await account.call('PATCH', `/v1/webhooks/${id}`, { json: { enabled: true } });
    expect(enabled.json).toMatchObject({
      enabled: true,
      disabledAt: null,
      disabledReason: null,
      failuresInRow: 0,
      failingSince: null,
    });
  });
});

describe('PATCH /v1/webhooks/{id}', () => {
  it('changes the given fields and keeps the rest: 200', async () => {
    const { id } = await create();
    const path = `/v1/webhooks/${id}`;
    expect((await account.call('PATCH', path, { json: { events: ['job.failed'] } })).json).toMatchObject({
      url: URL,
      events: ['job.failed'],
      enabled: true,
    });
    const url = 'https://other.example/hook';
    expect((await account.call('PATCH', path, { json: { url } })).json).toMatchObject({ url, events: ['job.failed'] });
    const disabled = await account.call('PATCH', path, { json: { enabled: false } });
    expect(disabled.json).toMatchObject({ url, enabled: false, disabledReason: null });
    const since = z.object({ disabledAt: z.string() }).parse(disabled.json).disabledAt;
    // A repeated request keeps the time of the first request.
    expect((await account.call('PATCH', path, { json: { enabled: false } })).json).toMatchObject({ disabledAt: since });
    expect((await account.call('PATCH', path, { json: {} })).json).toMatchObject({ url, enabled: false });
  });

  it('resets the failures with another URL, but not with the same URL', async () => {
    const { id } = await create();
    await service.database.system(
      (sql) => sql`
        update webhooks set failures_in_row = 12, failing_since = now(), probe_at = now() + interval '1 hour'
        where webhook_id = ${id}`,
    );
    const patch = async (json: object) => (await account.call('PATCH', `/v1/webhooks/${id}`, { json })).json;
    expect(await patch({ url: URL, enabled: true })).toMatchObject({ failuresInRow: 12 });
    expect(await patch({ url: 'https://other.example/hook' })).toMatchObject({ failuresInRow: 0, failingSince: null });
    const [row] = await service.database.system(
      (sql) => sql<{ probe: string | null }[]>`select probe_at as probe from webhooks where webhook_id = ${id}`,
    );
    expect(row).toEqual({ probe: null });
  });

  it('refuses a forbidden URL, an unknown event and an unknown field with 422', async () => {
    const { id } = await create();
    for (const json of [{ url: PRIVATE }, { url: 'ftp://x' }, { events: ['x'] }, { enabled: 'no' }, { secret: 'x' }])
      expect((await account.call('PATCH', `/v1/webhooks/${id}`, { json })).status).toBe(422);
    expect((await account.call('GET', `/v1/webhooks/${id}`)).json).toMatchObject({ url: URL, events: EVENTS });
  });
});

it('deletes a webhook with 204; afterwards it is unknown', async () => {
  const { id } = await create();
  expect((await account.call('DELETE', `/v1/webhooks/${id}`)).status).toBe(204);
  for (const [method, path, options] of [
    ['GET', ''],
    ['DELETE', ''],
    ['PATCH', '', { json: {} }],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', '/redeliver', { json: {} }],
  ] as const)
    expect((await account.call(method, `/v1/webhooks/${id}${path}`, options)).status).toBe(404);
});

describe('secrets', () => {
  const stored = async (id: string) => {
    const [row] = await service.database.system(
      (sql) => sql<{ newest: string; previous: string | null; hours: number | null }[]>`
        select secret_sealed as newest, previous_secret_sealed as previous,
          (extract(epoch from previous_secret_until - clock_timestamp()) / 3600)::float8 as hours
        from webhooks where webhook_id = ${id}`,
    );
    if (row === undefined) throw new Error('No such webhook');
    const { newest, previous, hours } = row;
    return { newest: open(newest), previous: previous === null ? null : open(previous), hours };
  };

  it('are shown at rotation; the previous one stays valid for 24 hours, and only that one', async () => {
    const { id, secret: first } = await create();
    expect(await stored(id)).toEqual({ newest: first, previous: null, hours: null });
    const path = `/v1/webhooks/${id}/rotate-secret`;
    const { status, json } = await account.call('POST', path);
    expect(status).toBe(200);
    expect(json).toMatchObject({ id });
    const { secret: second, previousSecretValidUntil } = rotated.parse(json);
    expect(second).not.toBe(first);
    const kept = await stored(id);
    expect(kept).toMatchObject({ newest: second, previous: first });
    expect(kept.hours).toBeGreaterThan(23.9);
    expect(kept.hours).toBeLessThanOrEqual(24);
    expect((await account.call('GET', `/v1/webhooks/${id}`)).json).toMatchObject({ previousSecretValidUntil });
    const { secret: third } = rotated.parse((await account.call('POST', path)).json);
    expect(await stored(id)).toMatchObject({ newest: third, previous: second });
  });

  it('hide the time of an expired secret', async () => {
    const { id } = await create();
    await account.call('POST', `/v1/webhooks/${id}/rotate-secret`);
    await service.database.system(
      (sql) => sql`update webhooks set previous_secret_until = clock_timestamp() where webhook_id = ${id}`,
    );
    expect((await account.call('GET', `/v1/webhooks/${id}`)).json).toMatchObject({ previousSecretValidUntil: null });
  });

  it('for callbacks are made by POST /v1/webhooks/callback-secret; the next upload shows none', async () => {
    const first = rotated.parse((await account.call('POST', '/v1/webhooks/callback-secret')).json);
    expect(first.secret).toMatch(/^whsec_/);
    expect(first.previousSecretValidUntil).toBeNull();
    const carrierId = await service.createCarrier();
    const file = 'Member ID,Commission\nM1,5\n';
    const upload = await account.upload({
      file,
      carrierId,
      period: '2026-01',
      webhookUrl: 'https://agency.example/cb',
    });
    expect(upload.status).toBe(202);
    expect(upload.json).not.toHaveProperty('callbackSecret');
    const second = rotated.parse((await account.call('POST', '/v1/webhooks/callback-secret')).json);
    expect(second.previousSecretValidUntil).not.toBeNull();
    const [row] = await service.database.system(
      (sql) => sql<{ newest: string; previous: string }[]>`
        select callback_secret_sealed as newest, previous_callback_secret_sealed as previous
        from accounts where account_id = ${account.accountId}`,
    );
    expect(open(row?.newest ?? '')).toBe(second.secret);
    expect(open(row?.previous ?? '')).toBe(first.secret);
  });
});

it('writes an audit entry for every change, which names the host and no secret', async () => {
  const { id, secret } = await create();
  await account.call('PATCH', `/v1/webhooks/${id}`, { json: { url: 'https://b.example/p?token=t0p', enabled: false } });
  await account.call('PATCH', `/v1/webhooks/${id}`, { json: { enabled: false } });
  await account.call('PATCH', `/v1/webhooks/${id}`, { json: { enabled: true, events: ['job.failed'] } });
  const next = rotated.parse((await account.call('POST', `/v1/webhooks/${id}/rotate-secret`)).json).secret;
  const callback = rotated.parse((await account.call('POST', '/v1/webhooks/callback-secret')).json).secret;
  await account.call('POST', `/v1/webhooks/${id}/redeliver`, { json: {} });
  await account.call('DELETE', `/v1/webhooks/${id}`);
  const entries = await trail();
  expect(entries.map(({ action, target, meta }) => [action, target, meta])).toEqual([
    ['webhook.delete', id, {}],
    ['webhook.redeliver', id, { since: null, count: 0 }],
    ['webhook.rotate_callback_secret', null, {}],
    ['webhook.rotate_secret', id, {}],
    ['webhook.update', id, { enabled: true, events: ['job.failed'] }],
    ['webhook.update', id, { host: 'b.example', enabled: false }],
    ['webhook.create', id, { host: 'agency.example', events: EVENTS }],
  ]);
  const text = JSON.stringify(entries);
  for (const hidden of [secret, next, callback, 'abc', 't0p']) expect(text).not.toContain(hidden);
});
