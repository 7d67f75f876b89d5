import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedService, statement, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';
import { compare, configOf, load, rows } from './comparisons.ts';

/** Tests GET /v1/comparisons: the status of each member between two sides, calculated by hand. */

let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier();
});

describe('month by month', () => {
  test('compares a month with its baseline exactly as the month is scored, and months that are not adjacent', async () => {
    await loadWorkedExample(service, account, { carrierId });
    expect(await rows(account, 'from=2026-01&to=2026-02')).toEqual([
      'A green 50 → 50',
      'B yellow 50 → 40 COMMISSION_CHANGED',
      'C red 50 → 0 DROPPED',
      'D yellow 50 → -50 COMMISSION_CHANGED CHARGEBACK',
      'E new 0 → 50 NEW',
    ]);
    // 01 → 03: A 50 → 50.01 is within a cent; C and D are missing from 03; E came in 02.
    expect(await rows(account, 'from=2026-01&to=2026-03')).toEqual([
      'A green 50 → 50.01',
      'B yellow 50 → 40 COMMISSION_CHANGED',
      'C red 50 → 0 DROPPED',
      'D red 50 → 0 DROPPED',
      'E new 0 → 0 NEW',
    ]);
    // 02 → 04: C was seen in 01 and not in 02; D's −50 of 02 counts as present.
    expect(await rows(account, 'from=2026-02&to=2026-04')).toEqual([
      'A green 50 → 50',
      'B green 40 → 60 COMMISSION_CHANGED',
      'C reappeared 50 → 45 REAPPEARED REAPPEARED_WITH_DELTA',
      'D red -50 → 0 DROPPED',
      'E red 50 → 0 DROPPED',
    ]);
  });

  test('returns the parameters, what each row is compared with, and the changed fields', async () => {
    await load(service, account, {
      carrierId,
      months: { '2026-01': { A: 'Gold', B: 20 }, '2026-02': { B: 20.5 }, '2026-03': { A: 'Silver', C: 5 } },
    });
    const { summary, data, deltas, ...asked } = await compare(
      account,
      `from=2026-02&to=2026-03&carrierId=${carrierId}`,
    );
    expect(asked).toMatchObject({ from: '2026-02', to: '2026-03', carrierId, granularity: 'month' });
    expect(summary).toEqual({ green: 0, yellow: 0, red: 1, new: 1, reappeared: 1, total: 3 });
    const idOf = new Map(data.map((row) => [row.memberExternalId, row.memberRefId]));
    const byMember = new Map(data.map((row) => [row.memberExternalId, row]));
    expect(byMember.get('A')).toEqual({
      memberRefId: idOf.get('A'),
      carrierId,
      workspaceId: account.workspaceId,
      status: 'reappeared',
      flags: ['REAPPEARED'],
      commissionAmount: 50,
      prevCommissionAmount: 50,
      comparedAgainstPeriod: '2026-01',
      memberExternalId: 'A',
      memberName: 'Member A',
      policyRefId: expect.any(String),
      policyNumber: 'P-A',
    });
    expect([byMember.get('B'), byMember.get('C')]).toMatchObject([
      { comparedAgainstPeriod: '2026-02' },
      { comparedAgainstPeriod: '2026-02' },
    ]);
    const moved = (id: string) => deltas.filter(({ memberRefId }) => memberRefId === idOf.get(id));
    expect(moved('A')).toMatchObject([
      { field: 'commission_amount', prevValue: null, currValue: 50, changeType: 'added' },
    ]);
    expect(moved('B')).toMatchObject([{ prevValue: 20.5, currValue: null, changeType: 'removed' }]);
    // A in 01 and 03: present in both, and the plan is the only changed field.
    const both = await compare(account, 'from=2026-01&to=2026-03&status=green');
    expect(both.data).toMatchObject([{ memberExternalId: 'A', flags: ['DATA_CHANGED'] }]);
    expect(both.deltas).toMatchObject([
      { field: 'plan_name', prevValue: 'Gold', currValue: 'Silver', changeType: 'modified' },
    ]);
  });

  test('names member, carrier, agent and dates in each row and in each changed field', async () => {
    const cells = { Name: 'Doe, Jane', Policy: 'P-1', Agent: 'Ana Rivera', Effective: '2025-11-01' };
    for (const [period, amount] of [['2026-01', 50] as const, ['2026-02', 40] as const]) {
      await account.load({ carrierId, period, file: statement([['A', amount, cells]]) });
    }
    const { json } = await account.call('GET', '/v1/comparisons?from=2026-01&to=2026-02');
    const member = { memberExternalId: 'A', memberName: 'Doe, Jane', policyNumber: 'P-1' };
    const carrier = { carrierId, carrierName: 'Summit Senior Life' };
    const context = { ...carrier, agentId: null, agentName: 'Ana Rivera', effectiveDate: '2025-11-01', termDate: null };
    expect(json).toMatchObject({
      data: [{ status: 'yellow', ...member, ...context }],
      deltas: [{ field: 'commission_amount', prevValue: 50, currValue: 40, ...member, ...context }],
    });
  });

  test('uses the tolerance with which the later month was scored', async () => {
    const lenient = await service.createCarrier({ config: configOf({ tolerance: { absolute: 1, percent: 0.1 } }) });
    await load(service, account, {
      carrierId: lenient,
      // A: 10 % of 100 is within the tolerance. B: a dollar is more than 10 % of 5.
      months: { '2026-01': { A: 100, B: 5 }, '2026-02': { Z: 1 }, '2026-03': { A: 90, B: 3.99 } },
    });
    expect(await rows(account, 'from=2026-01&to=2026-03')).toEqual(
      ['A green 100 → 90', 'B yellow 5 → 3.99 COMMISSION_CHANGED', 'Z new 0 → 0 NEW'].filter(
        (row) => !row.startsWith('Z'),
      ),
    );
  });
});

