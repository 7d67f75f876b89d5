import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type TestAccount, type TestService } from '../../support/service.ts';

/** Tests the refusals of the reports that are made from rollups. Today is 2026-07-15. */

const REPORTS = [
  ['rollup', ''],
  ['attrition', 'period=2026-03'],
  ['attrition-series', ''],
  ['cumulative', ''],
  ['data-quality', ''],
  ['carrier-scorecards', ''],
  ['tax-1099', 'year=2026'],
] as const;

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await sharedService();
  account = await service.createAccount();
});

describe.each(REPORTS)('report %s', (name, query) => {
  const get = (more: string) => account.call('GET', `/v1/reports/${name}?${query}${query === '' ? '' : '&'}${more}`);

  test('answers 404 for an unknown, a malformed and a foreign carrier or workspace', async () => {
    const stranger = await service.createAccount();
    const foreign = await service.createCarrier({ account: stranger });
    const unknown = [
      ...[randomUUID(), 'x', foreign].map((id) => `carrierId=${id}`),
      ...[randomUUID(), 'x', stranger.workspaceId].map((id) => `workspaceId=${id}`),
    ];
    for (const filter of unknown) {
      expect(await get(filter)).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
  });

  test('refuses an unknown parameter with 422', async () => {
    expect(await get('carrier=1')).toMatchObject({
      status: 422,
      json: { code: 'validation_error', errors: [{ field: 'carrier' }] },
    });
  });

  test('refuses an unknown media type with 406', async () => {
    const response = await account.call('GET', `/v1/reports/${name}?${query}`, {
      headers: { Accept: 'application/pdf' },
    });
    expect(response).toMatchObject({ status: 406, json: { code: 'not_acceptable' } });
  });
});

const refused = (...fields: readonly string[]) => ({
  status: 422,
  json: { code: 'validation_error', errors: fields.map((field) => expect.objectContaining({ field })) },
});

describe('months that cannot have a statement get 422', () => {
  test.each([
    ['rollup', 'period'],
    ['attrition', 'period'],
    ['data-quality', 'period'],
    ['cumulative', 'from'],
    ['cumulative', 'to'],
    ['carrier-scorecards', 'from'],
    ['carrier-scorecards', 'to'],
  ])('%s %s', async (name, field) => {
    for (const period of ['1999-12', '2026-09', '2026-13', '2026-00', '2026-1', '202603', '']) {
      const response = await account.call('GET', `/v1/reports/${name}?${field}=${period}`);
      expect(response).toMatchObject(refused(field));
    }
    for (const period of ['2000-01', '2026-08']) {
      expect(await account.call('GET', `/v1/reports/${name}?${field}=${period}`)).toMatchObject({ status: 200 });
    }
  });
});

test('refuses missing and invalid months, years, granularities and numbers with 422', async () => {
  const get = (path: string) => account.call('GET', `/v1/reports/${path}`);
  expect(await get('attrition')).toMatchObject(refused('period'));
  expect(await get('attrition?granularity=week')).toMatchObject(refused('period', 'granularity'));
  expect(await get('tax-1099')).toMatchObject(refused('year'));
  for (const year of ['1999', '2027', '26', '20260', '2026.0', 'MMXX']) {
    expect(await get(`tax-1099?year=${year}`)).toMatchObject(refused('year'));
  }
  for (const months of ['0', '37', '-1', '1.5', 'twelve', '']) {
    expect(await get(`attrition-series?months=${months}`)).toMatchObject(refused('months'));
  }
  for (const name of ['cumulative', 'carrier-scorecards']) {
    expect(await get(`${name}?from=2026-03&to=2026-02`)).toMatchObject(refused('from'));
    expect(await get(`${name}?from=2026-03&to=2026-03`)).toMatchObject({ status: 200 });
  }
});
