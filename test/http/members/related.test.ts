import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';

/** Tests the household of a member and the same name at other carriers, from uploaded statements. */

const service = await sharedService();
const account = await service.createAccount();
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

const members = z.object({ data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string() })) });
const listed = members.parse((await account.call('GET', '/v1/members?limit=100')).json).data;
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
