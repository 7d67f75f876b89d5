import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
const book = await loadWorkedExample(service, account, { carrierId });

const members = z.object({ data: z.array(z.looseObject({ memberRefId: z.string() })) });
const timeline = z.looseObject({
  data: z.array(z.looseObject({ period: z.string(), status: z.string(), commissionAmount: z.number() })),
});

async function memberRefId(externalId: string): Promise<string> {
  const response = await account.call('GET', `/v1/members?q=POL-${externalId}`);
  return members.parse(response.json).data[0]?.memberRefId ?? '';
}

async function timelineOf(externalId: string) {
  const response = await account.call('GET', `/v1/members/${await memberRefId(externalId)}/timeline`);
  return timeline.parse(response.json);
}

test('lists the months of the worked example, oldest first', async () => {
  const shown = async (externalId: string) =>
    (await timelineOf(externalId)).data.map((entry) => `${entry.period} ${entry.status} ${entry.commissionAmount}`);
  expect(await shown('B')).toEqual(['2026-01 new 50', '2026-02 yellow 40', '2026-03 green 40', '2026-04 green 60']);
  expect(await shown('C')).toEqual(['2026-01 new 50', '2026-02 red 0', '2026-04 reappeared 45']);
  expect(await shown('D')).toEqual(['2026-01 new 50', '2026-02 yellow -50', '2026-03 red 0']);
});

test('returns an entry with all fields, including the file and the job that read it', async () => {
  const found = await timelineOf('B');
  expect(found).toMatchObject({
    memberRefId: await memberRefId('B'),
    memberExternalId: 'B',
    memberName: 'Member B',
    carrierId,
  });
  expect(found.data[1]).toEqual({
    period: '2026-02',
    status: 'yellow',
    flags: ['COMMISSION_CHANGED'],
    signals: expect.any(Array),
    reason: found.data[1]?.['reason'],
    commissionAmount: 40,
    prevCommissionAmount: 50,
    comparedAgainstPeriod: '2026-01',
    expectedAmount: 50,
    commissionOwed: 10,
    chargebackAmount: 0,
    fileId: book.fileIds['2026-02'],
    jobId: book.jobIds['2026-02'],
    provisional: false,
  });
});

test('names the job that read the file, not a later rescore', async () => {
  await account.call('POST', `/v1/files/${book.fileIds['2026-02']}/rescore`);
  await service.runJobs();
  const { data } = await timelineOf('B');
  expect(data).toHaveLength(4);
  expect(data[1]).toMatchObject({ jobId: book.jobIds['2026-02'] });
});

test('returns CSV', async () => {
  const { body } = await account.call('GET', `/v1/members/${await memberRefId('C')}/timeline`, {
    headers: { Accept: 'text/csv' },
  });
  const [header, ...rows] = body.trimEnd().split('\r\n');
  expect(header).toMatch(/^period,status,flags,signals,reason,commissionAmount,.*,fileId,jobId,provisional$/);
  expect(rows.map((row) => row.slice(0, 7))).toEqual(['2026-01', '2026-02', '2026-04']);
});