describe('a member who was absent', () => {
  let ofBook: TestAccount;
  beforeAll(async () => {
    ofBook = await service.createAccount();
    await load(service, ofBook, {
      carrierId: await service.createCarrier(),
      months: {
        '2024-01': { T: 70, Z: 1 },
        '2026-01': { A: 50, B: 50, Z: 1 },
        '2026-02': { Z: 1 },
        '2026-03': { A: -50, B: 50, Z: 1 },
        '2026-04': { A: 50, B: -50, T: 60, Z: 1 },
      },
    });
  });
  const rowOf = async (member: string, query: string) =>
    (await rows(ofBook, query)).find((row) => row.startsWith(member)) ?? null;

  test('is not present by a chargeback after the drop, which has no row', async () => {
    expect(await rowOf('A', 'from=2026-02&to=2026-03')).toBeNull();
    expect(await rowOf('A', 'from=2026-01&to=2026-03')).toBe('A red 50 → -50 DROPPED CHARGEBACK');
    expect(await rowOf('A', 'from=2026-03&to=2026-04')).toBe('A reappeared 50 → 50 REAPPEARED');
  });

  test('has reappeared with only a chargeback in the later month, after a month of pay', async () => {
    expect(await rowOf('B', 'from=2026-02&to=2026-04')).toBe(
      'B reappeared 50 → -50 REAPPEARED REAPPEARED_WITH_DELTA CHARGEBACK',
    );
  });

  test('is compared with the last paid amount, two years ago', async () => {
    const { data } = await compare(ofBook, 'from=2026-03&to=2026-04&status=reappeared');
    expect(data.find(({ memberExternalId }) => memberExternalId === 'T')).toMatchObject({
      commissionAmount: 60,
      prevCommissionAmount: 70,
      comparedAgainstPeriod: '2024-01',
      flags: ['REAPPEARED', 'REAPPEARED_WITH_DELTA'],
    });
  });
});

