import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement, type TestAccount, type UploadFields } from '../../support/service.ts';

/**
 * Guarantee: one file of a month can be replaced or retracted without the others, and a request that removes several files names them.
 */

const PERIOD = '2026-01';
let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier();
});

const idOf = (json: unknown) => z.looseObject({ fileId: z.string(), jobId: z.string() }).parse(json);
const send = (fields: Partial<UploadFields> & Pick<UploadFields, 'file'>) =>
  account.upload({ carrierId, period: PERIOD, ...fields });
const first = statement([
  ['M1', 50],
  ['M2', 50],
]);
const second = statement([['M3', 30]]);
const corrected = statement([['M1', 70]]);

/** Uploads a month in two files, which are both read. */
async function twoFiles() {
  const a = idOf((await send({ file: first, fileName: 'a.csv' })).json);
  const b = idOf((await send({ file: second, fileName: 'b.csv', append: true })).json);
  await service.runJobs();
  return { a, b };
}

async function amounts(period = PERIOD): Promise<readonly string[]> {
  const reply = await account.call('GET', `/v1/members?period=${period}&carrierId=${carrierId}`);
  const member = z.looseObject({ memberExternalId: z.string(), commissionAmount: z.number(), status: z.string() });
  const { data } = z.object({ data: z.array(member) }).parse(reply.json);
  return data.map((row) => `${row.memberExternalId} ${row.commissionAmount} ${row.status}`).sort();
}

const statusOf = async (fileId: string) =>
  z.looseObject({ status: z.string() }).parse((await account.call('GET', `/v1/files/${fileId}`)).json).status;
const jobOf = async (jobId: string) => (await account.call('GET', `/v1/jobs/${jobId}`)).json;

