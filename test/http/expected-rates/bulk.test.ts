import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { RATES_IN_BULK_MAX } from '../../../core/limits/job-limits.ts';
import { sharedService, statement, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Tests setting many rates at once, as the rows of a sheet or as a list in JSON. */

let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier();
});

const path = (more = '') => `/v1/expected-rates/bulk?carrierId=${carrierId}${more}`;
const sendCsv = (lines: readonly string[], more = '') =>
  account.call('POST', path(more), { body: lines.join('\r\n'), headers: { 'Content-Type': 'text/csv' } });
const sendJson = (rates: readonly object[], more = '') => account.call('POST', path(more), { json: { rates } });

const rate = z.object({
  planCode: z.string().nullable(),
  rateType: z.string(),
  rateValue: z.number(),
  tier: z.string().nullable(),
  state: z.string().nullable(),
  effectiveFrom: z.string().nullable(),
  effectiveTo: z.string().nullable(),
});
async function rates() {
  const { json } = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`);
  return z.object({ data: z.array(rate) }).parse(json).data;
}

async function owed(period: string) {
  const { json } = await account.call('GET', `/v1/reports/rollup?carrierId=${carrierId}&period=${period}`);
  return z.object({ totals: z.object({ commissionOwed: z.number() }) }).parse(json).totals.commissionOwed;
}
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const owedOfAll = () => Promise.all(MONTHS.map(owed));

const HEADER = 'Plan Code,rate_type,Rate Value,Tier,State,Effective From,effectiveTo,Note';

test('accepts a sheet in the form of a spreadsheet program', async () => {
  const reply = await sendCsv([
    HEADER,
    'GOLD,flat per member,"$1,026.50",Initial,tx,01/01/2026,12/31/2026,first',
    ',percent_of_premium,5.25%,,,,,',
    '',
    'SILVER,percent_of_premium,.05,renewal,,2026-02-01,,',
  ]);
  expect(reply).toMatchObject({
    status: 200,
    json: {
      dryRun: false,
      created: 3,
      replaced: 0,
      unchanged: 0,
      rescoredPeriods: 0,
      ignoredColumns: ['Note'],
      owed: null,
    },
  });
  expect(await rates()).toEqual([
    {
      planCode: null,
      rateType: 'percent_of_premium',
      rateValue: 0.0525,
      tier: null,
      state: null,
      effectiveFrom: null,
      effectiveTo: null,
    },
    {
      planCode: 'GOLD',
      rateType: 'flat_per_member',
      rateValue: 1026.5,
      tier: 'initial',
      state: 'TX',
      effectiveFrom: '2026-01-01',
      effectiveTo: '2026-12-31',
    },
    {
      planCode: 'SILVER',
      rateType: 'percent_of_premium',
      rateValue: 0.05,
      tier: 'renewal',
      state: null,
      effectiveFrom: '2026-02-01',
      effectiveTo: null,
    },
  ]);
});

test('accepts the exported list of rates unchanged, and changes nothing', async () => {
  await sendJson([
    { planCode: 'GOLD', rateType: 'flat_per_member', rateValue: 26.123456 },
    { planCode: null, rateType: 'percent_of_premium', rateValue: 0.05, tier: 'initial', effectiveFrom: '2026-01-01' },
  ]);
  const audit = (await account.call('GET', '/v1/audit')).json;
  const csv = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`, {
    headers: { Accept: 'text/csv' },
  });
  const reply = await sendCsv([csv.body]);
  expect(reply).toMatchObject({ status: 200, json: { created: 0, replaced: 0, unchanged: 2, rescoredPeriods: 0 } });
  expect((await account.call('GET', '/v1/audit')).json).toEqual(audit);
});

