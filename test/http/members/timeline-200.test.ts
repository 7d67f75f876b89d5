import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';
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

const [summit, zenith] = [
  await service.createCarrier({ name: 'Summit' }),
  await service.createCarrier({ name: 'Zenith' }),
];
const on = (Name: string, Policy: string) => ({ Name, Policy });
await account.load({
  carrierId: summit,
  period: '2026-03',
  file: statement([
    ['M-1', 40, on('Doe, Jane', 'P-1')],
    ['M-2', 30.5, on('Doe, John', 'P-1')],
    ['M-3', 20, on('Jane Doe', 'P-9')],
    ...Array.from({ length: 11 }, (_, at) => [`G-${at}`, 1, on(`Worker ${at}`, 'GROUP')] as const),
  ]),
});
// John left, and Jane is paid by another policy: they are still the household of P-1.
await account.load({
  carrierId: summit,
  period: '2026-04',
  file: statement([['M-1', 40, on('Doe, Jane', 'P-2')]]),
});
await account.load({
  carrierId: zenith,
  period: '2026-03',
  file: statement([
    ['Z-1', 9, on('Jane Doe', 'P-1')],
    ['Z-2', 9, on('Jane Doering', 'Q-1')],
  ]),
});

const relatedMembers = z.object({ data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string() })) });
const listed = relatedMembers.parse((await account.call('GET', '/v1/members?limit=100')).json).data;
const idOf = (externalId: string) => listed.find((one) => one.memberExternalId === externalId)?.memberRefId ?? '';
const related = (externalId: string) => account.call('GET', `/v1/members/${idOf(externalId)}/related`);

test('finds who has the same policy number at the carrier, and the same name at other carriers', async () => {
  const { status, json } = await related('M-1');
  expect([status, json]).toMatchObject([
    200,
    {
      data: [
        {
          ...{ relation: 'household', memberName: 'Doe, John', memberExternalId: 'M-2', policyNumber: 'P-1' },
          ...{ status: 'red', lastPaidPeriod: '2026-03', lastPaidAmount: 30.5, paidTotal: 30.5 },
        },
        { relation: 'same_name', memberExternalId: 'Z-1', carrierName: 'Zenith', paidTotal: 9 },
      ],
      // Jane 40 twice and John 30.50 once.
      householdPaidTotal: 110.5,
      groupMembers: null,
    },
  ]);
  expect(json).toMatchObject({ data: { length: 2 } });
});

test('a policy of many people is a group, which is counted and not listed', async () => {
  expect((await related('G-0')).json).toEqual({ data: [], householdPaidTotal: null, groupMembers: 11 });
});

test('a member alone has nobody, and an unknown one is refused', async () => {
  expect((await related('Z-2')).json).toEqual({ data: [], householdPaidTotal: null, groupMembers: null });
  expect((await account.call('GET', `/v1/members/${randomUUID()}/related`)).status).toBe(404);
  const other = await service.createAccount();
  expect((await other.call('GET', `/v1/members/${idOf('M-1')}/related`)).status).toBe(404);
});
