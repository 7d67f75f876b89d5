import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { type StatementRow, sharedService, statement, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Tests GET /v1/changes: the members of a month whose pay changed, over all carriers. */
describe('changes', async () => {
  const service = await sharedService();

  const list = z.object({
    period: z.string().nullable(),
    counts: z.record(z.string(), z.number().nullable()),
    amounts: z.record(z.string(), z.number()),
    total: z.number(),
    data: z.array(
      z.looseObject({ memberExternalId: z.string(), kind: z.string(), difference: z.number(), atRisk: z.number() }),
    ),
    pagination: z.object({ hasMore: z.boolean() }),
  });
  const changesOf = async (who: TestAccount, query = '') => {
    const response = await who.call('GET', `/v1/changes${query}`);
    expect({ query, status: response.status }).toEqual({ query, status: 200 });
    return list.parse(response.json);
  };
  const NONE = { gone: 0, paid_less: 0, planned_step: 0, new: 0, back: 0, paid_more: 0, taken_back: 0, same: 0 };

  async function load(
    account: TestAccount,
    carrierId: string,
    months: Readonly<Record<string, readonly StatementRow[]>>,
  ) {
    for (const [period, rows] of Object.entries(months)) {
      const accepted = await account.upload({ file: statement(rows), carrierId, period });
      expect(accepted.status).toBe(202);
      await service.runJobs();
    }
  }

  describe('the worked example of the scoring rules', () => {
    let account: TestAccount;
    beforeAll(async () => {
      account = await service.createAccount();
      await loadWorkedExample(service, account, { carrierId: await service.createCarrier() });
    });

    test('lists who is gone, paid less and new, the largest difference first', async () => {
      const { data, ...head } = await changesOf(account, '?period=2026-02');
      expect(head).toEqual({
        period: '2026-02',
        counts: { ...NONE, gone: 1, paid_less: 1, taken_back: 1, new: 1, same: 1 },
        amounts: { gone: 50, paid_less: 10, planned_step: 0 },
        total: 4,
        pagination: { hasMore: false },
      });
      expect(data[0]).toMatchObject({ memberExternalId: 'D' });
      expect(
        data
          .map(({ memberExternalId, kind, difference, atRisk }) => ({ memberExternalId, kind, difference, atRisk }))
          .toSorted((a, b) => a.memberExternalId.localeCompare(b.memberExternalId)),
      ).toEqual([
        { memberExternalId: 'B', kind: 'paid_less', difference: -10, atRisk: 10 },
        { memberExternalId: 'C', kind: 'gone', difference: -50, atRisk: 50 },
        { memberExternalId: 'D', kind: 'taken_back', difference: -100, atRisk: 50 },
        { memberExternalId: 'E', kind: 'new', difference: 50, atRisk: 0 },
      ]);
    });

    test('shows the member, the amounts and the reason of a row', async () => {
      expect(await changesOf(account, '?kind=back')).toMatchObject({
        period: '2026-04',
        total: 1,
        data: [
          {
            memberExternalId: 'C',
            memberName: 'Member C',
            policyNumber: 'POL-C',
            planName: 'Gold',
            carrierName: 'Summit Senior Life',
            before: 50,
            now: 45,
            difference: -5,
            comparedAgainstPeriod: '2026-01',
            provisional: false,
            reason: expect.stringMatching(/^Paid again .*\.$/),
          },
        ],
      });
    });

    test('lists who has the same pay only when asked for', async () => {
      expect(await changesOf(account, '?period=2026-02&kind=same')).toMatchObject({
        total: 1,
        data: [{ memberExternalId: 'A', kind: 'same', difference: 0 }],
      });
    });

    test('has no changes in the first month, and none without data', async () => {
      expect(await changesOf(account, '?period=2026-01')).toMatchObject({
        period: '2026-01',
        counts: NONE,
        total: 0,
        data: [],
      });
      expect(await changesOf(await service.createAccount())).toMatchObject({
        period: null,
        counts: NONE,
        total: 0,
        data: [],
      });
    });

    test.each(['2026-02', '2026-03', '2026-04'])('adds up to the rollup of %s', async (period) => {
      const { json } = await account.call('GET', `/v1/reports/rollup?period=${period}`);
      const { totals } = z.object({ totals: z.record(z.string(), z.unknown()) }).parse(json);
      const { counts, data } = await changesOf(account, `?period=${period}`);
      const unpaid = data.filter(({ kind, atRisk }) => kind === 'taken_back' && atRisk > 0).length;
      const yellow = (counts['paid_less'] ?? 0) + unpaid;
      expect(totals).toMatchObject({ red: counts['gone'], yellow, new: counts['new'] });
      expect(totals['commissionAtRisk']).toBe(data.reduce((sum, { atRisk }) => sum + atRisk, 0));
    });
  });

  describe('kinds that share a status', () => {
    let account: TestAccount;
    beforeAll(async () => {
      account = await service.createAccount();
      const carrierId = await service.createCarrier();
      await load(account, carrierId, {
        '2026-01': [
          ['STAYS', 50],
          ['LEAVES', 50],
          ['MORE', 50],
        ],
        '2026-02': [
          ['STAYS', 50],
          ['MORE', 50],
        ],
        '2026-03': [
          ['STAYS', 50],
          ['LEAVES', -50],
          ['MORE', 60],
        ],
      });
    });

    test('a chargeback after the drop is taken back, and more pay is paid more', async () => {
      const { data, counts } = await changesOf(account);
      expect(counts).toEqual({ ...NONE, taken_back: 1, paid_more: 1, same: 1 });
      expect(data).toMatchObject([
        { memberExternalId: 'LEAVES', kind: 'taken_back', before: 0, now: -50, atRisk: 0 },
        { memberExternalId: 'MORE', kind: 'paid_more', before: 50, now: 60, atRisk: 0 },
      ]);
    });

    test('the counts of a month that an earlier release scored are counted in its rows', async () => {
      const { counts } = await changesOf(account);
      await service.database.tenant(
        account.accountId,
        (sql) => sql`
        update rollups set paid_more = null, taken_back = null, same = null, paid_less = null, paid_less_amount = null
        where account_id = ${account.accountId}`,
      );
      expect((await changesOf(account)).counts).toEqual(counts);
    });
  });

  describe('a planned step', () => {
    let account: TestAccount;
    beforeAll(async () => {
      account = await service.createAccount();
      const of = (id: string, amount: number, effective: string, agent = 'Kim'): StatementRow => [
        id,
        amount,
        { Premium: '120', Effective: effective, Plan: 'Gold', Agent: agent },
      ];
      const second = [of('OLDER', 6, '2024-11-01'), of('OLDEST', 6, '2024-10-01', 'Rivera')];
      await load(account, await service.createCarrier(), {
        '2025-12': [of('STEPS', 66, '2025-01-01'), of('CUT', 66, '2025-06-01'), ...second],
        '2026-01': [of('STEPS', 6, '2025-01-01'), of('CUT', 60, '2025-06-01'), ...second],
      });
    });
    const step = { ...NONE, paid_less: 1, planned_step: 1, same: 2 };
    const amounts = { gone: 0, paid_less: 6, planned_step: 60 };

    test('is a kind of its own, with what was paid before and its sum beside gone and paid less', async () => {
      const { data, ...head } = await changesOf(account);
      expect(head).toMatchObject({ counts: step, amounts, total: 2 });
      expect(data).toMatchObject([
        { memberExternalId: 'STEPS', kind: 'planned_step', before: 66, now: 6, difference: -60, atRisk: 0 },
        { memberExternalId: 'CUT', kind: 'paid_less', before: 66, now: 60, atRisk: 6 },
      ]);
      expect(data[0]?.['reason']).toBe('Paid $6.00, was $66.00: policy year 2, paid 5 % of premium as 2 others are.');
      expect((await account.call('GET', '/v1/home')).json).toMatchObject({
        totals: { paidLess: 1, paidLessAmount: 6, plannedStep: 1, plannedStepAmount: 60, same: 2 },
      });
    });

    test('is listed by its kind, and counted among the members of an agent', async () => {
      expect(await changesOf(account, '?kind=planned_step')).toMatchObject({
        total: 1,
        data: [{ kind: 'planned_step' }],
      });
      expect(await changesOf(account, '?agent=kim')).toMatchObject({ counts: { ...step, same: null }, amounts });
      expect(await changesOf(account, '?agent=rivera')).toMatchObject({
        counts: { ...NONE, same: null },
        amounts: { gone: 0, paid_less: 0, planned_step: 0 },
      });
    });

    test('is counted in the rows of a month that an earlier release scored', async () => {
      await service.database.tenant(
        account.accountId,
        (sql) => sql`
        update rollups set paid_more = null, taken_back = null, same = null, planned_step = null, planned_step_amount = null,
          paid_less = null, paid_less_amount = null
        where account_id = ${account.accountId}`,
      );
      expect(await changesOf(account)).toMatchObject({ counts: step, amounts });
    });
  });

  describe('filters and orders', () => {
    let account: TestAccount;
    let carriers: readonly string[];
    beforeAll(async () => {
      account = await service.createAccount();
      carriers = [await service.createCarrier({ name: 'Beta' }), await service.createCarrier({ name: 'Alpha' })];
      for (const [at, carrierId] of carriers.entries()) {
        const named = (id: string, amount: number, agent: string): StatementRow => [
          `${id}${at}`,
          amount,
          { Name: `Name ${id}${at}`, Policy: `POL_${id}`, Agent: agent },
        ];
        await load(account, carrierId, {
          '2026-01': [named('A', 50, 'Kim'), named('B', 30, 'Rivera'), named('C', 20, 'Kim')],
          '2026-02': [named('A', 40 - at, 'Kim'), named('C', 20, 'Kim'), named('D', 90 + at, 'Rivera')],
        });
      }
    });
    const idsOf = async (query: string) =>
      (await changesOf(account, query)).data.map(({ memberExternalId }) => memberExternalId);

    test('by kind, carrier, agent and text', async () => {
      expect(await idsOf('?kind=gone')).toHaveLength(2);
      expect(await idsOf(`?carrierId=${carriers[1]}`)).toEqual(['D1', 'B1', 'A1']);
      expect(await idsOf('?agent=kIM')).toEqual(['A1', 'A0']);
      expect(await idsOf('?q=name%20d')).toEqual(['D1', 'D0']);
      expect(await idsOf('?q=pol_b&kind=gone')).toHaveLength(2);
      expect(await idsOf('?q=polxb')).toEqual([]);
    });

    test('counts what the filters match, and members with the same pay only when asked for', async () => {
      expect(await changesOf(account, '?agent=kim')).toMatchObject({
        counts: { ...NONE, paid_less: 2, same: null },
        total: 2,
      });
      expect(await changesOf(account, '?agent=kim&kind=same')).toMatchObject({
        counts: { ...NONE, paid_less: 2, same: 2 },
        total: 2,
      });
      expect(await changesOf(account, `?carrierId=${carriers[0]}`)).toMatchObject({
        counts: { ...NONE, gone: 1, paid_less: 1, new: 1, same: 1 },
        total: 3,
      });
    });

    test('sorts by money, name, carrier or agent', async () => {
      expect(await idsOf('')).toEqual(['D1', 'D0', expect.any(String), expect.any(String), 'A1', 'A0']);
      expect(await idsOf('?sort=name')).toEqual(['A0', 'A1', 'B0', 'B1', 'D0', 'D1']);
      expect(await idsOf('?sort=carrier')).toEqual(['D1', 'B1', 'A1', 'D0', 'B0', 'A0']);
      expect(await idsOf('?sort=agent')).toEqual(['A1', 'A0', 'D1', 'D0', expect.any(String), expect.any(String)]);
    });

    test('pages do not overlap, and a file has every row', async () => {
      const pages = [];
      for (const offset of [0, 4]) pages.push(await changesOf(account, `?limit=4&offset=${offset}`));
      expect(pages.map(({ total, pagination }) => [total, pagination.hasMore])).toEqual([
        [6, true],
        [6, false],
      ]);
      const ids = pages.flatMap(({ data }) => data.map(({ memberExternalId }) => memberExternalId));
      expect(ids).toEqual(await idsOf(''));

      const csv = await account.call('GET', '/v1/changes', { headers: { Accept: 'text/csv' } });
      const rows = z.array(z.record(z.string(), z.string())).parse(parse(csv.body, { columns: true }));
      expect(rows.map(({ memberExternalId }) => memberExternalId)).toEqual(ids);

      const { sheets } = await downloadWorkbook(service, account, '/v1/changes?kind=same');
      expect(sheets['Changes']).toHaveLength(3);
      const titles = ['Member', 'Policy', 'Member number', 'Carrier', 'Agent', 'Plan', 'What', 'Before', 'Now'];
      expect(sheets['Changes']?.[0]).toEqual([...titles, ...['Difference', 'Why', 'Month']]);
    });
  });

  describe('refusals', () => {
    let account: TestAccount;
    beforeEach(async () => {
      account = await service.createAccount();
    });

    test.each([['kind=red'], ['sort=amount'], ['period=2026-13'], ['agent=']])('%s is 422', async (query) => {
      expect((await account.call('GET', `/v1/changes?${query}`)).status).toBe(422);
    });
  });
});

/** Tests GET /v1/pay-changes: the members behind each part of the bridge of home. */
describe('pay changes', async () => {
  const service = await sharedService();

  const sums = { count: z.number(), before: z.number(), now: z.number(), difference: z.number() };
  const list = z.object({
    period: z.string().nullable(),
    previousPeriod: z.string().nullable(),
    parts: z.array(z.object({ part: z.string(), ...sums })),
    totals: z.object(sums),
    groups: z.array(z.object({ group: z.string().nullable(), ...sums })),
    total: z.number(),
    data: z.array(
      z.looseObject({
        memberExternalId: z.string().nullable(),
        memberName: z.string().nullable(),
        part: z.string(),
        before: z.number(),
        now: z.number(),
        difference: z.number(),
        reason: z.string().nullable(),
        group: z.string().nullable(),
        eventId: z.string().nullable(),
      }),
    ),
  });
  const listOf = async (who: TestAccount, query = '') => {
    const response = await who.call('GET', `/v1/pay-changes${query}`);
    expect({ query, status: response.status }).toEqual({ query, status: 200 });
    return list.parse(response.json);
  };
  const bridge = z.object({
    bridge: z.object({
      steps: z.array(z.object({ part: z.string(), amount: z.number(), count: z.number().nullable() })),
    }),
  });

  /** Compares every part of the bridge with its list. */
  async function expectListsOfBridge(account: TestAccount, period: string) {
    const home = bridge.parse((await account.call('GET', `/v1/home?period=${period}`)).json);
    for (const { part, amount } of home.bridge.steps) {
      const found = await listOf(account, `?period=${period}&part=${part}`);
      const sum = found.data.reduce((cents, { difference }) => cents + Math.round(difference * 100), 0) / 100;
      expect({ part, sum, total: found.totals.difference }).toEqual({ part, sum: amount, total: amount });
    }
  }

  async function load(
    account: TestAccount,
    carrierId: string,
    months: Readonly<Record<string, readonly StatementRow[]>>,
  ) {
    for (const [period, rows] of Object.entries(months))
      await account.load({ file: statement(rows), carrierId, period });
  }

  test('is empty without data', async () => {
    const account = await service.createAccount();
    expect(await listOf(account)).toMatchObject({
      period: null,
      previousPeriod: null,
      parts: [],
      totals: { count: 0, before: 0, now: 0, difference: 0 },
      data: [],
      total: 0,
    });
  });

  describe('the worked example of the scoring rules', () => {
    let account: TestAccount;
    beforeAll(async () => {
      account = await service.createAccount();
      await loadWorkedExample(service, account, { carrierId: await service.createCarrier() });
    });

    test('lists every member whose pay differs once, and adds up to the bridge', async () => {
      const all = await listOf(account, '?period=2026-02');
      expect(all).toMatchObject({ period: '2026-02', previousPeriod: '2026-01', totals: { difference: -110 } });
      expect(all.total).toBe(all.data.length);
      expect(new Set(all.data.map(({ memberExternalId }) => memberExternalId)).size).toBe(all.data.length);
      for (const period of ['2026-02', '2026-03', '2026-04']) await expectListsOfBridge(account, period);
    });

    test('lists the people of a first month', async () => {
      const first = await listOf(account, '?period=2026-01');
      expect(first).toMatchObject({ previousPeriod: null, totals: { before: 0, now: 200, difference: 200 } });
      expect(first.data.every(({ part }) => part === 'carriers_added')).toBe(true);
    });

    test('is saved as a workbook with words', async () => {
      const workbook = await downloadWorkbook(service, account, '/v1/pay-changes?period=2026-02&sort=name');
      expect(JSON.stringify(workbook)).toContain('Paid less');
    });

    test('groups with sums, and filters by name', async () => {
      const grouped = await listOf(account, '?period=2026-02&groupBy=reason');
      expect(grouped.groups.reduce((sum, { difference }) => sum + difference, 0)).toBe(-110);
      expect(new Set(grouped.data.map(({ group }) => group))).toEqual(
        new Set(grouped.groups.map(({ group }) => group)),
      );
      for (const by of ['event', 'carrier', 'agent', 'plan', 'policy']) {
        const { groups } = await listOf(account, `?period=2026-02&groupBy=${by}`);
        expect({ by, sum: groups.reduce((sum, { difference }) => sum + difference, 0) }).toEqual({ by, sum: -110 });
      }
      expect(await listOf(account, '?period=2026-02&q=member%20d')).toMatchObject({
        total: 1,
        totals: { difference: -100 },
      });
    });
  });

  test('sets carriers with one of the two months apart, with their money without a member', async () => {
    const account = await service.createAccount();
    const [alpha, beta, gamma] = [
      await service.createCarrier({ name: 'Alpha' }),
      await service.createCarrier({ name: 'Beta' }),
      await service.createCarrier({ name: 'Gamma' }),
    ];
    await load(account, alpha, {
      '2026-01': [
        ['A', 50],
        ['B', 30.55],
      ],
      '2026-02': [
        ['A', 50],
        ['B', 30.5],
        ['N', 12],
      ],
    });
    await load(account, beta, { '2026-01': [['C', 20]] });
    await load(account, gamma, {
      '2026-02': [
        ['D', 70],
        ['E', 1.01],
      ],
    });
    await expectListsOfBridge(account, '2026-02');
    expect(await listOf(account, '?period=2026-02&part=carriers_missing')).toMatchObject({
      totals: { count: 1, before: 20, now: 0, difference: -20 },
      data: [{ memberExternalId: 'C', carrierName: 'Beta' }],
    });
    expect(await listOf(account, '?period=2026-02&part=carriers_added')).toMatchObject({
      totals: { count: 2, now: 71.01 },
    });
    expect((await listOf(account, '?period=2026-02')).data.map(({ memberExternalId }) => memberExternalId)).toEqual([
      'N',
      'B',
    ]);
  });

  test('names the event of the carrier that a difference is part of', async () => {
    const account = await service.createAccount();
    const carrierId = await service.createCarrier();
    const rows = (amount: number): StatementRow[] => Array.from({ length: 12 }, (_, at) => [`M${at}`, amount]);
    await load(account, carrierId, { '2026-01': rows(50), '2026-02': rows(50), '2026-03': rows(40) });
    const { groups, data } = await listOf(account, '?period=2026-03&groupBy=event');
    expect(groups).toMatchObject([{ count: 12, difference: -120 }]);
    const eventId = data[0]?.eventId ?? '';
    expect(await listOf(account, `?period=2026-03&eventId=${eventId}`)).toMatchObject({ total: 12 });
  });
});
