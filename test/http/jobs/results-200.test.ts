import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
const book = await loadWorkedExample(service, account, { carrierId });

const row = z.looseObject({ memberRefId: z.string(), memberExternalId: z.string(), status: z.string() });
const results = z.object({
  jobId: z.string(),
  period: z.object({ year: z.int(), month: z.int() }),
  data: z.array(row),
  pagination: z.object({ limit: z.int(), offset: z.int(), hasMore: z.boolean() }),
});

async function resultsOf(period: string, query = '') {
  const response = await account.call('GET', `/v1/jobs/${book.jobIds[period]}/results${query}`);
  expect(response.status).toBe(200);
  return results.parse(response.json);
}

/** Member ids with their status, in the order of the ids. */
const shown = ({ data }: z.output<typeof results>) =>
  data.map(({ memberExternalId, status }) => `${memberExternalId} ${status}`).sort();

test('gives the statuses of the worked example', async () => {
  expect(shown(await resultsOf('2026-01'))).toEqual(['A new', 'B new', 'C new', 'D new']);
  expect(shown(await resultsOf('2026-02'))).toEqual(['A green', 'B yellow', 'C red', 'D yellow', 'E new']);
  expect(shown(await resultsOf('2026-03'))).toEqual(['A green', 'B green', 'D red', 'E yellow']);
  expect(shown(await resultsOf('2026-04'))).toEqual(['A green', 'B green', 'C reappeared', 'E red']);
});

test('returns a row with all fields', async () => {
  const february = await resultsOf('2026-02');
  expect(february).toMatchObject({ jobId: book.jobIds['2026-02'], period: { year: 2026, month: 2 } });
  const byMember = new Map(february.data.map((found) => [found.memberExternalId, found]));
  expect(byMember.get('B')).toEqual({
    memberRefId: expect.any(String),
    policyRefId: expect.any(String),
    status: 'yellow',
    flags: ['COMMISSION_CHANGED'],
    signals: expect.any(Array),
    reason: byMember.get('B')?.['reason'],
    commissionAmount: 40,
    prevCommissionAmount: 50,
    comparedAgainstPeriod: '2026-01',
    expectedAmount: 50,
    commissionOwed: 10,
    chargebackAmount: 0,
    memberExternalId: 'B',
    memberName: 'Member B',
    email: null,
    planName: 'Gold',
    policyNumber: 'POL-B',
    premiumAmount: null,
    provisional: false,
    carrierId: expect.any(String),
    carrierName: 'Summit Senior Life',
    agentId: null,
    agentName: null,
    effectiveDate: null,
    termDate: null,
    paidThrough: null,
    period: '2026-02',
  });
  expect(byMember.get('D')).toMatchObject({
    commissionAmount: -50,
    chargebackAmount: 50,
    expectedAmount: null,
    commissionOwed: 0,
  });
  expect(byMember.get('C')).toMatchObject({ commissionAmount: 0, prevCommissionAmount: 50, flags: ['DROPPED'] });
});

test('applies each filter', async () => {
  expect(shown(await resultsOf('2026-02', '?status=yellow'))).toEqual(['B yellow', 'D yellow']);
  expect(shown(await resultsOf('2026-02', '?flag=CHARGEBACK'))).toEqual(['D yellow']);
  expect(shown(await resultsOf('2026-02', '?chargeback=true'))).toEqual(['D yellow']);
  expect(shown(await resultsOf('2026-02', '?chargeback=false&status=yellow'))).toEqual(['B yellow']);
  expect(shown(await resultsOf('2026-03', '?owedOnly=true'))).toEqual(['B green', 'E yellow']);
  expect(shown(await resultsOf('2026-03', '?owedOnly=false'))).toHaveLength(4);
  expect(shown(await resultsOf('2026-04', '?flag=REAPPEARED_WITH_DELTA'))).toEqual(['C reappeared']);
});

test('returns each row once in pages', async () => {
  const seen: string[] = [];
  for (let offset = 0; ; offset += 2) {
    const { data, pagination } = await resultsOf('2026-02', `?limit=2&offset=${offset}`);
    seen.push(...data.map(({ memberExternalId }) => memberExternalId));
    if (!pagination.hasMore) break;
  }
  expect(seen.sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
});

test('returns the present scores of the period, whichever of its jobs is asked for', async () => {
  const own = await service.createAccount();
  const uploaded = await own.upload({ file: statement([['M1', 5]]), carrierId, period: '2026-01' });
  const { jobId } = z.looseObject({ jobId: z.string() }).parse(uploaded.json);
  const get = async () => results.parse((await own.call('GET', `/v1/jobs/${jobId}/results`)).json);
  expect((await get()).data).toEqual([]);
  await service.runJobs();
  await own.upload({ file: statement([['M2', 7]]), carrierId, period: '2026-01', replace: true });
  expect((await get()).data).toMatchObject([{ memberExternalId: 'M1', commissionAmount: 5 }]);
  await service.runJobs();
  expect((await get()).data).toMatchObject([{ memberExternalId: 'M2', commissionAmount: 7 }]);
});

test('rounds fractions of a cent half away from zero', async () => {
  const own = await service.createAccount();
  const { jobId } = await own.load({
    file: statement([
      ['M1', '-0.005'],
      ['M2', '1.0049'],
      ['M3', '2.675'],
    ]),
    carrierId,
    period: '2026-01',
  });
  const { data } = results.parse((await own.call('GET', `/v1/jobs/${jobId}/results`)).json);
  const amounts = data.map(({ memberExternalId, commissionAmount }) => [memberExternalId, commissionAmount]).sort();
  expect(amounts).toEqual([
    ['M1', -0.01],
    ['M2', 1],
    ['M3', 2.68],
  ]);
});

test('returns CSV', async () => {
  const { body } = await account.call('GET', `/v1/jobs/${book.jobIds['2026-02']}/results?status=new`, {
    headers: { Accept: 'text/csv' },
  });
  const [header, only] = body.trimEnd().split('\r\n');
  expect(header).toMatch(/^memberRefId,policyRefId,status,flags,signals,reason,commissionAmount/);
  expect(only).toContain(',new,"[""NEW""]",');
});
