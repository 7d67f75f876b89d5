import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type StatementRow, sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Tests a pay change for all members, from the statement to the decision about the change, on a real database. */

const CONFIG = {
  fileType: 'csv',
  columns: {
    member_external_id: 'Member ID',
    commission_amount: 'Commission',
    premium_amount: 'Premium',
    rate: 'Email',
    plan_code: 'Plan',
    agent_name: 'Agent',
  },
};
let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account, config: CONFIG });
});

const [DEC, JAN, FEB] = ['2025-12', '2026-01', '2026-02'];
const members = (count: number, prefix = 'M') => Array.from({ length: count }, (_, index) => `${prefix}-${index + 10}`);

/** Lines with premiums of $100, $107 and so on at a rate. */
const atRate = (ids: readonly string[], rate: number, more: Readonly<Record<string, string>> = {}): StatementRow[] =>
  ids.map((id, index) => {
    const premium = 100 + 7 * index;
    return [id, (premium * rate).toFixed(2), { Premium: String(premium), Email: String(rate), ...more }];
  });
const flat = (ids: readonly string[], amount: number, more: Readonly<Record<string, string>> = {}): StatementRow[] =>
  ids.map((id) => [id, amount, more]);

async function upload(period: string, rows: readonly StatementRow[], more: object = {}) {
  return account.load({ file: statement(rows), carrierId, period, ...more });
}

const page = z.object({ data: z.array(z.looseObject({ id: z.string(), detail: z.string() })) });
async function events(query = '') {
  const { status, json } = await account.call('GET', `/v1/carrier-events${query}`);
  expect(status).toBe(200);
  return page.parse(json).data;
}

async function onlyEvent() {
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  if (event === undefined) throw new Error('No event');
  return event;
}

const decide = (id: string, decision: 'accept' | 'dispute') =>
  account.call('POST', `/v1/carrier-events/${id}/${decision}`);

const rowsSeen = z.object({
  data: z.array(
    z.object({
      memberExternalId: z.string(),
      status: z.string(),
      signals: z.array(z.looseObject({ code: z.string(), severity: z.string() })),
    }),
  ),
});
const jobSeen = z.looseObject({ warnings: z.array(z.object({ code: z.string(), detail: z.string() })) });
const CUT = 'The carrier pays 20 % less for 12 of 12 members since Jan 2026.';
const MANY = members(12);