describe('replaceFileId', () => {
  test('replaces only this file with 202, without a warning; the other stays', async () => {
    const { a, b } = await twoFiles();
    const reply = await send({ file: corrected, replaceFileId: a.fileId });
    expect(reply).toMatchObject({ status: 202, json: { mode: 'replace' } });
    expect(reply.json).not.toHaveProperty('warnings');
    await service.runJobs();
    expect([await statusOf(a.fileId), await statusOf(b.fileId)]).toEqual(['replaced', 'active']);
    expect(await amounts()).toEqual(['M1 70 new', 'M3 30 new']);
    expect(await jobOf(idOf(reply.json).jobId)).toMatchObject({ status: 'completed', warnings: [] });
  });

  test('scores later months again', async () => {
    const { a } = await twoFiles();
    await send({
      file: statement([
        ['M2', 50],
        ['M3', 30],
      ]),
      period: '2026-02',
    });
    await service.runJobs();
    expect(await amounts('2026-02')).toContainEqual('M1 0 red');
    await send({ file: statement([['M2', 50]]), replaceFileId: a.fileId });
    await service.runJobs();
    expect(await amounts('2026-02')).toEqual(['M2 50 green', 'M3 30 green']);
  });

  test('keeps the file if the correction is unreadable, and counts its retry once', async () => {
    const { a, b } = await twoFiles();
    const bad = idOf((await send({ file: 'Member ID,Other\nM1,1\n', replaceFileId: a.fileId })).json);
    await service.runJobs();
    expect([await statusOf(a.fileId), await statusOf(bad.fileId)]).toEqual(['active', 'failed']);
    await send({ file: corrected, replaceFileId: a.fileId });
    const early = await account.call('POST', `/v1/jobs/${bad.jobId}/retry`);
    expect(early).toMatchObject({ status: 409, json: { code: 'conflict' } });
    await service.runJobs();
    const late = await account.call('POST', `/v1/jobs/${bad.jobId}/retry`);
    expect(late).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await statusOf(b.fileId)).toBe('active');
    expect(await amounts()).toEqual(['M1 70 new', 'M3 30 new']);
  });

  test('answers 409 conflict to the retry of a whole-month replacement after one of its files was replaced', async () => {
    const { a } = await twoFiles();
    const bad = idOf((await send({ file: 'Member ID,Other\nM1,1\n', replace: true })).json);
    await service.runJobs();
    await send({ file: corrected, replaceFileId: a.fileId });
    for (let times = 0; times < 2; times++) {
      const retry = await account.call('POST', `/v1/jobs/${bad.jobId}/retry`);
      expect(retry).toMatchObject({ status: 409, json: { code: 'conflict' } });
      await service.runJobs();
    }
    expect(await amounts()).toEqual(['M1 70 new', 'M3 30 new']);
  });

  test('answers 409 conflict to the retry of a replacement whose file was retracted alone', async () => {
    const { a } = await twoFiles();
    const bad = idOf((await send({ file: 'Member ID,Other\nM1,1\n', replaceFileId: a.fileId })).json);
    await service.runJobs();
    expect(await account.call('DELETE', `/v1/files/${a.fileId}?only=true`)).toMatchObject({ status: 202 });
    for (let times = 0; times < 2; times++) {
      const retry = await account.call('POST', `/v1/jobs/${bad.jobId}/retry`);
      expect(retry).toMatchObject({ status: 409, json: { code: 'conflict' } });
      await service.runJobs();
    }
  });

  test('answers 409 period_exists for the bytes of a file that stays, but accepts those of the replaced file', async () => {
    const { a } = await twoFiles();
    const identical = await send({ file: second, replaceFileId: a.fileId });
    expect(identical).toMatchObject({ status: 409, json: { code: 'period_exists' } });
    expect(await send({ file: first, replaceFileId: a.fileId })).toMatchObject({ status: 202 });
  });

  test('answers 409 conflict while the file is being read, or while another request is replacing it', async () => {
    const fresh = idOf((await send({ file: first })).json);
    expect(await send({ file: corrected, replaceFileId: fresh.fileId })).toMatchObject({
      status: 409,
      json: { code: 'conflict', detail: expect.stringContaining('has not been read yet') },
    });
    await service.runJobs();
    expect(await send({ file: corrected, replaceFileId: fresh.fileId })).toMatchObject({ status: 202 });
    expect(await send({ file: second, replaceFileId: fresh.fileId })).toMatchObject({
      status: 409,
      json: { code: 'conflict', detail: expect.stringContaining('about to replace') },
    });
    // The file cannot be retracted meanwhile, alone or with its month; another file of the month can.
    for (const query of ['', '?only=true']) {
      const retract = await account.call('DELETE', `/v1/files/${fresh.fileId}${query}`);
      expect(retract).toMatchObject({ status: 409, json: { code: 'conflict' } });
    }
  });

  test('answers 422 for a file that is unknown, of another month, carrier or account, replaced, or retracted', async () => {
    const { a, b } = await twoFiles();
    const otherMonth = idOf((await send({ file: first, period: '2026-02' })).json);
    const otherCarrier = await service.createCarrier();
    const elsewhere = idOf((await send({ file: first, carrierId: otherCarrier })).json);
    const stranger = await service.createAccount();
    const foreign = idOf((await stranger.upload({ file: first, carrierId, period: PERIOD })).json);
    await send({ file: corrected, replaceFileId: a.fileId });
    await account.call('DELETE', `/v1/files/${b.fileId}?only=true`);
    await service.runJobs();
    const ids = [otherMonth, elsewhere, foreign, a, b].map(({ fileId }) => fileId);
    for (const replaceFileId of [...ids, randomUUID(), 'not-an-id']) {
      const reply = await send({ file: second, replaceFileId });
      expect([replaceFileId, reply.status]).toEqual([replaceFileId, 422]);
      expect(reply.json).toMatchObject({ errors: [{ field: 'replaceFileId' }] });
    }
  });

  test('cannot be combined with append: 422', async () => {
    const { a } = await twoFiles();
    const reply = await send({ file: corrected, replaceFileId: a.fileId, append: true });
    expect(reply).toMatchObject({ status: 422, json: { errors: [{ field: 'append' }] } });
  });
});

