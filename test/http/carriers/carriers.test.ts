import { afterAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startOperatedService } from '../../support/operated-service.ts';
import { asOwner } from '../../support/postgres.ts';
import { STATEMENT_CONFIG, sharedService, startService, statement } from '../../support/service.ts';
import { words } from '../../support/words.ts';

/** Tests an account's own carriers and the shared carriers of the catalogue. */
describe('own and shared', async () => {
  const service = await startService();
  const account = await service.createAccount();
  const stranger = await service.createAccount();
  const shared = await service.createCarrier({ name: 'Summit Senior Life' });
  afterAll(() => service.close());

  const carrier = z.object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    configured: z.boolean(),
    activeConfigVersion: z.number().nullable(),
    expectedFiles: z.number().nullable(),
    expectedFilesKnown: z.string().nullable(),
  });
  const page = z.object({ data: z.array(carrier), pagination: z.object({ hasMore: z.boolean() }) });

  async function create(json: object, who = account) {
    const response = await who.call('POST', '/v1/carriers', { json });
    expect(response.status).toBe(201);
    return carrier.parse(response.json);
  }

  async function list(query = '', who = account) {
    return page.parse((await who.call('GET', `/v1/carriers${query}`)).json);
  }

  const problemOf = (json: unknown) =>
    z.object({ code: z.string(), errors: z.array(z.object({ field: z.string() })).optional() }).parse(json);

  test('makes a new carrier the account’s own, and shows it the same everywhere', async () => {
    const created = await create({ name: '  Béla & Söhne (PPO)  ', productLine: 'med_supp' });
    expect(created).toEqual({
      id: created.id,
      name: 'Béla & Söhne (PPO)',
      slug: 'bela-sohne-ppo',
      configured: false,
      activeConfigVersion: null,
      expectedFiles: null,
      expectedFilesKnown: null,
    });
    const full = { ...created, productLine: 'med_supp', groupId: null };
    expect((await account.call('GET', `/v1/carriers/${created.id}`)).json).toEqual(full);
    const all = z.object({ data: z.array(z.unknown()) }).parse((await account.call('GET', '/v1/carriers')).json);
    expect(all.data).toContainEqual(full);
  });

  test('allows a repeated name that is meant; changes a generated slug that is taken, and refuses a given one', async () => {
    const first = await create({ name: 'Cedar Mutual' });
    const second = await create({ name: 'Cedar Mutual', allowSameName: true });
    expect([first.slug, second.slug]).toEqual(['cedar-mutual', 'cedar-mutual-2']);
    const taken = await account.call('POST', '/v1/carriers', { json: { name: 'Other', slug: 'cedar-mutual' } });
    expect([taken.status, problemOf(taken.json).code]).toEqual([409, 'conflict']);
    const change = await account.call('PATCH', `/v1/carriers/${second.id}`, { json: { slug: 'cedar-mutual' } });
    expect(change.status).toBe(409);
    // Its own slug does not count as taken.
    expect((await account.call('PATCH', `/v1/carriers/${first.id}`, { json: { slug: 'cedar-mutual' } })).status).toBe(
      200,
    );
    expect((await create({ name: 'Cedar Mutual' }, stranger)).slug).toBe('cedar-mutual');
  });

  test('gives different generated slugs to concurrent requests, and accepts an equal given slug once', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, () => create({ name: 'Delta Care', allowSameName: true })),
    );
    expect(made.map(({ slug }) => slug).toSorted()).toEqual(
      words(`
      delta-care delta-care-2 delta-care-3 delta-care-4 delta-care-5
    `),
    );
    const json = { name: 'Echo', slug: 'echo' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => account.call('POST', '/v1/carriers', { json })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  test('refuses an invalid carrier with all faults at once', async () => {
    const response = await account.call('POST', '/v1/carriers', {
      json: { name: ' ', slug: 'Not A Slug', productLine: 'auto', groupId: shared, colour: 'red' },
    });
    expect(response.status).toBe(422);
    const { errors = [] } = problemOf(response.json);
    expect(errors.map(({ field }) => field).toSorted()).toEqual(['colour', 'groupId', 'name', 'productLine', 'slug']);
  });

  test('filters carriers by withConfig, and loses no row between pages', async () => {
    const who = await service.createAccount();
    const bare = await create({ name: 'Bare' }, who);
    const own = await service.createCarrier({ name: 'Own', account: who });
    const ids = async (query: string) => (await list(query, who)).data.map(({ id }) => id);
    expect(await ids('?withConfig=true')).toEqual([own, shared]);
    expect(await ids('?withConfig=false')).toEqual([bare.id]);
    expect(await ids('')).toEqual([bare.id, own, shared]);
    const paged = [...(await ids('?limit=2')), ...(await ids('?limit=2&offset=2'))];
    expect(paged).toEqual([bare.id, own, shared]);
    expect((await list('?limit=2', who)).pagination.hasMore).toBe(true);
    expect((await who.call('GET', '/v1/carriers?withConfig=yes')).status).toBe(422);
  });

  test('keeps the fields that a change does not name', async () => {
    const { id } = await create({ name: 'Foxtrot', productLine: 'group' });
    const patch = async (json: object) => (await account.call('PATCH', `/v1/carriers/${id}`, { json })).json;
    expect(await patch({ name: 'Foxtrot Life' })).toMatchObject({
      name: 'Foxtrot Life',
      slug: 'foxtrot',
      productLine: 'group',
    });
    expect(await patch({ productLine: null })).toMatchObject({ name: 'Foxtrot Life', productLine: null });
    expect(await patch({})).toMatchObject({ name: 'Foxtrot Life', slug: 'foxtrot', productLine: null });
  });

  test('deletes a carrier with its configurations and rates before the first statement, and keeps it afterwards', async () => {
    const { id } = await create({ name: 'Golf' });
    expect((await account.call('POST', `/v1/carriers/${id}/configs`, { json: STATEMENT_CONFIG })).status).toBe(201);
    const rate = { carrierId: id, rateType: 'flat_per_member', rateValue: 5 };
    expect((await account.call('POST', '/v1/expected-rates', { json: rate })).status).toBe(201);
    expect((await account.call('DELETE', `/v1/carriers/${id}`)).status).toBe(204);
    expect((await account.call('DELETE', `/v1/carriers/${id}`)).status).toBe(404);
    expect((await account.call('GET', `/v1/carriers/${id}`)).status).toBe(404);
    expect((await account.call('GET', `/v1/expected-rates?carrierId=${id}`)).status).toBe(404);
    expect((await account.call('GET', '/v1/expected-rates')).body).not.toContain(id);

    const used = await service.createCarrier({ name: 'Hotel', account });
    expect((await account.upload({ carrierId: used, period: '2026-01', file: statement([['A', 5]]) })).status).toBe(
      202,
    );
    const refused = await account.call('DELETE', `/v1/carriers/${used}`);
    expect([refused.status, problemOf(refused.json).code]).toEqual([409, 'conflict']);
    await service.runJobs();
    expect((await account.call('DELETE', `/v1/carriers/${used}`)).status).toBe(409);
  });

  test('refuses a statement that arrives while its carrier is being deleted as for an unknown carrier', async () => {
    const { id } = await create({ name: 'On its way out' });
    const config = await account.call('POST', `/v1/carriers/${id}/configs`, { json: STATEMENT_CONFIG });
    expect(config.status).toBe(201);
    let upload: ReturnType<typeof account.upload> | undefined;
    await asOwner(service.address, (sql) =>
      sql.begin(async (deletion) => {
        await deletion`delete from carriers where carrier_id = ${id}`;
        upload = account.upload({ carrierId: id, period: '2026-01', file: statement([['A', 5]]) });
        await vi.waitFor(async () => {
          const waiting = await deletion`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          expect(waiting).toHaveLength(1);
        });
      }),
    );
    expect(await upload).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  test('shows the catalogue’s carriers, and refuses changes to them', async () => {
    for (const [method, options] of [
      ['PATCH', { json: { name: 'Mine' } }],
      ['DELETE', {}],
    ] as const) {
      const { status, json } = await account.call(method, `/v1/carriers/${shared}`, options);
      expect([method, status, problemOf(json).code]).toEqual([method, 403, 'forbidden']);
    }
    expect((await account.call('GET', `/v1/carriers/${shared}`)).json).toMatchObject({ name: 'Summit Senior Life' });
  });

  test('records who made each change', async () => {
    const who = await service.createAccount();
    const { id } = await create({ name: 'India' }, who);
    await who.call('PATCH', `/v1/carriers/${id}`, { json: { name: 'India Life' } });
    await who.call('POST', `/v1/carriers/${id}/configs`, { json: STATEMENT_CONFIG });
    const rate = await who.call('POST', '/v1/expected-rates', {
      json: { carrierId: id, rateType: 'flat_per_member', rateValue: 5 },
    });
    await who.call('DELETE', `/v1/expected-rates/${z.object({ id: z.string() }).parse(rate.json).id}`);
    await who.call('DELETE', `/v1/carriers/${id}`);
    // Refused requests changed nothing and are not recorded.
    await who.call('DELETE', `/v1/carriers/${shared}`);
    await who.call('POST', `/v1/carriers/${shared}/configs`, { json: {} });
    const { data } = z
      .object({ data: z.array(z.object({ action: z.string(), actor: z.string() })) })
      .parse((await who.call('GET', '/v1/audit')).json);
    expect(data.map(({ action }) => action)).toEqual(
      words(`
      carrier.delete rate.delete rate.set config.create carrier.update carrier.create
    `),
    );
    expect(new Set(data.map(({ actor }) => actor)).size).toBe(1);
    expect(data[0]?.actor).toMatch(/^token:/);
  });
});

describe('slugs', async () => {
  const service = await startOperatedService();
  const account = await service.createAccount();
  await service.operate('POST', '/v1/admin/carriers', { json: { name: 'Twin', slug: 'twin' } });
  afterAll(() => service.close());

  const create = (json: object) => account.call('POST', '/v1/carriers', { json });

  test('adds a number to a generated slug that the catalogue uses, and makes "carrier" of a name without Latin letters', async () => {
    expect((await create({ name: 'Twin' })).json).toMatchObject({ slug: 'twin-2' });
    expect((await create({ name: '光' })).json).toMatchObject({ slug: 'carrier' });
  });

  test('refuses the name of another own carrier with 409 and its id, whatever the case and spaces', async () => {
    const { id } = Object((await create({ name: 'Juniper Life' })).json);
    const taken = { status: 409, json: { code: 'conflict', carrierId: id } };
    expect(await create({ name: ' JUNIPER   life ' })).toMatchObject(taken);
    expect(await create({ name: 'Juniper Life', slug: 'juniper-life' })).toMatchObject(taken);
    const other = Object((await create({ name: 'juniper life', allowSameName: true })).json);
    expect(other).toMatchObject({ slug: 'juniper-life-2' });
    // A carrier keeps its name, and another account may use it.
    const rename = (name: string) => account.call('PATCH', `/v1/carriers/${other.id}`, { json: { name } });
    expect((await rename('Juniper LIFE')).status).toBe(200);
    expect((await rename('Juniper West')).status).toBe(200);
    expect(await rename('juniper life')).toMatchObject(taken);
    const elsewhere = await service.createAccount();
    expect((await elsewhere.call('POST', '/v1/carriers', { json: { name: 'Juniper Life' } })).status).toBe(201);
  });

  test('refuses a given slug that the catalogue uses with 409', async () => {
    const response = await create({ name: 'Other', slug: 'twin' });
    expect(response).toMatchObject({
      status: 409,
      json: { code: 'conflict', detail: expect.stringContaining('twin') },
    });
  });

  test('lets a catalogue carrier take a slug that accounts use; the accounts keep theirs', async () => {
    const own = await create({ name: 'Early', slug: 'early' });
    const shared = await service.operate('POST', '/v1/admin/carriers', { json: { name: 'Early', slug: 'early' } });
    expect([own.status, shared.status]).toEqual([201, 201]);
    expect(
      (await account.call('PATCH', `/v1/carriers/${Object(own.json).id}`, { json: { slug: 'early' } })).status,
    ).toBe(200);
  });
});

describe('drop offs', async () => {
  const service = await sharedService();
  const account = await service.createAccount();

  const FORMAT = {
    ...STATEMENT_CONFIG,
    sftp: { patterns: ['SHIPPED_{YYYY}{MM}.csv'], onExisting: 'append' },
    email: { allowedSenders: ['@shipped.example'], periodFrom: 'subject' },
  };
  const { sftp, email } = FORMAT;
  const NOTHING = { sftp: { patterns: null, onExisting: null }, email: { allowedSenders: null, periodFrom: null } };

  const pathOf = (carrierId: string) => `/v1/carriers/${carrierId}/drop-offs`;
  const set = (carrierId: string, json: unknown, of = account) => of.call('PUT', pathOf(carrierId), { json });
  const found = async (carrierId: string, of = account) => (await of.call('GET', pathOf(carrierId))).json;

  describe("a catalogue carrier's drop-off settings", () => {
    test('are those of its format until the account sets its own', async () => {
      const carrierId = await service.createCarrier({ config: FORMAT });
      expect(await account.call('GET', pathOf(carrierId))).toMatchObject({
        status: 200,
        json: { carrierId, sftp, email, own: NOTHING, setAt: null },
      });
    });

    test('are set without a format of the account, and for this account alone', async () => {
      const carrierId = await service.createCarrier({ config: FORMAT });
      const own = { sftp: { patterns: ['MINE_{YYYY}{MM}*.csv'] }, email: { allowedSenders: ['Pay@Mine.example'] } };
      const { status, json } = await set(carrierId, own);
      expect(status).toBe(200);
      expect(json).toEqual({
        carrierId,
        sftp: { patterns: ['MINE_{YYYY}{MM}*.csv'], onExisting: 'append' },
        email: { allowedSenders: ['Pay@Mine.example'], periodFrom: 'subject' },
        own: {
          sftp: { patterns: ['MINE_{YYYY}{MM}*.csv'], onExisting: null },
          email: { allowedSenders: ['Pay@Mine.example'], periodFrom: null },
        },
        setAt: expect.any(String),
      });
      expect(await found(carrierId)).toEqual(json);
      expect(await found(carrierId, await service.createAccount())).toMatchObject({ sftp, email, own: NOTHING });
      const configs = await account.call('GET', `/v1/carriers/${carrierId}/configs`);
      expect(configs.json).toMatchObject({ data: [{ version: 1, shared: true, active: true }] });
    });

    test('are replaced as a whole, and an empty body or nulls return to the format', async () => {
      const carrierId = await service.createCarrier({ config: FORMAT });
      await set(carrierId, { sftp: { patterns: [], onExisting: 'replace' }, email: { periodFrom: 'statement' } });
      expect(await found(carrierId)).toMatchObject({ sftp: { patterns: [], onExisting: 'replace' } });
      const { json } = await set(carrierId, { email: { periodFrom: 'filename' } });
      expect(json).toMatchObject({ sftp, email: { ...email, periodFrom: 'filename' } });
      for (const nothing of [{}, NOTHING]) {
        expect((await set(carrierId, { sftp: { onExisting: 'replace' } })).json).toMatchObject({
          setAt: expect.anything(),
        });
        expect((await set(carrierId, nothing)).json).toEqual({ carrierId, sftp, email, own: NOTHING, setAt: null });
      }
    });

    test('follow a new version of the format where they are left to it', async () => {
      const carrierId = await service.createCarrier({ config: FORMAT });
      await set(carrierId, { sftp: { onExisting: 'reject' } });
      await service.addConfig(carrierId, { ...FORMAT, sftp: { patterns: ['NEW_{YYYY}{MM}.csv'] } }, account);
      expect(await found(carrierId)).toMatchObject({
        sftp: { patterns: ['NEW_{YYYY}{MM}.csv'], onExisting: 'reject' },
      });
    });
  });

  test('a carrier without a format has settings too, which are deleted with it', async () => {
    const carrierId = await service.createCarrier({ account, config: null });
    expect(await found(carrierId)).toMatchObject({ sftp: { patterns: [], onExisting: 'reject' }, own: NOTHING });
    expect(await set(carrierId, { sftp: { patterns: ['A_{YYYY}{MM}.csv'] } })).toMatchObject({ status: 200 });
    expect(await account.call('DELETE', `/v1/carriers/${carrierId}`)).toMatchObject({ status: 204 });
    expect(await account.call('GET', pathOf(carrierId))).toMatchObject({ status: 404 });
  });

  test('lists all faults of the settings at once: 422', async () => {
    const carrierId = await service.createCarrier();
    const { status, json } = await set(carrierId, {
      sftp: { patterns: ['no month.csv', '', 'A_{YYYY}{MM}.csv'], onExisting: 'overwrite' },
      email: { allowedSenders: ['nobody', '@ok.example'], periodFrom: 'rows', from: 'x' },
    });
    expect(status).toBe(422);
    const { errors } = z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(json);
    expect(errors.map(({ field }) => field).toSorted()).toEqual(
      words(`
      email.allowedSenders[0] email.from email.periodFrom sftp.onExisting sftp.patterns[0] sftp.patterns[1]
    `),
    );
    expect(await found(carrierId)).toMatchObject({ own: NOTHING });
  });

  test('records who set them', async () => {
    const carrierId = await service.createCarrier();
    await set(carrierId, { sftp: { onExisting: 'replace' } });
    await set(carrierId, {});
    const { json } = await account.call('GET', '/v1/audit?action=carrier.drop_offs&limit=2');
    expect(json).toMatchObject({
      data: [
        { target: carrierId, meta: { dropOffs: null } },
        { target: carrierId, meta: { dropOffs: { sftp: { onExisting: 'replace' } } } },
      ],
    });
  });
});