describe('payments ahead', () => {
  let account: TestAccount;
  let carrierId: string;
  beforeAll(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier({ config: configOf({ cadence: { default: 3 } }) });
    // A is paid in 01 for 01 to 03. Z looks monthly, because its lines never miss a month.
    await load(service, account, {
      carrierId,
      months: {
        '2025-01': { A: 90, Z: 1 },
        '2025-02': { Z: 1 },
        '2025-03': { Z: 1 },
        '2025-04': { A: 90, Z: 1 },
        '2025-09': { Z: 1 },
      },
    });
  });

  test('give no row while the payment covers the month, and leave no gap when the next one comes', async () => {
    expect((await rows(account, 'from=2025-01&to=2025-02')).filter((row) => row.startsWith('A'))).toEqual([]);
    expect((await rows(account, 'from=2025-02&to=2025-03')).filter((row) => row.startsWith('A'))).toEqual([]);
    expect((await rows(account, 'from=2025-03&to=2025-04')).filter((row) => row.startsWith('A'))).toEqual([
      'A green 90 → 90',
    ]);
    expect((await rows(account, 'from=2025-01&to=2025-04')).filter((row) => row.startsWith('A'))).toEqual([
      'A green 90 → 90',
    ]);
  });

  test('show a drop with the last paid amount once the payment has ended', async () => {
    expect((await rows(account, 'from=2025-03&to=2025-09')).filter((row) => row.startsWith('A'))).toEqual([
      'A red 90 → 0 DROPPED',
    ]);
  });

  test('cover a month without a statement too, and no later month', async () => {
    await load(service, account, { carrierId, months: { '2025-11': { A: 90, Z: 1 } } });
    expect((await rows(account, 'from=2025-11&to=2026-01')).filter((row) => row.startsWith('A'))).toEqual([]);
    expect((await rows(account, 'from=2025-11&to=2026-02')).filter((row) => row.startsWith('A'))).toEqual([
      'A red 90 → 0 DROPPED',
    ]);
  });
});

describe('quarters and years', () => {
  test('keeps a member who is paid ahead at the end of a quarter without an amount, and drops it after the paid months', async () => {
    const ahead = await service.createCarrier({ config: configOf({ cadence: { default: 4 } }) });
    // A: 120 in March for March to June. Z has lines in every month.
    await load(service, account, {
      carrierId: ahead,
      months: {
        '2025-03': { A: 120, Z: 1 },
        '2025-04': { Z: 1 },
        '2025-06': { Z: 1 },
        '2025-07': { A: 120, Z: 1 },
        '2025-09': { Z: 1 },
        '2026-01': { Z: 1 },
      },
    });
    const quarter = async (from: string, to: string) =>
      (await rows(account, `from=${from}&to=${to}&granularity=quarter`)).filter((row) => row.startsWith('A'));
    expect(await quarter('2025-01', '2025-04')).toEqual([]);
    expect(await quarter('2025-04', '2025-07')).toEqual(['A green 0 → 120 COMMISSION_CHANGED']);
    expect(await quarter('2025-01', '2025-07')).toEqual(['A green 120 → 120']);
    // July's 120 covers up to October; in January A is missing.
    expect(await quarter('2025-07', '2026-01')).toEqual(['A red 120 → 0 DROPPED']);
  });

  test("adds the flag and the amount of a chargeback after the drop to the member's row", async () => {
    await load(service, account, {
      carrierId,
      months: {
        '2025-12': { A: 50, B: 50, Z: 1 },
        '2026-01': { A: 50, Z: 1 },
        '2026-02': { Z: 1 },
        '2026-03': { A: -50, B: -50, Z: 3 },
      },
    });
    expect(await rows(account, 'from=2025-12&to=2026-03&granularity=quarter')).toEqual([
      // 50 − 50 is 50 less than before.
      'A yellow 50 → 0 COMMISSION_CHANGED CHARGEBACK',
      'B red 50 → -50 DROPPED CHARGEBACK',
      // 1 + 1 + 3.
      'Z green 1 → 5 COMMISSION_CHANGED',
    ]);
  });

  test('adds amounts over the months, and counts a member who is present in any month', async () => {
    await load(service, account, {
      carrierId,
      months: {
        '2025-11': { D: 5, Z: 1 },
        // First quarter without a statement for 02: A 50 + 50, B 40, C 30, Z 1 + 1.
        '2026-01': { A: 50, B: 40, Z: 1 },
        '2026-03': { A: 50, C: 30, Z: 1 },
        // Second quarter: A 60 + 40 = 100; B returns with 40; C is away; D returns from 2025; E is new with 7.
        '2026-04': { A: 60, D: 5, Z: 1 },
        '2026-05': { A: 40, B: 40, E: 7, Z: 1 },
      },
    });
    expect(await rows(account, 'from=2026-02&to=2026-06&granularity=quarter')).toEqual([
      'A green 100 → 100',
      'B green 40 → 40',
      'C red 30 → 0 DROPPED',
      'D reappeared 5 → 5 REAPPEARED',
      'E new 0 → 7 NEW',
      'Z green 2 → 2',
    ]);
    // 2025: D 5, Z 1. 2026: A 200, B 80, C 30, D 5, E 7, Z 4.
    expect(await rows(account, 'from=2025-01&to=2026-01&granularity=year')).toEqual([
      'A new 0 → 200 NEW',
      'B new 0 → 80 NEW',
      'C new 0 → 30 NEW',
      'D green 5 → 5',
      'E new 0 → 7 NEW',
      'Z green 1 → 4 COMMISSION_CHANGED',
    ]);
    const { comparedAgainstPeriod } =
      (await compare(account, 'from=2026-02&to=2026-06&granularity=quarter&status=red')).data[0] ?? {};
    expect(comparedAgainstPeriod).toBe('2026-02');
  });

  test('shows the profile of the latest present month, and compares a returning member with a whole quarter', async () => {
    await load(service, account, {
      carrierId,
      months: {
        '2025-04': { R: 10, Z: 1 },
        '2025-05': { R: 15, Z: 1 },
        '2025-06': { Z: 1 },
        '2026-01': { A: 'Gold', Z: 1 },
        '2026-02': { A: 'Silver', Z: 1 },
        '2026-03': { Z: 1 },
        '2026-04': { A: 'Silver', R: 20, Z: 1 },
        '2026-06': { A: 'Bronze', R: 6, Z: 1 },
      },
    });
    const { data, deltas } = await compare(account, 'from=2026-01&to=2026-04&granularity=quarter');
    const a = data.find(({ memberExternalId }) => memberExternalId === 'A');
    expect(a).toMatchObject({
      status: 'green',
      flags: ['DATA_CHANGED'],
      prevCommissionAmount: 100,
      commissionAmount: 100,
    });
    expect(deltas.filter(({ memberRefId }) => memberRefId === a?.memberRefId)).toMatchObject([
      { field: 'plan_name', prevValue: 'Silver', currValue: 'Bronze' },
    ]);
    // R: 10 + 15 in its last quarter, 20 + 6 in the later quarter.
    expect(data.find(({ memberExternalId }) => memberExternalId === 'R')).toMatchObject({
      status: 'reappeared',
      prevCommissionAmount: 25,
      commissionAmount: 26,
      comparedAgainstPeriod: '2025-05',
      flags: ['REAPPEARED', 'REAPPEARED_WITH_DELTA'],
    });
  });
});