describe('DELETE with only=true', () => {
  test('retracts the whole month without only=true, and names its files if there are several', async () => {
    const { a } = await twoFiles();
    await send({ file: statement([['M9', 10]]), fileName: 'c.csv', append: true });
    expect(await account.call('DELETE', `/v1/files/${a.fileId}`)).toMatchObject({
      status: 202,
      json: {
        mode: 'retract',
        warnings: [
          {
            code: 'several_files_retracted',
            detail:
              'This takes back all 3 files of the month: "a.csv", "b.csv", "c.csv". To take back only one of several files, send only=true.',
          },
        ],
      },
    });
    await service.runJobs();
    expect(await amounts()).toEqual([]);
    // Files that were retracted before do not count.
    const last = idOf((await send({ file: first, fileName: 'd.csv' })).json);
    await service.runJobs();
    const alone = await account.call('DELETE', `/v1/files/${last.fileId}`);
    expect(alone).toMatchObject({ status: 202, json: { mode: 'retract' } });
    expect(alone.json).not.toHaveProperty('warnings');
  });

  test('retracts only this file and scores later months again; a repeat gets 409 already_retracted', async () => {
    const { a, b } = await twoFiles();
    await send({ file: statement([['M3', 30]]), period: '2026-02' });
    await service.runJobs();
    const path = `/v1/files/${a.fileId}?only=true`;
    const retracted = await account.call('DELETE', path);
    expect(retracted).toMatchObject({ status: 202, json: { mode: 'retract' } });
    expect(retracted.json).not.toHaveProperty('warnings');
    expect(await account.call('DELETE', path)).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
    // The month still has a file.
    expect(await send({ file: corrected })).toMatchObject({ status: 409, json: { code: 'period_exists' } });
    await service.runJobs();
    expect([await statusOf(a.fileId), await statusOf(b.fileId)]).toEqual(['retracted', 'active']);
    expect([await amounts(), await amounts('2026-02')]).toEqual([['M3 30 new'], ['M3 30 green']]);
    expect(await account.call('DELETE', path)).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
    // The bytes of the retracted file can be uploaded again, and the other file of the month can still be retracted.
    expect(await send({ file: first, append: true })).toMatchObject({ status: 202 });
    expect(await account.call('DELETE', `/v1/files/${b.fileId}`)).toMatchObject({ status: 202 });
    await service.runJobs();
    expect(await amounts()).toEqual([]);
  });

  test('refuses a value other than true and false with 422', async () => {
    const { a } = await twoFiles();
    expect(await account.call('DELETE', `/v1/files/${a.fileId}?only=yes`)).toMatchObject({ status: 422 });
  });
});

describe('replacing several files', () => {
  test('warns in the response and in the job; both name the files', async () => {
    const { a } = await twoFiles();
    const reply = await send({ file: corrected, replace: true });
    const warning = {
      code: 'several_files_replaced',
      detail: expect.stringMatching(/"a\.csv", "b\.csv".*replaceFileId/),
    };
    expect(reply).toMatchObject({ status: 202, json: { warnings: [warning] } });
    await service.runJobs();
    expect(await jobOf(idOf(reply.json).jobId)).toMatchObject({ warnings: [warning] });
    expect(await amounts()).toEqual(['M1 70 new']);
    // The file name may name a person, so a purge removes it from the warning too.
    await account.call('POST', `/v1/files/${a.fileId}/purge`);
    const [purged] = z
      .looseObject({ warnings: z.array(z.looseObject({ detail: z.string() })) })
      .parse(await jobOf(idOf(reply.json).jobId)).warnings;
    expect(purged?.detail).toContain('"purged.csv", "b.csv"');
  });

  test('gives no warning for a single file', async () => {
    await send({ file: first });
    await service.runJobs();
    const reply = await send({ file: corrected, replace: true });
    expect(reply.json).not.toHaveProperty('warnings');
    await service.runJobs();
    expect(await jobOf(idOf(reply.json).jobId)).toMatchObject({ warnings: [] });
  });
});
