import { expect, test } from 'vitest';
import { z } from 'zod';
import { searchResult } from '../../../app/reads/find-members.ts';
import { sharedService, statement } from '../../support/service.ts';

/** Guarantee: a search finds everything that has the words, by every name and number that a statement ever had. */

const service = await sharedService();
const account = await service.createAccount();
const other = await service.createAccount();
const beacon = await service.createCarrier({ name: 'Beacon Health', account });
const harbor = await service.createCarrier({ name: 'Harbor Mutual', account });

const of = (name: string, policy: string, agent = 'Kim Ortiz') => ({ Name: name, Policy: policy, Agent: agent });

await account.load({
  carrierId: beacon,
  period: '2026-01',
  fileName: 'Beacon January.csv',
  file: statement([
    ['M-001', 40, of('María Garcia-Lopez', 'POL-77')],
    ['M-002', 30, of("Sean O'Brien", 'POL-78', 'Bob Miller')],
    ['M-003', 20, of('MILLER, ANNA', 'POL-79')],
  ]),
});
await account.load({
  carrierId: beacon,
  period: '2026-02',
  fileName: 'Beacon February.csv',
  file: statement([
    ['M-001', 41.5, of('Maria Stone', 'POL-80')],
    ['M-002', 30, of("Sean O'Brien", 'POL-78', 'Bob Miller')],
    ['N-900', 20, of('Anna Miller', 'POL-79')],
  ]),
});
await account.load({
  carrierId: harbor,
  period: '2026-02',
  fileName: 'harbor_feb.csv',
  file: statement([['0001234', 9, of('Maria Stone', 'H-5')]]),
});
await other.load({
  carrierId: await service.createCarrier({ account: other }),
  period: '2026-02',
  file: statement([['M-001', 1, of('Maria Garcia', 'POL-77')]]),
});

async function search(q: string, who = account) {
  const { status, json } = await who.call('GET', `/v1/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return z.object({ data: z.array(searchResult) }).parse(json).data;
}

const shown = async (q: string, who = account) =>
  (await search(q, who)).map((found) => `${found.kind} ${found.title}, ${found.carrierName}`);

test.each([
  ['in any order', 'stone maria', ['person Maria Stone, Beacon Health', 'person Maria Stone, Harbor Mutual']],
  ['by the beginnings of words', 'mar sto', ['person Maria Stone, Beacon Health', 'person Maria Stone, Harbor Mutual']],
  ['by a former name, without accents', 'maria garcia', ['person Maria Stone, Beacon Health']],
  ['by the second part of a name with a hyphen', 'lopez', ['person Maria Stone, Beacon Health']],
  ['by a whole name with a hyphen', 'Garcia-Lopez', ['person Maria Stone, Beacon Health']],
  ['with an apostrophe or without', 'obrien', ["person Sean O'Brien, Beacon Health"]],
  ['by a number without its hyphen', 'm002', ["person Sean O'Brien, Beacon Health"]],
  ['by a number without leading zeros', '1234', ['person Maria Stone, Harbor Mutual']],
  ['by name and number together', 'stone M-001', ['person Maria Stone, Beacon Health']],
])('finds people %s', async (_, q, expected) => {
  expect((await shown(q)).filter((text) => text.startsWith('person')).toSorted()).toEqual(expected);
});

test('says what a person is known by, and the name that was found', async () => {
  const [found] = await search('garcia');
  expect(found).toEqual({
    kind: 'person',
    id: expect.any(String),
    title: 'Maria Stone',
    carrierName: 'Beacon Health',
    memberName: 'Maria Stone',
    memberExternalId: 'M-001',
    formerName: 'María Garcia-Lopez',
    status: 'green',
    firstPeriod: '2026-01',
    lastPeriod: '2026-02',
    lastAmount: 41.5,
  });
});

test('the member tells the former names that a search finds, and no order of words', async () => {
  const namesOf = async (q: string) => {
    const [found] = await search(q);
    return (await account.call('GET', `/v1/members/${found?.id}`)).json;
  };
  expect(await namesOf('garcia')).toMatchObject({ memberName: 'Maria Stone', formerNames: ['María Garcia-Lopez'] });
  expect(await namesOf('m002')).toMatchObject({ memberName: "Sean O'Brien", formerNames: [] });
});

test('finds policies of today and before, each with its member', async () => {
  for (const [q, title] of [
    ['pol-80', 'POL-80'],
    ['POL 77', 'POL-77'],
    ['pol77', 'POL-77'],
  ] as const) {
    const policies = (await search(q)).filter(({ kind }) => kind === 'policy');
    expect([q, policies.map((found) => [found.title, found.memberName])]).toEqual([q, [[title, 'Maria Stone']]]);
  }
});

test('finds carriers, agents, months and files', async () => {
  expect(await shown('harbor')).toEqual(['carrier Harbor Mutual, null', 'file harbor_feb.csv, Harbor Mutual']);
  expect(await shown('ortiz')).toEqual(['agent Kim Ortiz, null']);
  expect(await shown('january')).toEqual(['month January 2026, null', 'file Beacon January.csv, Beacon Health']);
  expect(await shown('2026-02')).toEqual(['month February 2026, null']);
});

test('finds a joined member by both numbers, and each by its own after they are separated', async () => {
  const [gone] = await search('M-003');
  expect(gone?.status).toBe('red');
  const path = `/v1/members/${gone?.id}/aliases`;
  expect((await account.call('POST', path, { json: { externalId: 'N-900' } })).status).toBe(201);
  expect((await search('N-900')).map(({ id }) => id)).toEqual([gone?.id]);
  expect((await search('anna miller')).map(({ id }) => id)).toEqual([gone?.id]);
  expect((await account.call('GET', `/v1/members/${gone?.id}`)).json).toMatchObject({ formerNames: [] });
  expect((await account.call('DELETE', `${path}/N-900`)).status).toBeLessThan(300);
  expect((await search('N-900')).map(({ id }) => id)).not.toEqual([gone?.id]);
  expect(await search('anna miller')).toHaveLength(2);
});

test('finds nothing of another account, and nothing of a statement that was taken back', async () => {
  expect(await shown('maria garcia', other)).toHaveLength(1);
  const wrong = await account.load({
    carrierId: harbor,
    period: '2026-03',
    file: statement([['W1', 9, of('Wanda Wrong', 'W-1')]]),
  });
  expect(await shown('wanda')).toEqual(['person Wanda Wrong, Harbor Mutual']);
  expect((await account.call('DELETE', `/v1/files/${wrong.fileId}`)).status).toBe(202);
  await service.runJobs();
  expect(await shown('wanda')).toEqual([]);
});

test.each(['', '%', '   '])('finds nothing for "%s"', async (q) => {
  const { status } = await account.call('GET', `/v1/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(q === '' ? 422 : 200);
  if (q !== '') expect(await search(q)).toEqual([]);
});

test('takes any text', async () => {
  for (const q of ['\u0000', '💥', "'; drop table x; --", '\\', '[', '(a', 'a'.repeat(200), '%25', '\ud800'])
    expect([q, (await account.call('GET', `/v1/search?q=${encodeURIComponent(q.toWellFormed())}`)).status]).toEqual([
      q,
      expect.toSatisfy((status: number) => status === 200 || status === 422),
    ]);
});
