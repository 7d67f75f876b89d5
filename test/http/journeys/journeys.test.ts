import { describe, expect, test } from 'vitest';
import { type StatementRow, sharedService, statement } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';
import { journeyOf, memberOf, moved } from './journeys.ts';

describe('member', async () => {
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
});

describe('policies', async () => {
  let carrierId: string;
  const service = await sharedService();
  const account = await service.createAccount();

  interface Statement {
    readonly period: string;
    readonly rows: readonly StatementRow[];
    readonly fileName?: string;
    readonly append?: boolean;
    readonly replace?: boolean;
  }

  /** Uploads statements of a new carrier one after the other, and returns the file ids in this order. */
  async function load(statements: readonly Statement[]): Promise<string[]> {
    carrierId = await service.createCarrier();
    const fileIds: string[] = [];
    for (const { rows, ...fields } of statements) fileIds.push(await add({ ...fields, rows }));
    return fileIds;
  }

  async function add({ rows, ...fields }: Statement): Promise<string> {
    return (await account.load({ carrierId, file: statement(rows), ...fields })).fileId;
  }

  const policy = (number: string, more: Readonly<Record<string, string>> = {}) => ({ Policy: number, ...more });

  async function memberJourney(externalId = 'M') {
    const { memberRefId } = await memberOf(account, externalId, carrierId);
    return journeyOf(account, `/v1/members/${memberRefId}`);
  }

  async function policyJourney(policyNumber: string) {
    const { periods } = await memberJourney();
    const found = periods.flatMap(({ policies }) => policies).find((each) => each.policyNumber === policyNumber);
    const journey = await journeyOf(account, `/v1/policies/${found?.policyRefId}`);
    expect(journey).toMatchObject({ policyRefId: found?.policyRefId, periodCount: journey.periods.length });
    return journey;
  }

  type Journey = Awaited<ReturnType<typeof journeyOf>>;
  const summary = ({ periods }: Journey) =>
    periods.map(
      ({ period, status, present, commissionAmount, prevCommissionAmount, firstSeen }) =>
        `${period} ${status} ${present ? 'present' : 'absent'} ${commissionAmount} (${prevCommissionAmount})${firstSeen ? ' first' : ''}`,
    );

  test('shows several policies with their net amount, first premium and plan; lines without a policy form one more', async () => {
    await load([
      {
        period: '2026-01',
        rows: [
          ['M', 30.005, policy('P-2', { Plan: 'Gold' })],
          ['M', -10, policy('P-2', { Plan: 'Silver', Premium: '300' })],
          ['M', 50, policy('P-1', { Premium: '500' })],
          ['M', 7, policy('')],
        ],
      },
    ]);
    const journey = await memberJourney();
    expect(journey.periods[0]).toMatchObject({ commissionAmount: 77.01, premiumAmount: 800, present: true });
    const refs = { policyRefId: expect.any(String) };
    expect(journey.periods[0]?.policies).toEqual([
      { policyRefId: null, policyNumber: null, planName: null, commissionAmount: 7, premiumAmount: null },
      { ...refs, policyNumber: 'P-1', planName: null, commissionAmount: 50, premiumAmount: 500 },
      { ...refs, policyNumber: 'P-2', planName: 'Gold', commissionAmount: 20.01, premiumAmount: 300 },
    ]);
  });

  test("shows a policy's own amounts and its member's status, and reports an absence once", async () => {
    await load([
      { period: '2026-01', rows: [['M', 50, policy('P-1')]] },
      {
        period: '2026-02',
        rows: [
          ['M', 50, policy('P-1', { Premium: '400' })],
          ['M', 20, policy('P-2')],
        ],
      },
      { period: '2026-03', rows: [['M', 20, policy('P-2')]] },
      { period: '2026-04', rows: [['M', 20, policy('P-2')]] },
      {
        period: '2026-05',
        rows: [
          ['M', 45, policy('p-1')],
          ['M', 20, policy('P-2')],
        ],
      },
      { period: '2026-06', rows: [['X', 1]] },
    ]);
    const first = await policyJourney('P-1');
    expect(summary(first)).toEqual([
      '2026-01 new present 50 (0) first',
      '2026-02 green present 50 (50)',
      '2026-03 yellow absent 0 (50)',
      '2026-05 green present 45 (50)',
      '2026-06 red absent 0 (45)',
    ]);
    expect(first.periods.map(({ premiumAmount }) => premiumAmount)).toEqual([null, 400, 400, null, null]);
    expect(first.periods.map(({ policies }) => policies.map(({ policyNumber }) => policyNumber))).toEqual([
      ['P-1'],
      ['P-1'],
      [],
      ['P-1'],
      [],
    ]);
    expect(summary(await policyJourney('P-2'))).toEqual([
      '2026-02 green present 20 (0) first',
      '2026-03 yellow present 20 (20)',
      '2026-04 green present 20 (20)',
      '2026-05 green present 20 (20)',
      '2026-06 red absent 0 (20)',
    ]);
  });

  test('shows a chargeback after the drop without counting it as present', async () => {
    await load([
      {
        period: '2026-01',
        rows: [
          ['M', 50, policy('P-1')],
          ['X', 1],
        ],
      },
      { period: '2026-02', rows: [['X', 1]] },
      {
        period: '2026-03',
        rows: [
          ['M', -50, policy('P-1')],
          ['X', 1],
        ],
      },
    ]);
    const member = await memberJourney();
    expect(summary(member)).toEqual([
      '2026-01 new present 50 (0) first',
      '2026-02 red absent 0 (50)',
      '2026-03 red absent -50 (0)',
    ]);
    expect(member.periods[2]?.policies).toMatchObject([{ policyNumber: 'P-1', commissionAmount: -50 }]);
    expect(summary(await policyJourney('P-1'))).toEqual([
      '2026-01 new present 50 (0) first',
      '2026-02 red absent 0 (50)',
      '2026-03 red absent -50 (0)',
    ]);
    const { memberRefId } = await memberOf(account, 'M', carrierId);
    const seen = await account.call('GET', `/v1/members/${memberRefId}/last-seen`);
    expect(seen.json).toMatchObject({
      lastPeriod: '2026-01',
      commissionAmount: 50,
      status: 'red',
      statusPeriod: '2026-03',
    });
  });

  test('shows the policies of both files of a period, each with its file', async () => {
    const [first, second] = await load([
      { period: '2026-01', rows: [['M', 60, policy('P-1')]], fileName: 'east.csv' },
      {
        period: '2026-01',
        rows: [
          ['M', 20, policy('P-2')],
          ['M', 5, policy('P-1')],
        ],
        fileName: 'west.csv',
        append: true,
      },
    ]);
    const { periods } = await memberJourney();
    expect(periods).toMatchObject([
      {
        commissionAmount: 85,
        file: { fileId: first, fileName: 'east.csv' },
        policies: [
          { policyNumber: 'P-1', commissionAmount: 65 },
          { policyNumber: 'P-2', commissionAmount: 20 },
        ],
      },
    ]);
    expect((await policyJourney('P-1')).periods).toMatchObject([{ commissionAmount: 65, file: { fileId: first } }]);
    expect((await policyJourney('P-2')).periods).toMatchObject([{ commissionAmount: 20, file: { fileId: second } }]);
  });

  test('shows nothing of a replaced file', async () => {
    await load([
      {
        period: '2026-01',
        rows: [
          ['M', 60, policy('P-1')],
          ['M', 9, policy('P-9')],
        ],
        fileName: 'first.csv',
      },
      { period: '2026-02', rows: [['M', 60, policy('P-1')]] },
    ]);
    const wrong = await policyJourney('P-9');
    const fileId = await add({
      period: '2026-01',
      rows: [['M', 55, policy('P-1')]],
      fileName: 'better.csv',
      replace: true,
    });
    const { periods } = await memberJourney();
    expect(periods).toMatchObject([
      {
        period: '2026-01',
        commissionAmount: 55,
        file: { fileId, fileName: 'better.csv' },
        policies: [{ policyNumber: 'P-1' }],
      },
      { period: '2026-02', commissionAmount: 60, prevCommissionAmount: 55 },
    ]);
    const gone = await account.call('GET', `/v1/policies/${wrong['policyRefId']}/journey`);
    expect(gone).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });
});