test('scores the owed amounts again with all of them', async () => {
  await loadWorkedExample(service, account, { carrierId });
  const before = await owedOfAll();
  const list = ['rateType,rateValue,effectiveFrom', 'flat_per_member,60,', 'flat_per_member,70,2026-03-01'];
  const dry = await sendCsv(list, '&dryRun=true');
  expect(dry).toMatchObject({ status: 200, json: { dryRun: true, created: 1, replaced: 1, rescoredPeriods: 4 } });
  expect(await owedOfAll()).toEqual(before);
  expect(await rates()).toHaveLength(1);

  expect(await sendCsv(list)).toMatchObject({ status: 200, json: { created: 1, replaced: 1, rescoredPeriods: 4 } });
  const after = await owedOfAll();
  expect(after.slice(0, 2)).toEqual([40, 40]);
  const told = z
    .object({ owed: z.object({ byPeriod: z.array(z.object({ after: z.object({ commissionOwed: z.number() }) })) }) })
    .parse(dry.json).owed.byPeriod;
  expect(told.map((one) => one.after.commissionOwed)).toEqual(after);
});

test('scores only the periods again that a changed rate affects', async () => {
  await loadWorkedExample(service, account, { carrierId });
  const list = ['rateType,rateValue,effectiveFrom', 'flat_per_member,50,', 'flat_per_member,70,2026-04-01'];
  expect(await sendCsv(list)).toMatchObject({ json: { created: 1, unchanged: 1, rescoredPeriods: 1 } });
});

test('reports every fault at once, with row and column, and stores nothing: 422', async () => {
  const response = await sendCsv([
    HEADER,
    'A,flat,10,,,,,',
    'B,percent_of_premium,5,first,Texas,soon,,',
    'C,flat_per_member,5%,,,2026-02-01,2026-01-01,',
    'D,flat_per_member,1.1234567,,,,,',
    'E,flat_per_member,-1,,,,,',
    'F,flat_per_member,1,,,,,',
    'f,flat_per_member,2,,,,,',
    'G,flat_per_member,,,,,,',
  ]);
  expect(response.status).toBe(422);
  const { errors } = z
    .object({ errors: z.array(z.object({ field: z.string(), detail: z.string() })) })
    .parse(response.json);
  expect(errors.at(-2)?.detail).toBe(
    'Row 9, column "Rate Value" must be a number such as 26.50, or a share of the premium such as 5%.',
  );
  expect(errors.map(({ field }) => field)).toEqual([
    'row 2, column "rate_type"',
    'row 3, column "Effective From"',
    'row 3, column "Tier"',
    'row 3, column "State"',
    'row 3, column "Rate Value"',
    'row 4, column "Rate Value"',
    'row 4, column "effectiveTo"',
    'row 5, column "Rate Value"',
    'row 6, column "Rate Value"',
    'row 9, column "Rate Value"',
    'row 8',
  ]);
  expect(await rates()).toEqual([]);
});

test.each([
  [['planCode,rateType', 'A,flat_per_member'], 'row 1'],
  [['rateType,rateValue,Rate Value', 'flat_per_member,1,2'], 'row 1, column "Rate Value"'],
  [['rateType,rateValue,source', 'flat_per_member,1,estimated'], 'row 2, column "source"'],
  [['rateType,rateValue,planName', 'flat_per_member,1,Gold'], 'row 2, column "planName"'],
  [['rateType,rateValue,productType', 'flat_per_member,1,Dental'], 'row 2, column "productType"'],
  [['rateType,rateValue,maxLives', 'percent_of_premium,0.05,5'], 'row 2, column "maxLives"'],
  [['rateType,rateValue,From Lives', 'flat_per_member,1,2.5'], 'row 2, column "From Lives"'],
  [['rateType,rateValue,fromPolicyMonth', 'flat_per_member,1,0'], 'row 2, column "fromPolicyMonth"'],
  [['rateType,rateValue,fromLives,toLives', 'flat_per_member,1,9,2'], 'row 2, column "toLives"'],
  [['rateType,rateValue,carrierId', 'flat_per_member,1,other'], 'row 2, column "carrierId"'],
  [['rateType,rateValue', ...Array.from({ length: RATES_IN_BULK_MAX + 1 }, () => 'flat_per_member,1')], 'body'],
])('refuses faulty rates with 422: case %#', async (lines, field) => {
  const response = await sendCsv(lines);
  expect(response.status).toBe(422);
  const { errors } = z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(response.json);
  expect(errors.map((error) => error.field)).toEqual([field]);
});

