import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type StatementRow, sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: two linked ids are one member until the link is undone, and then two members as before. */

let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier();
});

const load = (period: string, rows: readonly StatementRow[], of: TestAccount = account) =>
  of.load({ carrierId, period, file: statement(rows) });

const members = z.object({
  data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string(), status: z.string() })),
});
async function refOf(externalId: string, of: TestAccount = account): Promise<string> {
  const { json } = await of.call('GET', '/v1/members?limit=200');
  const found = members.parse(json).data.find(({ memberExternalId }) => memberExternalId === externalId);
  if (found === undefined) throw new Error(`No member ${externalId}`);
  return found.memberRefId;
}

const timeline = z.object({ data: z.array(z.object({ period: z.string(), status: z.string() })) });
async function months(memberRefId: string) {
  const { json } = await account.call('GET', `/v1/members/${memberRefId}/timeline`);
  return timeline.parse(json).data.map(({ period, status }) => `${period} ${status}`);
}

const link = (memberRefId: string, externalId: string, of = account) =>
  of.call('POST', `/v1/members/${memberRefId}/aliases`, { json: { externalId } });
const unlink = (memberRefId: string, externalId: string, of = account) =>
  of.call('DELETE', `/v1/members/${memberRefId}/aliases/${encodeURIComponent(externalId)}`);
const list = (memberRefId: string, of = account) => of.call('GET', `/v1/members/${memberRefId}/aliases`);

/** Reads all scores of the account, and its lines with the members under which they are stored. */
async function scored(): Promise<unknown> {
  return service.database.system(async (sql) => {
    const { accountId } = account;
    const rows = await sql`select * from scored_rows where account_id = ${accountId} order by period, member_ref_id`;
    const deltas =
      await sql`select * from deltas where account_id = ${accountId} order by period, member_ref_id, field`;
    const rollups = await sql`select * from rollups where account_id = ${accountId} order by period`;
    const lines = await sql`select * from statement_lines where account_id = ${accountId} order by file_id, row_number`;
    return structuredClone([rows, deltas, rollups, lines].map((table) => [...table]));
  });
}

async function twoIds() {
  await load('2026-01', [
    ['A', 50, { Policy: 'P1' }],
    ['B', 20],
  ]);
  await load('2026-02', [
    ['A', 50],
    ['B', 20],
  ]);
  await load('2026-03', [
    ['A-NEW', 45, { Policy: 'P1' }],
    ['B', 20],
  ]);
  await load('2026-04', [
    ['a-new', 45],
    ['B', 20],
  ]);
}

describe('a link: 201', () => {
  test('joins the months of the other id to the member, and the member of that id disappears', async () => {
    await twoIds();
    const [member, other] = [await refOf('A'), await refOf('A-NEW')];
    expect(await months(member)).toEqual(['2026-01 new', '2026-02 green', '2026-03 red']);
    const linked = await link(member, 'A-NEW');
    expect(linked.status).toBe(201);
    expect(linked.json).toMatchObject({ externalId: 'A-NEW', source: 'manual', period: null, rescoredPeriods: 2 });
    expect(await months(member)).toEqual(['2026-01 new', '2026-02 green', '2026-03 yellow', '2026-04 green']);
    expect((await account.call('GET', `/v1/members/${other}`)).status).toBe(404);
    const again = await link(member, ' a-new ');
    expect(again.status).toBe(201);
    expect(again.json).toMatchObject({ externalId: 'A-NEW', rescoredPeriods: 0 });
    expect((await list(member)).json).toMatchObject({ data: [{ externalId: 'A-NEW', source: 'manual' }] });
  });

  test('lets the member be found by its other id', async () => {
    await twoIds();
    await link(await refOf('A'), 'A-NEW');
    const found = async (q: string) => members.parse((await account.call('GET', `/v1/members?q=${q}`)).json).data;
    expect((await found('-new')).map(({ memberExternalId }) => memberExternalId)).toEqual(['A']);
    await unlink(await refOf('A'), 'A-NEW');
    expect((await found('-new')).map(({ memberExternalId }) => memberExternalId)).toEqual(['A-NEW']);
  });

  test('of an earlier id shows the first id, and the member is found and paid by its own id', async () => {
    await twoIds();
    await link(await refOf('A-NEW'), 'A');
    const found = members.parse((await account.call('GET', '/v1/members?q=a-new')).json).data;
    expect(found).toMatchObject([{ memberExternalId: 'A', status: 'green' }]);
    const census = {
      carrierId,
      period: '2026-04',
      members: [{ memberExternalId: 'A-NEW' }, { memberExternalId: 'B' }],
    };
    const report = (await account.call('POST', '/v1/reports/census-reconcile', { json: census })).json;
    expect(report).toMatchObject({ matched: 2, unpaid: [], unrostered: [] });
    const policies = [{ id: 'A-NEW' }, { id: 'B' }];
    expect((await account.call('PUT', `/v1/policies?carrierId=${carrierId}`, { json: { policies } })).status).toBe(200);
    const compared = await account.call('GET', `/v1/reports/policies?carrierId=${carrierId}`);
    expect(compared.json).toMatchObject({ data: [], lists: [{ listed: 2, paid: 2 }] });
  });

  test('can be made in advance for an id that no statement has yet', async () => {
    await load('2026-01', [['A', 50]]);
    const member = await refOf('A');
    expect((await link(member, 'LATER')).json).toMatchObject({ rescoredPeriods: 0 });
    await load('2026-02', [['later', 50]]);
    expect(await months(member)).toEqual(['2026-01 new', '2026-02 green']);
  });

  test('makes one member with two policies of two ids in one month with one policy each', async () => {
    await load('2026-01', [
      ['A', 50, { Policy: 'P1' }],
      ['A2', 20, { Policy: 'P2' }],
    ]);
    const member = await refOf('A');
    expect((await link(member, 'A2')).status).toBe(201);
    const { json } = await account.call('GET', `/v1/members/${member}`);
    expect(json).toMatchObject({ commissionAmount: 70 });
  });
});

