import { expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService } from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();

const added = z.object({ id: z.string(), version: z.int() });
const page = z.object({
  data: z.array(z.object({ version: z.int(), active: z.boolean(), shared: z.boolean(), config: z.unknown() })),
});
const add = (carrierId: string, json: unknown, who = account) =>
  who.call('POST', `/v1/carriers/${carrierId}/configs`, { json });
const versions = async (carrierId: string, who = account) =>
  page.parse((await who.call('GET', `/v1/carriers/${carrierId}/configs`)).json).data;
const minimal = { fileType: 'csv', columns: { member_external_id: 'ID', commission_amount: 'Paid' } };

test('stores a configuration with every option filled in, and makes it active: 201', async () => {
  const carrierId = await service.createCarrier({ account, config: null });
  const response = await add(carrierId, minimal);
  expect(response).toMatchObject({ status: 201, json: { id: expect.any(String), version: 1 } });
  const { json } = await account.call('GET', `/v1/carriers/${carrierId}/configs/1`);
  expect(json).toEqual({
    id: added.parse(response.json).id,
    carrierId,
    version: 1,
    active: true,
    shared: false,
    removedAt: null,
    createdAt: expect.stringMatching(/Z$/),
    config: {
      ...minimal,
      encoding: 'auto',
      delimiter: 'auto',
      sheets: 'first',
      headerRow: 'auto',
      dates: { order: 'MDY', openEnded: ['9999-12-31', '2078-12-31', '1900-01-01'] },
      amounts: { decimal: '.', creditDebitMark: 'negative' },
      sign: 'signed',
      transactionTypes: { chargeback: ['/chargeback|chgbck|clawback|recoup/i'], ignore: [] },
      skipRows: { totals: true, patterns: [] },
      filter: [],
      carryDown: [],
      statementMode: 'period',
      cadence: { default: 'monthly' },
      lineKinds: [],
      tolerance: { absolute: 0.01, percent: 0 },
      memberId: { stripLeadingZeros: false, pattern: null },
      sftp: { patterns: [], onExisting: 'reject' },
      email: { allowedSenders: [], periodFrom: 'filename' },
    },
  });
});

