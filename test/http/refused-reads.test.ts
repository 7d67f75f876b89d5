import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../support/service.ts';
import { words } from '../support/words.ts';
import { journeyOf, memberOf } from './journeys/journeys.ts';

/** Guarantee: no list and no report answers for a filter or an id that is invalid, unknown or another account's. Today is 2026-07-15. */

const service = await sharedService();
const account = await service.createAccount();
const stranger = await service.createAccount();
const ownCarrier = await service.createCarrier({ account: stranger });
const { jobId } = await stranger.load({
  carrierId: ownCarrier,
  period: '2026-01',
  file: statement([['A', 1, { Policy: 'P-1' }]]),
});
await stranger.upload({ carrierId: ownCarrier, period: '2026-02', file: statement([]) });
const { memberRefId: member } = await memberOf(stranger, 'A');
const { periods } = await journeyOf(stranger, `/v1/members/${member}`);
const policy = z.string().parse(periods[0]?.policies[0]?.policyRefId);
expect((await journeyOf(stranger, `/v1/policies/${policy}`)).periodCount).toBe(1);

const get = (path: string) => account.call('GET', `/v1/${path}`);

const REPORTS = words(`
  reports/rollup? reports/attrition?period=2026-03& reports/attrition-series? reports/cumulative?
  reports/data-quality? reports/carrier-scorecards? reports/tax-1099?year=2026&
`);
const SIDES = 'comparisons?from=2026-01&to=2026-02&';
const LISTS = ['members?', 'members?period=2026-01&', 'jobs?', 'files?', SIDES, ...REPORTS];

const MONTHS = words(`
  reports/rollup?period= reports/attrition?period= reports/data-quality?period= reports/cumulative?from=
  reports/cumulative?to= reports/carrier-scorecards?from= reports/carrier-scorecards?to=
`);
const fieldOf = (path: string) => /\?(\w+)=$/.exec(path)?.[1] ?? '';
const NO_MONTHS = ['1999-12', '2026-09', '2026-13', '2026-00', '2026-1', '202603', ''];

test.each<[path: string, ...fields: string[]]>([
  ['members?limit=0', 'limit'],
  ['members?offset=-1', 'offset'],
  ['members?status=carried', 'status'],
  ['members?flag=RED', 'flag'],
  ['members?period=202601', 'period'],
  ['members?q=', 'q'],
  [`members?q=${'x'.repeat(201)}`, 'q'],
  ['members?q=a%00b', 'q'],
  ['members?periodYear=2026', 'periodMonth'],
  ['members?periodMonth=1', 'periodYear'],
  ['members?period=2026-01&periodMonth=1', 'periodYear'],
  ['members?period=2026-01&periodYear=2026&periodMonth=2', 'period'],
  ['members?statsu=red&limit=x', 'limit', 'statsu'],
  [`members/${randomUUID()}/journey?limit=5`, 'limit'],
  ['jobs?limit=0', 'limit'],
  ['jobs?limit=1.5', 'limit'],
  ['jobs?offset=-1', 'offset'],
  ['jobs?offset=x', 'offset'],
  ['jobs?status=done', 'status'],
  ['jobs?periodYear=26', 'periodYear'],
  ['jobs?periodMonth=13', 'periodMonth'],
  ['jobs?period=2024-13', 'period'],
  ['jobs?period=1999-12', 'period'],
  ['jobs?period=2024-01&periodYear=2023', 'period'],
  ['jobs?period=2024-01&periodMonth=2', 'period'],
  ['jobs/x/results?status=carried', 'status'],
  ['jobs/x/results?flag=new', 'flag'],
  ['jobs/x/results?owedOnly=1', 'owedOnly'],
  ['jobs/x/results?chargeback=yes', 'chargeback'],
  ['jobs/x/deltas?changeType=changed', 'changeType'],
  ['jobs/x/deltas?memberId=1', 'memberId'],
  ['files?limit=0', 'limit'],
  ['files?limit=-1', 'limit'],
  ['files?limit=x', 'limit'],
  ['files?cursor=x', 'cursor'],
  ['files?cursor=-1', 'cursor'],
  ['files?cursor=999999', 'cursor'],
  // The number of the stranger's first file.
  ['files?cursor=2', 'cursor'],
  ['files?offset=0', 'offset'],
  ['files?period=2024-1', 'period'],
  ['files?period=2024-13', 'period'],
  ['files?carrierId=', 'carrierId'],
  ['files?status=active', 'status'],
  ['comparisons?to=2026-02', 'from'],
  ['comparisons?from=2026-02', 'to'],
  ['comparisons?from=2026-13&to=2026-02', 'from'],
  ['comparisons?from=2026-01&to=2026-2', 'to'],
  ['comparisons?from=2026-02&to=2026-02', 'to'],
  ['comparisons?from=2026-03&to=2026-02', 'to'],
  ['comparisons?from=2026-01&to=2026-03&granularity=quarter', 'to'],
  ['comparisons?from=2026-04&to=2026-03&granularity=quarter', 'to'],
  ['comparisons?from=2026-01&to=2026-12&granularity=year', 'to'],
  [`${SIDES}granularity=week`, 'granularity'],
  [`${SIDES}status=carried`, 'status'],
  [`${SIDES}limit=0`, 'limit'],
  [`${SIDES}offset=-1`, 'offset'],
  [`${SIDES}carrier=x`, 'carrier'],
  ...REPORTS.map((report): [string, string] => [`${report}carrier=1`, 'carrier']),
  ...MONTHS.flatMap((path) => NO_MONTHS.map((month): [string, string] => [`${path}${month}`, fieldOf(path)])),
  ['reports/rollup?period=2026-13&carrier=1', 'carrier', 'period'],
  ['reports/attrition', 'period'],
  ['reports/attrition?granularity=week', 'granularity', 'period'],
  ['reports/tax-1099', 'year'],
  ...['1999', '2027', '26', '20260', '2026.0', 'MMXX'].map((year): [string, string] => [
    `reports/tax-1099?year=${year}`,
    'year',
  ]),
  ...['0', '37', '-1', '1.5', 'twelve', ''].map((months): [string, string] => [
    `reports/attrition-series?months=${months}`,
    'months',
  ]),
  ['reports/cumulative?from=2026-03&to=2026-02', 'from'],
  ['reports/carrier-scorecards?from=2026-03&to=2026-02', 'from'],
])('answers 422 that names each field: %s', async (path, ...fields) => {
  const response = await get(path);
  expect(response).toMatchObject({ status: 422, json: { code: 'validation_error' } });
  const { errors } = z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(response.json);
  expect(errors.map(({ field }) => field).sort()).toEqual(fields);
});

