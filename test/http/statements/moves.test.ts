import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: a file is moved without counting twice, its original is what was sent, and taking it back gives its layout back. */

const service = await sharedService();
let account: TestAccount;
let carrierId: string;
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account });
});

const found = z.looseObject({ files: z.array(z.looseObject({ fileId: z.string() })) });
const statementOf = async (period: string, of = carrierId) =>
  found.parse((await account.call('GET', `/v1/statements/${of}/${period}`)).json);
const move = (fileId: string, json: object) => account.call('POST', `/v1/files/${fileId}/move`, { json });

describe('the original of a file', () => {
  test('is what was sent, under its name, until it is deleted', async () => {
    const file = statement([['A', 50]]);
    const { fileId } = await account.load({ carrierId, period: '2026-01', file, fileName: "Jänner's.csv" });
    const reply = await account.call('GET', `/v1/files/${fileId}/original`);
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: file });
    expect(reply.headers.get('Content-Disposition')).toBe("attachment; filename*=UTF-8''J%C3%A4nner%27s.csv");
    await account.call('POST', `/v1/files/${fileId}/purge`);
    expect((await account.call('GET', `/v1/files/${fileId}/original`)).status).toBe(404);
    expect((await move(fileId, { carrierId, period: '2026-02' })).status).toBe(404);
    const stranger = await service.createAccount();
    expect((await stranger.call('GET', `/v1/files/${fileId}/original`)).status).toBe(404);
  });
});

describe('moving a file', () => {
  test('to another month leaves the other files of the month', async () => {
    await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
    const wrong = { carrierId, period: '2026-01', file: statement([['B', 20]]), append: true, fileName: 'b.csv' };
    const { fileId } = await account.load(wrong);
    expect((await move(fileId, { carrierId, period: '2026-01' })).status).toBe(409);
    const moved = await move(fileId, { carrierId, period: '2026-02' });
    expect(moved).toMatchObject({ status: 202, json: { carrierId, period: '2026-02' } });
    await service.runJobs();
    expect(await statementOf('2026-01')).toMatchObject({ paidNet: 50, files: [{ fileId, status: 'retracted' }, {}] });
    expect(await statementOf('2026-02')).toMatchObject({
      paidNet: 20,
      files: [{ fileName: 'b.csv', status: 'active' }],
    });
    expect((await move(fileId, { carrierId, period: '2026-03' })).status).toBe(409);
  });

  test('to another carrier refuses a month that has a statement, unless it is to be added or replaced', async () => {
    const other = await service.createCarrier({ account, name: 'Harbor' });
    await account.load({ carrierId: other, period: '2026-01', file: statement([['A', 50]]) });
    const { fileId } = await account.load({ carrierId, period: '2026-01', file: statement([['B', 20]]) });
    expect((await move(fileId, { carrierId: other, period: '2026-01' })).json).toMatchObject({ code: 'period_exists' });
    expect(await statementOf('2026-01')).toMatchObject({ files: [{ fileId, status: 'active' }] });
    expect((await move(fileId, { carrierId: other, period: '2026-01', onExisting: 'append' })).status).toBe(202);
    await service.runJobs();
    expect(await statementOf('2026-01', other)).toMatchObject({ paidNet: 70, received: 2 });
    expect(await statementOf('2026-01')).toMatchObject({ received: 0 });
  });
});

describe('taking a file back', () => {
  test('can be undone while its original is kept: it counts again beside the other files of the month', async () => {
    await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
    const second = { carrierId, period: '2026-01', file: statement([['B', 20]]), append: true, fileName: 'b.csv' };
    const { fileId } = await account.load(second);
    await account.call('DELETE', `/v1/files/${fileId}?only=true`);
    await service.runJobs();
    expect(await statementOf('2026-01')).toMatchObject({ paidNet: 50, files: [{ countsElsewhere: false }, {}] });
    const again = await move(fileId, { carrierId, period: '2026-01', onExisting: 'append' });
    expect(again).toMatchObject({ status: 202, json: { carrierId, period: '2026-01' } });
    await service.runJobs();
    expect(await statementOf('2026-01')).toMatchObject({ paidNet: 70, received: 2 });
    const twice = await move(fileId, { carrierId, period: '2026-01', onExisting: 'append' });
    expect({ status: twice.status, paid: await statementOf('2026-01') }).toMatchObject({
      status: 409,
      paid: { paidNet: 70 },
    });
  });

  test('cannot be undone where it was moved away, because it counts in its new month', async () => {
    const { fileId } = await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
    await move(fileId, { carrierId, period: '2026-02' });
    await service.runJobs();
    const again = await move(fileId, { carrierId, period: '2026-01', onExisting: 'append' });
    expect(again).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await statementOf('2026-01')).toMatchObject({ files: [{ fileId, countsElsewhere: true }] });
    expect(await statementOf('2026-02')).toMatchObject({ paidNet: 50, files: [{ countsElsewhere: false }] });
  });

  test('gives back the layout that only it was read with', async () => {
    await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
    await service.addConfig(carrierId, { ...STATEMENT_CONFIG }, account);
    const { fileId } = await account.load({ carrierId, period: '2026-02', file: statement([['B', 20]]) });
    expect(await statementOf('2026-02')).toMatchObject({ files: [{ layoutVersion: 2, isLayoutOnlyHere: true }] });
    const taken = await account.call('DELETE', `/v1/files/${fileId}?only=true&withLayout=true`);
    expect(taken).toMatchObject({ status: 202, json: { removedLayout: 2 } });
    await service.runJobs();
    expect(await statementOf('2026-02')).toMatchObject({ received: 0, files: [{ status: 'retracted' }] });
    const configs = await account.call('GET', `/v1/carriers/${carrierId}/configs`);
    expect(configs.json).toMatchObject({
      data: [
        { version: 2, active: false },
        { version: 1, active: true },
      ],
    });
  });

  test('keeps a layout with which another file was read', async () => {
    await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
    const { fileId } = await account.load({ carrierId, period: '2026-02', file: statement([['B', 20]]) });
    const taken = await account.call('DELETE', `/v1/files/${fileId}?only=true&withLayout=true`);
    expect(taken.status).toBe(202);
    expect(taken.json).not.toHaveProperty('removedLayout');
  });

  test('gives back the only layout of a carrier, which then asks for one again', async () => {
    const { fileId } = await account.load({ carrierId, period: '2026-02', file: statement([['B', 20]]) });
    const taken = await account.call('DELETE', `/v1/files/${fileId}?only=true&withLayout=true`);
    expect(taken.json).toMatchObject({ removedLayout: 1 });
    await service.runJobs();
    const jobs = await account.call('GET', '/v1/jobs');
    expect(jobs.json).toMatchObject({ data: [{ mode: 'retract', status: 'completed' }, {}] });
    const again = await account.upload({ carrierId, period: '2026-02', file: statement([['B', 20]]) });
    expect(again.json).toMatchObject({ code: 'carrier_not_configured' });
  });
});
