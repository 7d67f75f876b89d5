import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement, type TestAccount } from '../../support/service.ts';

/**
 * Guarantee: the order of accepted requests alone decides which files count, never the speed of the worker. A request that names another
 * file cannot undo accepted work.
 */

const PERIOD = '2026-01';
const OLD = statement([['M1', 50]]);
const CORRECTED = statement([
  ['M1', 60],
  ['M2', 60],
]);
const UNREADABLE = 'Member ID,Other\nM1,1\n';
let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier();
});

const uploadReply = z.looseObject({ fileId: z.string(), jobId: z.string() });

async function upload(file: string, how: { replace?: boolean; append?: boolean } = {}) {
  return uploadReply.parse((await account.upload({ file, carrierId, period: PERIOD, ...how })).json);
}

const retract = (fileId: string) => account.call('DELETE', `/v1/files/${fileId}`);
const retry = (jobId: string) => account.call('POST', `/v1/jobs/${jobId}/retry`);
const statusOf = async (fileId: string) =>
  z.looseObject({ status: z.string() }).parse((await account.call('GET', `/v1/files/${fileId}`)).json).status;

async function membersOfPeriod(): Promise<readonly string[]> {
  const reply = await account.call('GET', `/v1/members?period=${PERIOD}&carrierId=${carrierId}`);
  const { data } = z.object({ data: z.array(z.looseObject({ memberExternalId: z.string() })) }).parse(reply.json);
  return data.map(({ memberExternalId }) => memberExternalId).sort();
}

describe('retracting a file while it is being replaced', () => {
  test('answers 409 conflict while the replacement waits and already_retracted afterwards, and keeps the replacement', async () => {
    const old = await upload(OLD);
    await service.runJobs();
    const corrected = await upload(CORRECTED, { replace: true });
    expect(await retract(old.fileId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    await service.runJobs();
    expect(await retract(old.fileId)).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
    expect(await statusOf(corrected.fileId)).toBe('active');
    expect(await membersOfPeriod()).toEqual(['M1', 'M2']);
  });

  test('answers already_retracted again for a retraction that was accepted before the replacement', async () => {
    const old = await upload(OLD);
    await service.runJobs();
    expect(await retract(old.fileId)).toMatchObject({ status: 202 });
    const next = await upload(CORRECTED);
    expect(await retract(old.fileId)).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
    await service.runJobs();
    expect([await statusOf(old.fileId), await statusOf(next.fileId)]).toEqual(['retracted', 'active']);
  });
});

describe('retracting a replacement before it is read', () => {
  test('removes the period when the replacement is readable', async () => {
    const old = await upload(OLD);
    await service.runJobs();
    const corrected = await upload(CORRECTED, { replace: true });
    expect(await retract(corrected.fileId)).toMatchObject({ status: 202 });
    await service.runJobs();
    expect([await statusOf(old.fileId), await statusOf(corrected.fileId)]).toEqual(['replaced', 'retracted']);
    expect(await membersOfPeriod()).toEqual([]);
  });

  test('removes nothing when the replacement is unreadable: the earlier file stays', async () => {
    const old = await upload(OLD);
    await service.runJobs();
    const bad = await upload(UNREADABLE, { replace: true });
    expect(await retract(bad.fileId)).toMatchObject({ status: 202 });
    await service.runJobs();
    expect([await statusOf(old.fileId), await statusOf(bad.fileId)]).toEqual(['active', 'failed']);
    expect(await membersOfPeriod()).toEqual(['M1']);
    // The counting file keeps its period, and the retracted file does not return.
    const again = await account.upload({ file: CORRECTED, carrierId, period: PERIOD });
    expect(again).toMatchObject({ status: 409, json: { code: 'period_exists' } });
    expect(await retry(bad.jobId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await retract(old.fileId)).toMatchObject({ status: 202 });
    await service.runJobs();
    expect(await statusOf(old.fileId)).toBe('retracted');
    expect(await membersOfPeriod()).toEqual([]);
  });
});

test.each(['replace', 'append'] as const)(
  'refuses to retry a failed %s after a later retraction of the period, because the file would be removed as soon as it is read',
  async (how) => {
    const wrong = await upload(OLD);
    await service.runJobs();
    const failed = await upload(UNREADABLE, { [how]: true });
    await service.runJobs();
    expect(await retract(wrong.fileId)).toMatchObject({ status: 202 });
    await service.runJobs();
    expect(await retry(failed.jobId)).toMatchObject({
      status: 409,
      json: { code: 'conflict', detail: expect.stringContaining('retracted after this file was sent') },
    });
    expect(await statusOf(failed.fileId)).toBe('failed');
  },
);