describe('one finding', () => {
  test('is shown on the job, its results, its webhook event, the data quality and the list; members stay yellow', async () => {
    await upload(DEC, atRate(MANY, 0.1));
    const { jobId } = await upload(JAN, atRate(MANY, 0.08));

    const event = await onlyEvent();
    expect(event).toMatchObject({
      carrierId,
      workspaceId: account.workspaceId,
      period: JAN,
      kind: 'pay_reduced',
      scope: 'carrier',
      scopeValue: null,
      members: 12,
      compared: 12,
      changePercent: -20,
      detail: CUT,
      rateType: 'percent_of_premium',
      rateValue: 0.08,
      noRateReason: null,
      state: 'open',
      rateId: null,
      decidedAt: null,
      disputeId: null,
    });
    const job = await account.call('GET', `/v1/jobs/${jobId}`);
    expect(jobSeen.parse(job.json).warnings).toEqual([{ code: 'carrier_event', detail: CUT }]);
    const results = await account.call('GET', `/v1/jobs/${jobId}/results`);
    expect(results.json).toMatchObject({ carrierEvents: [event] });
    const { data } = rowsSeen.parse(results.json);
    expect(data).toHaveLength(12);
    for (const { status, signals } of data) {
      expect(status).toBe('yellow');
      expect(signals).toMatchObject([{ code: 'COMMISSION_REDUCED' }, { code: 'RATE_CHANGED' }]);
      expect(signals.map(({ severity }) => severity)).toEqual(['info', 'info']);
    }
    const quality = await account.call('GET', '/v1/reports/data-quality');
    expect(quality.json).toMatchObject({
      overall: 'watch',
      carriers: [
        {
          level: 'watch',
          reason: `Nobody is missing, against 12 in the statement before. ${CUT}`,
          carrierEvents: [event],
        },
      ],
    });
    const [announced] = await service.database.system(
      (sql) =>
        sql<{ body: unknown }[]>`select body from outbox where body->>'jobId' = ${jobId} and topic = 'job.completed'`,
    );
    const { id, kind, scope, scopeValue, members: count, compared, changePercent, amount, detail } = event;
    expect(announced?.body).toMatchObject({
      carrierEvents: [{ id, kind, scope, scopeValue, members: count, compared, changePercent, amount, detail }],
    });
  });

  test('lists events by period, carrier, workspace and state, as JSON and CSV', async () => {
    await upload(DEC, atRate(MANY, 0.1));
    await upload(JAN, atRate(MANY, 0.08));
    await upload(FEB, atRate(MANY, 0.1));
    expect((await events()).map(({ detail }) => detail)).toEqual([
      'The carrier pays 25 % more for 12 of 12 members since Feb 2026.',
      CUT,
    ]);
    for (const [query, count] of [
      [`?period=${JAN}`, 1],
      [`?carrierId=${carrierId}&workspaceId=${account.workspaceId}`, 2],
      ['?state=open', 2],
      ['?state=disputed', 0],
      ['?period=2025-12', 0],
      ['?limit=1&offset=1', 1],
    ] as const) {
      expect(await events(query)).toHaveLength(count);
    }
    const csv = await account.call('GET', `/v1/carrier-events?period=${JAN}`, { headers: { Accept: 'text/csv' } });
    expect(csv.body).toContain(CUT);
  });

  test('is removed by a retraction, and found again when the same statement comes again', async () => {
    await upload(DEC, atRate(MANY, 0.1));
    const { fileId } = await upload(JAN, atRate(MANY, 0.08));
    const { id } = await onlyEvent();
    expect((await account.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
    await service.runJobs();
    expect(await events()).toEqual([]);
    await upload(JAN, atRate(MANY, 0.08));
    expect((await onlyEvent()).id).not.toBe(id);
  });

  test('explains no decrease while the month before is missing, and explains it once that month is read', async () => {
    const [late = '', ...rest] = MANY;
    await upload(DEC, atRate(MANY, 0.1));
    const { jobId } = await upload(FEB, atRate(MANY, 0.08));
    await upload(JAN, atRate(MANY, 0.08).slice(1));
    const { data } = rowsSeen.parse((await account.call('GET', `/v1/jobs/${jobId}/results`)).json);
    const back = data.find(({ memberExternalId }) => memberExternalId === late);
    expect(back).toMatchObject({ status: 'reappeared' });
    expect(back?.signals.filter(({ code }) => code === 'COMMISSION_REDUCED' || code === 'RATE_CHANGED')).toMatchObject([
      { severity: 'info' },
      { severity: 'info' },
    ]);
    expect((await onlyEvent()).detail).toBe(
      `The carrier pays 20 % less for ${rest.length} of ${rest.length} members since Jan 2026.`,
    );
  });

  test('is shown on the job for a block that left, and disputing it asks for no money', async () => {
    const ann = flat(members(6, 'A'), 10, { Agent: 'Ann Lee' });
    const others = flat(members(20, 'B'), 10, { Agent: 'Bob Ray' });
    await upload(DEC, [...ann, ...others]);
    const { jobId } = await upload(JAN, [...ann.slice(0, 1), ...others]);
    const sentence = '5 of 6 members of agent "Ann Lee" are not on the Jan 2026 statement.';
    const job = await account.call('GET', `/v1/jobs/${jobId}`);
    expect(jobSeen.parse(job.json).warnings).toEqual([{ code: 'carrier_event', detail: sentence }]);
    const event = await onlyEvent();
    expect(event).toMatchObject({
      kind: 'members_left',
      scope: 'agent',
      scopeValue: 'Ann Lee',
      changePercent: null,
      amount: 50,
    });
    const disputed = { state: 'disputed', disputeId: null };
    expect(await decide(event.id, 'dispute')).toMatchObject({ status: 200, json: disputed });
  });
});

const owed = async (period: string) => {
  const { json } = await account.call('GET', `/v1/reports/rollup?carrierId=${carrierId}&period=${period}`);
  return z.object({ totals: z.object({ commissionOwed: z.number() }) }).parse(json).totals.commissionOwed;
};

const claimed = async () => {
  const { json } = await account.call('GET', `/v1/reports/recoverable?carrierId=${carrierId}`);
  return z.object({ totals: z.object({ claims: z.number() }) }).parse(json).totals.claims;
};

describe('accept', () => {
  test('contracts the rate from that month and scores again, once; the event survives another scoring', async () => {
    await upload(DEC, atRate(MANY, 0.1));
    await upload(JAN, atRate(MANY, 0.08));
    const old = { carrierId, rateType: 'percent_of_premium', rateValue: 0.1, effectiveFrom: '2025-01-01' };
    expect((await account.call('POST', '/v1/expected-rates', { json: old })).status).toBe(201);
    expect(await owed(JAN)).toBeGreaterThan(20);

    const { id } = await onlyEvent();
    const first = await decide(id, 'accept');
    expect(first).toMatchObject({ status: 200, json: { id, state: 'accepted', rescoredPeriods: 1 } });
    expect(await owed(JAN)).toBe(0);
    expect(await owed(DEC)).toBe(0);
    const event = await onlyEvent();
    expect(event).toMatchObject({ id, state: 'accepted', rateId: expect.any(String), decidedAt: expect.any(String) });
    const rates = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`);
    expect(rates.json).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({
          id: event['rateId'],
          planCode: null,
          rateType: 'percent_of_premium',
          rateValue: 0.08,
          effectiveFrom: '2026-01-01',
          effectiveTo: null,
          source: 'contracted',
        }),
      ]),
    });

    expect(await decide(id, 'accept')).toMatchObject({ status: 200, json: { ...event, rescoredPeriods: 0 } });
    await upload(FEB, atRate(MANY, 0.08));
    await upload(DEC, atRate(MANY, 0.1), { replace: true });
    expect(await onlyEvent()).toEqual(event);
    expect((await account.call('GET', '/v1/reports/data-quality?period=2026-01')).json).toMatchObject({
      overall: 'ok',
    });
    const audit = await account.call('GET', '/v1/audit');
    const actions = z
      .object({ data: z.array(z.looseObject({ action: z.string(), target: z.string().nullable() })) })
      .parse(audit.json).data;
    expect(actions.filter(({ action }) => action.startsWith('carrier_event'))).toMatchObject([
      { action: 'carrier_event.accept', target: id, meta: { carrierId, period: JAN, rateId: event['rateId'] } },
    ]);
  });

  test('applies two concurrent calls once', async () => {
    await upload(DEC, flat(MANY, 20));
    await upload(JAN, flat(MANY, 18));
    const { id } = await onlyEvent();
    const both = await Promise.all([decide(id, 'accept'), decide(id, 'accept')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const audit = await account.call('GET', '/v1/audit');
    expect(audit.body.split('carrier_event.accept')).toHaveLength(2);
  });

  test("contracts the rate of the event's plan only", async () => {
    const others = flat(members(12, 'T'), 30, { Plan: 'T1' });
    await upload(DEC, [...flat(MANY, 20, { Plan: 'G1' }), ...others]);
    await upload(JAN, [...flat(MANY, 18, { Plan: 'G1' }), ...others]);
    const { id } = await onlyEvent();
    expect((await decide(id, 'accept')).status).toBe(200);
    expect((await account.call('GET', '/v1/expected-rates')).json).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({
          planCode: 'G1',
          rateType: 'flat_per_member',
          rateValue: 18,
          effectiveFrom: '2026-01-01',
        }),
      ]),
    });
  });

  test('contracts the paid share of the premium if the statement shows no rate', async () => {
    const unrated = (rate: number) => atRate(MANY, rate, { Email: '' });
    await upload(DEC, unrated(0.06));
    await upload(JAN, unrated(0.05));
    const { id, ...event } = await onlyEvent();
    expect(event).toMatchObject({ rateType: 'percent_of_premium', rateValue: 0.05, noRateReason: null });
    expect((await decide(id, 'accept')).status).toBe(200);
    await upload(FEB, unrated(0.04));
    expect(await owed(JAN)).toBe(0);
    expect(await owed(FEB)).toBeGreaterThan(15);
  });

  test('is open again when another statement of the month changes the finding', async () => {
    await upload(DEC, atRate(MANY, 0.1));
    await upload(JAN, atRate(MANY, 0.08));
    const { id } = await onlyEvent();
    await decide(id, 'accept');
    await upload(JAN, atRate(MANY, 0.06), { replace: true });
    expect(await onlyEvent()).toMatchObject({ id, changePercent: -40, state: 'open', rateId: null, decidedAt: null });
  });

  test('is taken back when the rate is deleted: the event can be accepted or disputed again', async () => {
    await upload(DEC, flat(MANY, 20));
    await upload(JAN, flat(MANY, 18));
    const { id } = await onlyEvent();
    const deleteRate = async () => {
      const rateId = z.object({ rateId: z.string() }).parse(await onlyEvent()).rateId;
      expect((await account.call('DELETE', `/v1/expected-rates/${rateId}`)).status).toBe(204);
    };
    await decide(id, 'accept');
    await deleteRate();
    expect(await onlyEvent()).toMatchObject({ id, state: 'open', rateId: null, decidedAt: null });

    const disputed = await decide(id, 'dispute');
    expect(disputed).toMatchObject({ status: 200, json: { state: 'disputed', disputeId: expect.any(String) } });
    expect(await decide(id, 'accept')).toMatchObject({ status: 200, json: { state: 'accepted' } });
    expect(await claimed()).toBe(0);
    await deleteRate();
    const { disputeId } = z.object({ disputeId: z.string() }).parse(disputed.json);
    expect(await onlyEvent()).toMatchObject({ id, state: 'disputed', rateId: null, disputeId });
    expect(await claimed()).toBe(12);
  });

  test('answers 409 with the reason when no single rate follows, and stores nothing', async () => {
    const different = (factor: number): StatementRow[] =>
      MANY.map((id, index) => [id, ((20 + index) * factor).toFixed(2)]);
    await upload(DEC, different(1));
    await upload(JAN, different(0.9));
    const { id } = await onlyEvent();
    const refused = await decide(id, 'accept');
    expect(refused).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(refused.body).toContain(
      'No single rate follows from this event. The members are not all paid by one percentage',
    );
    expect(await onlyEvent()).toMatchObject({ state: 'open' });
    expect((await account.call('GET', '/v1/expected-rates?limit=1')).body).not.toContain('contracted');
  });

  test.each([{ state: 'TX' }, { fromLives: 2 }])(
    'answers 409 when a more specific contracted rate holds in the month: %j',
    async (scope) => {
      await upload(DEC, flat(MANY, 20));
      await upload(JAN, flat(MANY, 18));
      const { id } = await onlyEvent();
      const closer = { carrierId, rateType: 'flat_per_member', rateValue: 20, ...scope, effectiveTo: '2025-12-31' };
      await account.call('POST', '/v1/expected-rates', { json: { ...closer, effectiveTo: null } });
      const refused = await decide(id, 'accept');
      expect(refused).toMatchObject({ status: 409, json: { code: 'conflict' } });
      expect(refused.body).toContain(
        'Contracted rates for plans, tiers, states, policy months or group sizes hold in this month',
      );
      // An ended rate is no obstacle.
      await account.call('POST', '/v1/expected-rates', { json: closer });
      expect((await decide(id, 'accept')).status).toBe(200);
    },
  );
});

describe('dispute', () => {
  test('is recorded once; the event can still be accepted, but an accepted event cannot be disputed', async () => {
    await upload(DEC, flat(MANY, 20));
    await upload(JAN, flat(MANY, 18));
    const { id } = await onlyEvent();
    const first = await decide(id, 'dispute');
    expect(first).toMatchObject({ status: 200, json: { id, state: 'disputed', rateId: null } });
    expect((await decide(id, 'dispute')).json).toEqual(first.json);
    expect(await events('?state=disputed')).toHaveLength(1);
    expect((await decide(id, 'accept')).status).toBe(200);
    expect(await decide(id, 'dispute')).toMatchObject({ status: 409, json: { code: 'conflict' } });
    const audit = (await account.call('GET', '/v1/audit')).body;
    expect(audit.split('carrier_event.dispute')).toHaveLength(2);
  });

  const recoverable = async () => {
    const { json } = await account.call('GET', '/v1/reports/recoverable');
    return z.object({ totals: z.looseObject({ claims: z.number() }), data: z.array(claimSeen) }).parse(json);
  };
  const claimSeen = z.looseObject({ claimId: z.string(), memberExternalId: z.string(), ask: z.string() });
  const disputeIdOf = (json: unknown) => z.looseObject({ disputeId: z.string() }).parse(json).disputeId;

  test("turns the members' shortfall into claims of one dispute, which a later statement pays", async () => {
    await upload(DEC, [...flat(MANY, 20), ['Late', 30]]);
    await upload(JAN, [...flat(MANY, 18), ['Late', 30]]);
    expect((await recoverable()).totals).toMatchObject({ claims: 0 });
    const { id } = await onlyEvent();
    const decided = await decide(id, 'dispute');
    const disputeId = disputeIdOf(decided.json);
    const { totals, data } = await recoverable();
    expect(totals).toMatchObject({ claims: 12, estimated: 24, recoverable: 0 });
    expect(data[0]).toMatchObject({
      kind: 'underpaid',
      certainty: 'to_check',
      basis: 'earlier_pay',
      period: JAN,
      amount: 2,
      ask: 'Please pay the $2.00 missing for Jan 2026 by what was paid before. You pay 10 % less for 12 of 13 members since Jan 2026; we have not agreed to it.',
    });
    expect((await account.call('GET', `/v1/disputes/${disputeId}`)).json).toMatchObject({
      state: 'asked',
      carrierId,
      claims: 12,
      askedAmount: 24,
      letter: expect.stringContaining('You pay 10 % less'),
    });
    expect((await account.call('GET', '/v1/disputes')).json).toMatchObject({ data: [{ id: disputeId }] });
    expect((await decide(id, 'dispute')).json).toEqual(decided.json);

    await upload(FEB, [...flat(MANY, 20), ...flat(MANY, 2), ['Late', 30]]);
    expect((await account.call('GET', `/v1/disputes/${disputeId}`)).json).toMatchObject({
      state: 'paid',
      recoveredAmount: 24,
    });
  });

  test('claims each dollar once, by a contracted rate if there is one, and leaves the claims of other disputes', async () => {
    await upload(DEC, flat(MANY, 20));
    await upload(JAN, flat(MANY, 18));
    const rate = { carrierId, rateType: 'flat_per_member', rateValue: 19, effectiveFrom: '2025-01-01' };
    expect((await account.call('POST', '/v1/expected-rates', { json: rate })).status).toBe(201);
    const before = await recoverable();
    expect(before.totals).toMatchObject({ claims: 12, recoverable: 12 });
    const { claimId } = before.data[0] ?? {};
    const first = await account.call('POST', '/v1/disputes', { json: { claimIds: [claimId] } });
    expect(first.status).toBe(201);
    const { id } = await onlyEvent();
    const disputeId = disputeIdOf((await decide(id, 'dispute')).json);
    const after = await recoverable();
    expect(after).toEqual({
      totals: { ...before.totals, asked: 12 },
      data: before.data.map((claim) => ({ ...claim, disputeId: expect.any(String) })),
    });
    const askedBy = Map.groupBy(after.data, (claim) => claim.disputeId);
    expect(askedBy.get(disputeId)).toHaveLength(11);
    expect(askedBy.size).toBe(2);
    expect((await account.call('GET', `/v1/disputes/${disputeId}`)).json).toMatchObject({
      claims: 11,
      askedAmount: 11,
    });
  });

  test('loses its claims when a statement removes the event', async () => {
    await upload(DEC, flat(MANY, 20));
    await upload(JAN, flat(MANY, 18));
    const disputeId = disputeIdOf((await decide((await onlyEvent()).id, 'dispute')).json);
    await upload(JAN, flat(MANY, 16), { replace: true });
    expect(await onlyEvent()).toMatchObject({ state: 'open', disputeId: null });
    expect((await recoverable()).totals).toMatchObject({ claims: 0 });
    expect((await account.call('GET', `/v1/disputes/${disputeId}`)).json).toMatchObject({
      state: 'asked',
      recoveredAmount: 0,
    });
  });

  test('answers 409 for a carrier that pays more', async () => {
    await upload(DEC, flat(MANY, 20));
    await upload(JAN, flat(MANY, 22));
    const event = await onlyEvent();
    expect(event).toMatchObject({ kind: 'pay_increased', changePercent: 10 });
    expect(await decide(event.id, 'dispute')).toMatchObject({ status: 409, json: { code: 'conflict' } });
  });
});

test('answers 404 for unknown events, carriers and workspaces, and 422 for an invalid month', async () => {
  for (const decision of ['accept', 'dispute'] as const) {
    for (const id of [randomUUID(), 'x']) expect((await decide(id, decision)).status).toBe(404);
  }
  expect((await account.call('GET', `/v1/carrier-events?carrierId=${randomUUID()}`)).status).toBe(404);
  expect((await account.call('GET', `/v1/carrier-events?workspaceId=${randomUUID()}`)).status).toBe(404);
  expect((await account.call('GET', '/v1/carrier-events?period=2026-13')).status).toBe(422);
  expect((await account.call('GET', '/v1/carrier-events?state=closed')).status).toBe(422);
});
