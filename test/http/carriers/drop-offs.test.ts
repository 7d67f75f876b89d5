import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService } from '../../support/service.ts';

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
    expect(await found(carrierId)).toMatchObject({ sftp: { patterns: ['NEW_{YYYY}{MM}.csv'], onExisting: 'reject' } });
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
  expect(errors.map(({ field }) => field).toSorted()).toEqual([
    'email.allowedSenders[0]',
    'email.from',
    'email.periodFrom',
    'sftp.onExisting',
    'sftp.patterns[0]',
    'sftp.patterns[1]',
  ]);
  expect(await found(carrierId)).toMatchObject({ own: NOTHING });
});

test("answers 404 for an unknown carrier and for another account's", async () => {
  const theirs = await service.createCarrier({ account: await service.createAccount() });
  for (const carrierId of [theirs, '00000000-0000-4000-8000-000000000000', 'x']) {
    expect(await account.call('GET', pathOf(carrierId))).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect(await set(carrierId, {})).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
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