test('names the place of a fault in JSON with 422', async () => {
  const twice = { planCode: 'A', rateType: 'flat_per_member', rateValue: 1 };
  expect(await sendJson([twice, { ...twice, planCode: 'a' }])).toMatchObject({
    status: 422,
    json: { errors: [{ field: 'rates[1]' }] },
  });
  expect(await sendJson([{ ...twice, rateValue: -1 }])).toMatchObject({
    status: 422,
    json: { errors: [{ field: 'rates[0].rateValue' }] },
  });
});

test('keeps a confirmed estimate of a plan name beside rates of the carrier', async () => {
  const own = await service.createCarrier({ account });
  carrierId = own;
  const gold = Array.from({ length: 6 }, (_, index) => [`G${index}`, 20, { Plan: 'Gold' }] as const);
  const silver = Array.from({ length: 8 }, (_, index) => [`S${index}`, 30, { Plan: 'Silver' }] as const);
  await account.load({ carrierId, period: '2026-01', file: statement([...gold, ...silver]) });
  const listed = (await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`)).json;
  const estimate = z
    .object({ data: z.array(z.object({ id: z.string(), planName: z.string().nullable() })) })
    .parse(listed)
    .data.find(({ planName }) => planName === 'Gold');
  await account.call('POST', `/v1/expected-rates/${estimate?.id ?? ''}/confirm`, { json: {} });
  const list = ['rateType,rateValue,effectiveFrom', 'flat_per_member,31,2026-01-01'];
  expect(await sendCsv(list)).toMatchObject({ json: { created: 1, replaced: 0 } });
  expect(await owed('2026-01')).toBe(8);
});

test('refuses more rates than the limit with 409, and stores none of them', async () => {
  const most = ACCOUNT_COUNTS_MAX.expectedRates;
  await service.database.tenant(
    account.accountId,
    (sql) => sql`
      insert into expected_rates (rate_id, account_id, carrier_id, source, plan_code, rate_type, rate_value)
      select gen_random_uuid(), ${account.accountId}, ${carrierId}, 'contracted', 'P' || n, 'flat_per_member', 1
      from generate_series(1, ${most - 1}::int) n`,
  );
  const list = (plans: readonly string[]) => [
    'planCode,rateType,rateValue',
    ...plans.map((plan) => `${plan},flat_per_member,2`),
  ];
  expect(await sendCsv(list(['P1', 'X', 'Y']))).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(await sendCsv(list(['P1', 'X']))).toMatchObject({ status: 200, json: { created: 1, replaced: 1 } });
});

const BOUNDED =
  'planCode,rateType,rateValue,effectiveFrom,effectiveTo,maxLives,fromPolicyMonth,toPolicyMonth,fromLives,toLives';

test('accepts bounds in columns, changes nothing for a repeat, and accepts the exported list', async () => {
  await loadWorkedExample(service, account, { carrierId });
  const sheet = [
    BOUNDED,
    'B,flat_per_member,60,2026-01-01,,3,1,12,,',
    'B,flat_per_member,40,2026-01-01,,,13,,,',
    'B,flat_per_member,30,2026-01-01,,,,,2,50.0',
    'B,flat_per_member,25,2026-01-01,,,,,51,',
  ];
  expect(await sendCsv(sheet)).toMatchObject({ status: 200, json: { created: 4, replaced: 0, unchanged: 0 } });
  const { json } = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`);
  const bounded = z.object({ data: z.array(z.looseObject({ planCode: z.string().nullable() })) }).parse(json).data;
  expect(bounded.filter(({ planCode }) => planCode === 'B')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        rateValue: 60,
        effectiveFrom: '2026-01-01',
        maxLives: 3,
        fromPolicyMonth: 1,
        toPolicyMonth: 12,
      }),
      expect.objectContaining({ rateValue: 25, effectiveFrom: '2026-01-01', fromLives: 51, toLives: null }),
    ]),
  );
  expect(await sendCsv(sheet)).toMatchObject({ json: { created: 0, replaced: 0, unchanged: 4, rescoredPeriods: 0 } });
  const csv = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`, {
    headers: { Accept: 'text/csv' },
  });
  expect(await sendCsv([csv.body])).toMatchObject({ status: 200, json: { created: 0, replaced: 0, unchanged: 5 } });
  const [, first = ''] = sheet;
  expect(await sendCsv([BOUNDED, first.replace(',60,', ',61,').replace(',3,', ',2,')])).toMatchObject({
    json: { created: 0, replaced: 1, rescoredPeriods: 4 },
  });
  const alone = { carrierId, planCode: 'b', rateType: 'flat_per_member', rateValue: 61, effectiveFrom: '2026-01-01' };
  const again = { ...alone, maxLives: 2, fromPolicyMonth: 1, toPolicyMonth: 12 };
  expect((await account.call('POST', '/v1/expected-rates', { json: again })).status).toBe(200);
});

test('applies a rate with bounds in JSON to its members only', async () => {
  await loadWorkedExample(service, account, { carrierId });
  const before = await owedOfAll();
  await sendJson([{ rateType: 'flat_per_member', rateValue: 900, fromLives: 500 }]);
  expect(await owedOfAll()).toEqual(before);
});

test('refuses bounds that overlap those of another rate, stored (409) or listed (422)', async () => {
  const rateOf = (more: object) => ({ planCode: 'A', rateType: 'flat_per_member', rateValue: 1, ...more });
  await sendJson([rateOf({ fromPolicyMonth: 1, toPolicyMonth: 12 })]);
  const overlapping = rateOf({ planCode: 'a', fromPolicyMonth: 12 });
  expect(await sendJson([overlapping])).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(await sendJson([rateOf({ fromPolicyMonth: 13 }), rateOf({ fromPolicyMonth: 20 })])).toMatchObject({
    status: 422,
    json: { errors: [{ field: 'rates[1]', detail: expect.stringContaining('overlap those of rates[0]') }] },
  });
  expect(await rates()).toHaveLength(1);
});

test('refuses an unknown column with 422', async () => {
  const before = await owedOfAll();
  const response = await sendCsv([
    'Plan,Rate Type,Rate Value,Effective Date,Group size',
    'GOLD,flat_per_member,40,01/01/2026,50',
  ]);
  expect(response.status).toBe(422);
  const { errors } = z
    .object({ errors: z.array(z.object({ field: z.string(), detail: z.string() })) })
    .parse(response.json);
  expect(errors).toEqual([
    { field: 'row 1, column "Group size"', detail: 'Row 1, column "Group size" is no column of rates: take it out.' },
  ]);
  expect(await owedOfAll()).toEqual(before);
});

test.each([
  [
    'planName',
    'Row 2, column "planName" can not be set: write the plan\'s code or name into planCode; a confirmed estimate stays as it is if its row is left out.',
  ],
  [
    'Product Type',
    'Row 2, column "Product Type" can not be set: write it into planCode where the statement shows no plan; a confirmed estimate stays as it is if its row is left out.',
  ],
  ['', 'Row 2 has a cell in a column without a name: name the column.'],
])('refuses a value in a column that can not be set: "%s"', async (column, detail) => {
  const list = (value: string) => [
    `rateType,rateValue,effectiveFrom,${column}`,
    `flat_per_member,40,2026-01-01,${value}`,
  ];
  const response = await sendCsv(list('Gold'), '&dryRun=true');
  expect(response).toMatchObject({ status: 422, json: { errors: [{ detail }] } });
  expect(await sendCsv(list(''), '&dryRun=true')).toMatchObject({ status: 200 });
});

test('reads "Plan" and "Effective Date" as the plan and the first day', async () => {
  const response = await sendCsv(
    ['Plan,Rate Type,Rate,Effective Date', 'SILVER,flat_per_member,40,01/01/2026'],
    '&dryRun=true',
  );
  expect(response).toMatchObject({ status: 200, json: { created: 1, ignoredColumns: [] } });
});