test("prefers an account's own versions of a shared carrier to the shared ones, for that account only", async () => {
  const other = await service.createAccount();
  const carrierId = await service.createCarrier();
  await service.addConfig(carrierId, STATEMENT_CONFIG);
  expect(added.parse((await add(carrierId, minimal)).json).version).toBe(3);
  expect(await versions(carrierId)).toMatchObject([
    { version: 3, active: true, shared: false },
    { version: 2, active: false, shared: true },
    { version: 1, active: false, shared: true },
  ]);
  await service.addConfig(carrierId, STATEMENT_CONFIG);
  await service.addConfig(carrierId, STATEMENT_CONFIG);
  const seen = (list: z.output<typeof page>['data']) =>
    list.map(({ version, active, shared }) => `${version}${shared ? ' shared' : ''}${active ? ' active' : ''}`);
  expect(seen(await versions(carrierId))).toEqual(['4 shared', '3 active', '2 shared', '1 shared']);
  expect(seen(await versions(carrierId, other))).toEqual(['4 shared active', '3 shared', '2 shared', '1 shared']);
  expect((await account.call('GET', `/v1/carriers/${carrierId}/configs/3`)).json).toMatchObject({ shared: false });
  expect((await account.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({ activeConfigVersion: 3 });
  expect((await other.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({ activeConfigVersion: 4 });
  expect(added.parse((await add(carrierId, minimal)).json).version).toBe(5);
});

test('numbers concurrent versions one after the other', async () => {
  const carrierId = await service.createCarrier({ account, config: null });
  const made = await Promise.all(Array.from({ length: 8 }, () => add(carrierId, minimal)));
  const numbers = made.map(({ json }) => added.parse(json).version);
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('returns versions in pages', async () => {
  const carrierId = await service.createCarrier({ account });
  for (const _ of [1, 2]) await add(carrierId, minimal);
  const second = await account.call('GET', `/v1/carriers/${carrierId}/configs?limit=1&offset=1`);
  expect(second.json).toMatchObject({ data: [{ version: 2 }], pagination: { limit: 1, offset: 1, hasMore: true } });
  const csv = await account.call('GET', `/v1/carriers/${carrierId}/configs`, { headers: { Accept: 'text/csv' } });
  expect(csv.body).toMatch(/^id,carrierId,version,active,shared,createdAt,config,removedAt\r\n/);
});

test('reports every fault at once by its path with 422, including those between two options', async () => {
  const carrierId = await service.createCarrier({ account, config: null });
  const response = await add(carrierId, {
    fileType: 'docx',
    headerRow: 0,
    columns: { commission_amount: { sum: [] }, plan_name: { foo: 1 }, colour: 'Colour', lives: { sum: ['A', 'B'] } },
    dates: { order: 'YDM', zone: 'UTC' },
    sign: 'by_type',
    statementMode: 'rolling',
    skipRows: { patterns: ['/(/'] },
    sftp: { patterns: ['ACME_{YYYY}{MM}*.csv', 'ACME_{YYYY}.csv'] },
    carryDown: ['commission_amount'],
    colour: 'red',
  });
  expect(response.status).toBe(422);
  const errors = z.object({ errors: z.array(z.object({ field: z.string(), detail: z.string() })) });
  const faults = new Map(errors.parse(response.json).errors.map(({ field, detail }) => [field, detail]));
  expect([...faults.keys()].toSorted()).toEqual([
    'carryDown',
    'colour',
    'columns.colour',
    'columns.commission_amount.sum',
    'columns.lives',
    'columns.member_external_id',
    'columns.plan_name',
    'columns.transaction_type',
    'dates.order',
    'dates.zone',
    'fileType',
    'headerRow',
    'sftp.patterns[1]',
    'skipRows.patterns[0]',
    'statementMode',
  ]);
  expect(faults.get('columns.member_external_id')).toMatch(/ is required\.$/);
  expect(faults.get('columns.colour')).toMatch(/ is not a field of a configuration\.$/);
  expect(await versions(carrierId)).toEqual([]);
});

test.each([
  [{ columns: { member_external_id: 'A', commission_amount: 'B' } }, ['fileType']],
  [{ fileType: 'csv' }, ['columns', 'columns.member_external_id', 'columns.commission_amount']],
  [{ fileType: 'csv', columns: { member_external_id: 'A' } }, ['columns.commission_amount']],
  [{ fileType: 'csv', columns: { member_external_id: 'A' }, sign: 'x' }, ['sign']],
  [[], ['body']],
  ['csv', ['body']],
])('refuses %j with 422', async (json, fields) => {
  const carrierId = await service.createCarrier({ account, config: null });
  const response = await add(carrierId, json);
  expect(response).toMatchObject({ status: 422, json: { errors: fields.map((field) => ({ field })) } });
});

test('refuses impossible senders with 422', async () => {
  const carrierId = await service.createCarrier({ account, config: null });
  const columns = { member_external_id: 'A', commission_amount: 'B' };
  const wrong = ['acme.example', 'Bob <bob@acme.example>', '*@acme.example', '@@@', 'a b@c.example', '@*.acme.example'];
  const allowedSenders = ['bob@acme.example', ...wrong, ' @Acme.example '];
  const response = await add(carrierId, { fileType: 'csv', columns, email: { allowedSenders } });
  const errors = wrong.map((_, at) => ({
    field: `email.allowedSenders[${at + 1}]`,
    detail: `The field email.allowedSenders[${at + 1}] must be an address, or @domain for all of that domain.`,
  }));
  expect(response).toMatchObject({ status: 422, json: { errors } });
});

test('answers 404 for versions that do not exist', async () => {
  const carrierId = await service.createCarrier({ account });
  for (const version of ['2', '0', '-1', '01', '1.0', 'x', '99999999999999999999']) {
    const response = await account.call('GET', `/v1/carriers/${carrierId}/configs/${version}`);
    expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
});