test.each([
  ...MONTHS.flatMap((path) => ['2000-01', '2026-08'].map((month) => `${path}${month}`)),
  'reports/cumulative?from=2026-03&to=2026-03',
  'reports/carrier-scorecards?from=2026-03&to=2026-03',
  // The last month of one side and the first of the next.
  'comparisons?from=2026-03&to=2026-04&granularity=quarter',
  'comparisons?from=2025-12&to=2026-01&granularity=year',
])('accepts the first and the last: %s', async (path) => {
  expect((await get(path)).status).toBe(200);
});

const withoutRequestId = (body: string) => body.replace(/"requestId":"[^"]*"/, '');

test.each(LISTS)('answers 404 for unknown, malformed and foreign carriers and workspaces alike: %s', async (list) => {
  for (const [name, foreign] of [
    ['carrierId', ownCarrier],
    ['workspaceId', stranger.workspaceId],
  ] as const) {
    const bodies = new Set<string>();
    for (const id of [foreign, randomUUID(), 'x', `${foreign}x`, '%27', 'x'.repeat(300), '%F0%9F%A6%86']) {
      const response = await get(`${list}${name}=${id}`);
      expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
      bodies.add(withoutRequestId(response.body));
    }
    expect(bodies.size).toBe(1);
  }
});

test.each([
  ['members/ID', member],
  ['members/ID/timeline', member],
  ['members/ID/last-seen', member],
  ['members/ID/journey', member],
  ['members/ID/journey', policy],
  ['policies/ID/journey', policy],
  ['policies/ID/journey', member],
  ['jobs/ID', jobId],
  ['jobs/ID/results', jobId],
  ['jobs/ID/deltas', jobId],
  ['jobs/ID/exceptions', jobId],
])('answers 404 for an unknown, malformed and foreign id alike: %s', async (path, foreign) => {
  const bodies = new Set<string>();
  for (const id of [foreign, randomUUID(), 'not-an-id']) {
    const response = await get(path.replace('ID', id));
    expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
    bodies.add(withoutRequestId(response.body.replaceAll(id, '')));
  }
  expect(bodies.size).toBe(1);
});