describe('an unlink: 204', () => {
  test('restores every column to its state before the link', async () => {
    await twoIds();
    const member = await refOf('A');
    const before = await scored();
    expect((await link(member, 'A-NEW')).status).toBe(201);
    expect(await scored()).not.toEqual(before);
    expect((await unlink(member, 'A-NEW')).status).toBe(204);
    expect(await scored()).toEqual(before);
    expect((await list(member)).json).toEqual({ data: [] });
    expect((await unlink(member, 'A-NEW')).status).toBe(404);
  });

  test('separates later months too, and a new link joins them again', async () => {
    await twoIds();
    const member = await refOf('A');
    await link(member, 'A-NEW');
    await load('2026-05', [
      ['A-NEW', 45],
      ['B', 20],
    ]);
    const joined = await months(member);
    await unlink(member, 'A-NEW');
    expect(await months(member)).toEqual(['2026-01 new', '2026-02 green', '2026-03 red']);
    expect((await months(await refOf('A-NEW'))).at(-1)).toBe('2026-05 green');
    await link(member, 'A-NEW');
    expect(await months(member)).toEqual(joined);
  });
});

describe('a refused link', () => {
  test('answers 404 for an unknown or foreign member', async () => {
    await load('2026-01', [['A', 50]]);
    const stranger = await service.createAccount();
    const foreign = await refOf('A');
    for (const [id, of] of [
      [randomUUID(), account],
      [foreign, stranger],
    ] as const) {
      expect((await link(id, 'X', of)).status).toBe(404);
      expect((await unlink(id, 'X', of)).status).toBe(404);
      expect((await list(id, of)).status).toBe(404);
    }
  });

  test("reveals nothing about another account's members of the same ids", async () => {
    const other = await service.createAccount();
    await load('2026-01', [['A', 50]]);
    await load('2026-01', [['A', 50]], other);
    await link(await refOf('A'), 'A2');
    await load('2026-02', [['A2', 50]], other);
    expect(members.parse((await other.call('GET', '/v1/members')).json).data).toHaveLength(2);
  });

  test("answers 422 for the member's own id and a blank one", async () => {
    await load('2026-01', [['A', 50]]);
    for (const externalId of ['a', ' ', '']) expect((await link(await refOf('A'), externalId)).status).toBe(422);
  });

  test.each([
    ['no policies', {}, {}],
    ['one policy', { Policy: 'P1' }, { Policy: 'p1' }],
    ['a policy on one side', { Policy: 'P1' }, {}],
  ])('answers 409 if a month shows both ids with %s', async (_, one, two) => {
    await load('2026-01', [
      ['A', 50, one],
      ['A2', 20, two],
    ]);
    const before = await scored();
    expect((await link(await refOf('A'), 'A2')).json).toMatchObject({ code: 'conflict' });
    expect(await scored()).toEqual(before);
  });

  test('answers 409 for an id of another member, and for a member with further ids', async () => {
    await load('2026-01', [
      ['A', 50],
      ['B', 20],
    ]);
    const [a, b] = [await refOf('A'), await refOf('B')];
    await link(a, 'A2');
    expect((await link(b, 'A2')).status).toBe(409);
    await load('2026-02', [
      ['C', 50],
      ['B', 20],
    ]);
    expect((await link(await refOf('C'), 'A')).status).toBe(409);
  });
});