describe('carriers and workspaces', () => {
  test('adds up carriers; all members of a carrier without a statement in the later side are missing', async () => {
    const [other, silent] = [await service.createCarrier(), await service.createCarrier()];
    const second = await service.createWorkspace(account, 'Second');
    const { workspaceId } = account;
    await load(service, account, {
      carrierId,
      workspaceId,
      months: { '2026-01': { A: 1, B: 1 }, '2026-02': { A: 1 } },
    });
    await load(service, account, {
      carrierId,
      workspaceId: second,
      months: { '2026-01': { A: 1 }, '2026-02': { C: 1 } },
    });
    await load(service, account, { carrierId: other, workspaceId, months: { '2026-02': { A: 1 } } });
    await load(service, account, { carrierId: silent, workspaceId, months: { '2026-01': { A: 1 } } });
    const summaryOf = async (query: string) => (await compare(account, `from=2026-01&to=2026-02${query}`)).summary;
    expect(await summaryOf('')).toEqual({ green: 1, yellow: 0, red: 3, new: 2, reappeared: 0, total: 6 });
    expect(await summaryOf(`&carrierId=${carrierId}`)).toMatchObject({ green: 1, red: 2, new: 1, total: 4 });
    expect(await summaryOf(`&workspaceId=${second}`)).toMatchObject({ red: 1, new: 1, total: 2 });
    expect(await summaryOf(`&carrierId=${other}`)).toMatchObject({ new: 1, total: 1 });
    expect(await summaryOf(`&carrierId=${silent}`)).toMatchObject({ red: 1, total: 1 });
    const { data } = await compare(account, 'from=2026-01&to=2026-02');
    const keys = data.map((row) => `${row.carrierId}/${row.workspaceId}/${row.memberRefId}`);
    expect(keys).toEqual(keys.toSorted());
  });
});
