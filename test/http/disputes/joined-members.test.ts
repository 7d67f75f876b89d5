import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, type TestAccount } from '../../support/service.ts';

/** Guarantee: a dispute follows its member at once when ids are joined or separated, in whichever direction. */

let account: TestAccount;
let carrierId: string;
const service = await sharedService();

const claims = z.object({ data: z.array(z.looseObject({ claimId: z.string(), kind: z.string() })) });
const members = z.object({ data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string() })) });
const opened = z.looseObject({ id: z.string() });

async function upload(period: string, rows: readonly string[]): Promise<void> {
  const { status } = await account.upload({ file: ['ID,Paid,Month', ...rows].join('\n'), carrierId, period });
  expect(status).toBe(202);
  await service.runJobs();
}

async function refOf(externalId: string): Promise<string> {
  const { data } = members.parse((await account.call('GET', '/v1/members?limit=200')).json);
  return data.find(({ memberExternalId }) => memberExternalId === externalId)?.memberRefId ?? '';
}

const link = (ref: string, externalId: string) =>
  account.call('POST', `/v1/members/${ref}/aliases`, { json: { externalId } });
const unlink = (ref: string, externalId: string) => account.call('DELETE', `/v1/members/${ref}/aliases/${externalId}`);
const find = async (id: string) => (await account.call('GET', `/v1/disputes/${id}`)).json;

async function openForChargeback(): Promise<string> {
  const { data } = claims.parse((await account.call('GET', '/v1/reports/recoverable')).json);
  const claim = data.find(({ kind }) => kind === 'wrong_chargeback');
  const { json } = await account.call('POST', '/v1/disputes', { json: { claimIds: [claim?.claimId] } });
  return opened.parse(json).id;
}

/** January was charged back from OLD, who is active. From April on the member has the id NEW. */
beforeEach(async () => {
  account = await service.createAccount({ name: 'Lakeview Benefits' });
  const columns = { member_external_id: 'ID', commission_amount: 'Paid', coverage_month: 'Month' };
  carrierId = await service.createCarrier({
    name: `Amberly ${randomUUID().slice(0, 8)}`,
    config: { fileType: 'csv', columns },
  });
  for (const month of ['2026-01', '2026-02']) await upload(month, [`OLD,50,${month}`, `M1,20,${month}`]);
  await upload('2026-03', ['OLD,50,2026-03', 'OLD,-50,2026-01', 'M1,20,2026-03']);
});

const repaid = () => upload('2026-04', ['NEW,50,2026-04', 'NEW,50,2026-01', 'M1,20,2026-04']);
const unpaid = () => upload('2026-04', ['NEW,50,2026-04', 'M1,20,2026-04']);

describe('an open dispute of a member who gets another id', () => {
  test('is paid at once by what the other id was paid', async () => {
    const id = await openForChargeback();
    await repaid();
    expect(await find(id)).toMatchObject({ state: 'asked', recoveredAmount: 0 });
    expect((await link(await refOf('OLD'), 'NEW')).status).toBe(201);
    expect(await find(id)).toMatchObject({ state: 'paid', closedBySystem: true, recoveredAmount: 50 });
  });

  test('is about the member who stays, if its own id becomes the other one', async () => {
    const id = await openForChargeback();
    await repaid();
    const [old, stays] = [await refOf('OLD'), await refOf('NEW')];
    expect((await link(stays, 'OLD')).status).toBe(201);
    expect(await find(id)).toMatchObject({ state: 'paid', rows: [{ memberRefId: stays, recoveredAmount: 50 }] });
    expect((await unlink(stays, 'OLD')).status).toBe(204);
    expect(await find(id)).toMatchObject({ state: 'asked', recoveredAmount: 0, rows: [{ memberRefId: old }] });
  });

  test('is closed by a later line of the other id', async () => {
    const id = await openForChargeback();
    await unpaid();
    const stays = await refOf('NEW');
    await link(stays, 'OLD');
    expect(await find(id)).toMatchObject({ state: 'asked', rows: [{ memberRefId: stays, openAmount: 50 }] });
    await upload('2026-05', ['NEW,50,2026-05', 'NEW,50,2026-01', 'M1,20,2026-05']);
    expect(await find(id)).toMatchObject({ state: 'paid', recoveredAmount: 50 });
  });

  test('holds its claim under the new id too, so that it is asked for once', async () => {
    const id = await openForChargeback();
    await unpaid();
    await link(await refOf('NEW'), 'OLD');
    const { data } = claims.parse((await account.call('GET', '/v1/reports/recoverable')).json);
    const claim = data.find(({ kind }) => kind === 'wrong_chargeback');
    const again = await account.call('POST', '/v1/disputes', { json: { claimIds: [claim?.claimId] } });
    expect(again.status).toBe(409);
    expect(JSON.stringify(again.json)).toContain(id);
  });

  test('counter-case: changes nothing for the dispute of another member', async () => {
    const id = await openForChargeback();
    const before = await find(id);
    await unpaid();
    expect((await link(await refOf('M1'), 'UNSEEN')).status).toBe(201);
    expect(await find(id)).toEqual(before);
  });
});
