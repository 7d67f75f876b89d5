import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
const policy = { Plan: 'Gold', Premium: '500.10', Policy: '007' };
await account.upload({
  carrierId,
  period: '2026-01',
  file: statement([
    ['M1', 50, policy],
    ['M2', 20, policy],
    ['M3', 30, { ...policy, Plan: '' }],
  ]),
});
const { jobId } = await account.load({
  carrierId,
  period: '2026-02',
  file: statement([
    ['M1', 40.125, { ...policy, Premium: '600', Plan: 'Silver' }],
    ['M3', 30, policy],
    ['M4', 9, policy],
  ]),
});

const page = z.object({
  data: z.array(
    z.object({
      memberRefId: z.string(),
      field: z.string(),
      prevValue: z.union([z.string(), z.number()]).nullable(),
      currValue: z.union([z.string(), z.number()]).nullable(),
      changeType: z.string(),
    }),
  ),
  pagination: z.object({ limit: z.int(), offset: z.int(), hasMore: z.boolean() }),
});

async function deltas(query = '') {
  const response = await account.call('GET', `/v1/jobs/${jobId}/deltas${query}`);
  expect(response.status).toBe(200);
  return page.parse(response.json);
}

const moved = ({ data }: z.output<typeof page>) =>
  data.map(({ field, prevValue, currValue, changeType }) => [field, prevValue, currValue, changeType]).sort();

test('returns numbers as numbers and texts as texts; dates and policies are never numbers', async () => {
  expect(moved(await deltas())).toEqual(
    [
      ['commission_amount', 50, 40.13, 'modified'],
      ['premium_amount', 500.1, 600, 'modified'],
      ['plan_name', 'Gold', 'Silver', 'modified'],
      ['commission_amount', 20, null, 'removed'],
      ['commission_amount', null, 9, 'added'],
      ['plan_name', null, 'Gold', 'added'],
    ].sort(),
  );
});

test('filters by change type and by member', async () => {
  expect((await deltas('?changeType=modified')).data).toHaveLength(3);
  expect(moved(await deltas('?changeType=removed'))).toEqual([['commission_amount', 20, null, 'removed']]);
  const [first] = (await deltas('?changeType=modified')).data;
  const ofMember = await deltas(`?memberRefId=${first?.memberRefId}`);
  expect(ofMember.data.map(({ field }) => field)).toEqual(['commission_amount', 'plan_name', 'premium_amount']);
  expect((await deltas(`?memberRefId=${randomUUID()}`)).data).toEqual([]);
  expect((await deltas('?memberRefId=M1')).data).toEqual([]);
});

test('returns each delta once in pages', async () => {
  const seen: string[] = [];
  for (let offset = 0; ; offset += 4) {
    const { data, pagination } = await deltas(`?limit=4&offset=${offset}`);
    seen.push(...data.map(({ memberRefId, field }) => `${memberRefId} ${field}`));
    if (!pagination.hasMore) break;
  }
  expect(seen).toHaveLength(6);
  expect(new Set(seen).size).toBe(6);
});

test('returns CSV', async () => {
  const { body } = await account.call('GET', `/v1/jobs/${jobId}/deltas?changeType=removed`, {
    headers: { Accept: 'text/csv' },
  });
  const [header, row, end] = body.split('\r\n');
  expect(header).toBe(
    'memberRefId,field,prevValue,currValue,changeType,memberExternalId,memberName,policyNumber,carrierId,carrierName,agentId,agentName,effectiveDate,termDate,period',
  );
  expect(row).toMatch(
    /^[\da-f-]{36},commission_amount,20,,removed,M2,,007,[\da-f-]{36},Summit Senior Life,,,,,2026-02$/,
  );
  expect(end).toBe('');
});
