import { beforeEach, expect, test } from 'vitest';
import { sharedService, type TestAccount } from '../../support/service.ts';

/** Guarantee: a carrier that sends two layouts is read in both, and without the option a new version replaces the layout before. */

let account: TestAccount;
let carrierId: string;
const service = await sharedService();

const format = (columns: object, more: object = {}) => ({ fileType: 'csv', columns, ...more });
const DETAIL = format({ member_external_id: 'Member ID', commission_amount: 'Commission' });
const SHORT = format({ member_external_id: 'Policy', commission_amount: 'Net' }, { readsPrevious: true });
const detail = 'Member ID,Commission\nA-1,10\nA-2,20\n';
const short = 'Policy,Net\nB-1,5\n';

beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account, config: DETAIL, name: 'Juniper Vision' });
});

const addConfig = (json: object) => account.call('POST', `/v1/carriers/${carrierId}/configs`, { json });

async function jobOf(file: string, period: string) {
  const { jobId } = await account.load({ carrierId, file, period });
  return (await account.call('GET', `/v1/jobs/${jobId}`)).json;
}

test('reads both layouts in one book, without a warning of changed headers, and names the version', async () => {
  expect((await addConfig(SHORT)).status).toBe(201);
  const read = (version: number, commissionTotal: number) => ({
    ...{ status: 'completed', configVersion: version, warnings: [] },
    stats: { commissionTotal },
  });
  expect(await jobOf(detail, '2026-01')).toMatchObject(read(1, 30));
  expect(await jobOf(short, '2026-02')).toMatchObject({ ...read(2, 5), warnings: expect.any(Array) });
  const third = await jobOf(detail, '2026-03');
  expect(third).toMatchObject({ status: 'completed', configVersion: 1, stats: { commissionTotal: 30 } });
  expect(JSON.stringify(third)).not.toContain('header_drift');
});

test('says which version a new one replaces, in the proposal and in the answer', async () => {
  const alone = format({ member_external_id: 'Policy', commission_amount: 'Net' });
  expect(await addConfig(alone)).toMatchObject({
    json: { version: 2, replaces: { version: 1, readsPrevious: false } },
  });
  expect(await addConfig(SHORT)).toMatchObject({ json: { version: 3, replaces: { version: 2, readsPrevious: true } } });
  expect((await account.call('DELETE', `/v1/carriers/${carrierId}/configs/3`)).status).toBe(204);
  const infer = async (path: string) => {
    const body = new FormData();
    body.set('file', new Blob([detail]), 'a.csv');
    return JSON.stringify((await account.call('POST', path, { body })).json);
  };
  expect(await infer(`/v1/carriers/${carrierId}/configs/infer`)).toMatch(
    /version 2\. Adding this one replaces it.*readsPrevious/,
  );
  const unread = await service.createCarrier({ account, config: null, name: 'Larkspur Dental' });
  expect(await infer(`/v1/carriers/${unread}/configs/infer`)).not.toContain('replaces');
  expect(await account.call('POST', `/v1/carriers/${unread}/configs`, { json: DETAIL })).toMatchObject({
    json: { version: 1, replaces: null },
  });
});

test('identifies both layouts as the carrier', async () => {
  await addConfig(SHORT);
  const identify = async (file: string) => {
    const body = new FormData();
    body.set('file', new Blob([file]), 'Juniper Vision 2026-04.csv');
    return (await account.call('POST', '/v1/files/identify', { body })).json;
  };
  expect(await identify(detail)).toMatchObject({
    best: { carrierId, configVersion: 1 },
    statement: { commissionTotal: 30 },
  });
  expect(await identify(short)).toMatchObject({
    best: { carrierId, configVersion: 2 },
    statement: { commissionTotal: 5 },
  });
});

test('replaces the layout before without the option', async () => {
  await addConfig(format({ member_external_id: 'Policy', commission_amount: 'Net' }));
  expect(await jobOf(detail, '2026-01')).toMatchObject({ status: 'failed', errorCode: 'missing_columns' });
});
