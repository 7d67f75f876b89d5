import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';
import { journeyOf, memberOf, moved } from './journeys.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
const book = await loadWorkedExample(service, account, { carrierId });

/** The months of a member's journey: period, status, presence, paid amount and compared amount. */
async function monthsOf(externalId: string): Promise<string[]> {
  const { memberRefId } = await memberOf(account, externalId);
  const { periods } = await journeyOf(account, `/v1/members/${memberRefId}`);
  return periods.map(
    ({ period, status, present, commissionAmount, prevCommissionAmount }) =>
      `${period} ${status} ${present ? 'present' : 'absent'} ${commissionAmount} (${prevCommissionAmount})`,
  );
}

test('gives the journeys of the worked example, member by member', async () => {
  expect(await monthsOf('A')).toEqual([
    '2026-01 new present 50 (0)',
    '2026-02 green present 50 (50)',
    '2026-03 green present 50.01 (50)',
    '2026-04 green present 50 (50.01)',
  ]);
  expect(await monthsOf('B')).toEqual([
    '2026-01 new present 50 (0)',
    '2026-02 yellow present 40 (50)',
    '2026-03 green present 40 (40)',
    '2026-04 green present 60 (40)',
  ]);
  expect(await monthsOf('C')).toEqual([
    '2026-01 new present 50 (0)',
    '2026-02 red absent 0 (50)',
    '2026-04 reappeared present 45 (50)',
  ]);
  expect(await monthsOf('D')).toEqual([
    '2026-01 new present 50 (0)',
    '2026-02 yellow present -50 (50)',
    '2026-03 red absent 0 (-50)',
  ]);
  expect(await monthsOf('E')).toEqual([
    '2026-02 new present 50 (0)',
    '2026-03 yellow present 0 (50)',
    '2026-04 red absent 0 (0)',
  ]);
});

test('returns a journey with all fields: the present member, the span, and policies, file and deltas of each month', async () => {
  // The list of members also says what is owed.
  const { owed: _, ...member } = await memberOf(account, 'C');
  const { memberRefId } = member;
  const file = (period: string) => ({
    fileId: book.fileIds[period],
    fileName: 'statement.csv',
    uploadedAt: expect.any(String),
  });
  const policy = { policyRefId: expect.any(String), policyNumber: 'POL-C', planName: 'Gold', premiumAmount: null };
  const month = (period: string) => ({ period, periodYear: 2026, periodMonth: Number(period.slice(5)) });
  expect(await journeyOf(account, `/v1/members/${memberRefId}`)).toEqual({
    memberRefId,
    member,
    firstPeriod: '2026-01',
    latestPeriod: '2026-04',
    periodCount: 3,
    periods: [
      {
        ...month('2026-01'),
        status: 'new',
        flags: ['NEW'],
        present: true,
        commissionAmount: 50,
        prevCommissionAmount: 0,
        premiumAmount: null,
        policies: [{ ...policy, commissionAmount: 50 }],
        file: file('2026-01'),
        deltas: [],
        firstSeen: true,
      },
      {
        ...month('2026-02'),
        status: 'red',
        flags: ['DROPPED'],
        present: false,
        commissionAmount: 0,
        prevCommissionAmount: 50,
        premiumAmount: null,
        policies: [],
        file: file('2026-02'),
        deltas: [moved(memberRefId, 50, null)],
        firstSeen: false,
      },
      {
        ...month('2026-04'),
        status: 'reappeared',
        flags: ['REAPPEARED', 'REAPPEARED_WITH_DELTA'],
        present: true,
        commissionAmount: 45,
        prevCommissionAmount: 50,
        premiumAmount: null,
        policies: [{ ...policy, commissionAmount: 45 }],
        file: file('2026-04'),
        deltas: [moved(memberRefId, null, 45)],
        firstSeen: false,
      },
    ],
  });
});

test('shows the deltas of the job that made the month', async () => {
  const { memberRefId } = await memberOf(account, 'B');
  const { periods } = await journeyOf(account, `/v1/members/${memberRefId}`);
  const job = await account.call('GET', `/v1/jobs/${book.jobIds['2026-02']}/deltas?memberRefId=${memberRefId}`);
  expect(job.json).toMatchObject({ data: [moved(memberRefId, 50, 40)] });
  expect(periods[1]?.deltas).toEqual([moved(memberRefId, 50, 40)]);
});

test.each([
  ['A', '2026-04', 50, 'green', '2026-04'],
  ['C', '2026-04', 45, 'reappeared', '2026-04'],
  ['D', '2026-02', -50, 'red', '2026-03'],
  ['E', '2026-03', 0, 'red', '2026-04'],
])(
  '%s was last seen in %s with %d, and is %s in %s',
  async (externalId, lastPeriod, commissionAmount, status, statusPeriod) => {
    const { memberRefId, carrierName } = await memberOf(account, externalId);
    const response = await account.call('GET', `/v1/members/${memberRefId}/last-seen`);
    expect(response.status).toBe(200);
    expect(response.json).toEqual({
      memberRefId,
      memberExternalId: externalId,
      memberName: `Member ${externalId}`,
      carrierId,
      carrierName,
      workspaceId: account.workspaceId,
      lastPeriod,
      policyRefId: expect.any(String),
      policyNumber: `POL-${externalId}`,
      planName: 'Gold',
      commissionAmount,
      file: { fileId: book.fileIds[lastPeriod], fileName: 'statement.csv', uploadedAt: expect.any(String) },
      status,
      statusPeriod,
    });
  },
);

test('returns CSV with one row per month', async () => {
  const { memberRefId } = await memberOf(account, 'C');
  const path = `/v1/members/${memberRefId}/journey`;
  const { status, body } = await account.call('GET', path, { headers: { Accept: 'text/csv' } });
  expect(status).toBe(200);
  const [header, ...rows] = body.trimEnd().split('\r\n');
  expect(header).toBe(
    'period,periodYear,periodMonth,status,flags,present,commissionAmount,prevCommissionAmount,premiumAmount,policies,fileId,fileName,uploadedAt,deltas,firstSeen',
  );
  expect(rows.map((row) => row.slice(0, 7))).toEqual(['2026-01', '2026-02', '2026-04']);
});
