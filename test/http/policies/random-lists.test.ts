import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService, type TestAccount, type TestService } from '../../support/service.ts';
import { type Line, listed, type PutRequest, put, type SentPolicy, type World } from './policies-model.ts';
import { type Finding, idKey, report, SOME_PERIOD, statementKey } from './policy-report-model.ts';

/** Random lists and statements of two carriers in two workspaces. fast-check prints the seed of a failure. */

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});

const PERIODS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const IDS = ['A', ' a', 'B', 'C-1', 'C1', '7', '007', 'Z9'];
const NUMBERS = ['P1', 'p 1', 'P2', 'P3', 'B'];
const mostly = <T>(good: readonly T[], bad: readonly T[] = []) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...good), weight: 60 },
    ...bad.map((one) => ({ arbitrary: fc.constant(one), weight: 1 })),
  );

const sentPolicy: fc.Arbitrary<SentPolicy> = fc.record({
  id: mostly(IDS.concat(NUMBERS), [' ']),
  policyNumber: mostly([null, null, ...NUMBERS]),
  carrier: mostly(['Summit Health', 'apex mutual'], [null, 'Nobody Life']),
  memberName: mostly([null, 'Ann Abel']),
  plan: mostly([null, 'Gold', 'gold ', 'Silver']),
  effective: mostly(
    [null, null, '2025-11-30', '1/1/2026', '2026-01-15', '2026-02-01', '3/31/2026'],
    ['13/45/2026', 'soon'],
  ),
  term: mostly([null, null, null, '2026-01-31', '2026-02-15', '12/31/2027'], ['never']),
  premium: mostly([null, '100', '90.00', '$1000'], ['ten', '-5']),
  lives: mostly([null, '1', '2'], ['-1']),
  rate: mostly([null, '5%', '0.05', '0.1'], ['x']),
  agent: mostly([null, 'Ann Lee', 'Lee Ann', 'Bo Day']),
  status: mostly([null, 'Active', 'in force', 'Pending', 'Lapsed', 'ended'], ['asleep']),
});

const line: fc.Arbitrary<Line> = fc.record({
  member: fc.constantFrom('A', 'B', 'C-1', 'C1', '7', '007'),
  cents: fc.constantFrom(5000, 5000, 4000, 1234, 0, -5000),
  policy: fc.constantFrom(null, 'P1', 'P2', 'P3', 'A'),
  agent: fc.constantFrom(null, 'Ann Lee', 'Bo Day'),
  agentId: fc.constant(null),
  premium: fc.constantFrom(null, 100, 90),
  lives: fc.constantFrom(null, 1, 2),
  rate: fc.constantFrom(null, 0.05, 0.1),
});

const place = { carrier: fc.nat(1), workspace: fc.nat(1) };
const operation = fc.oneof(
  {
    arbitrary: fc.record({
      ...place,
      type: fc.constant('put' as const),
      isOfAll: fc.boolean(),
      dryRun: fc.boolean(),
      policies: fc.array(sentPolicy, { maxLength: 5 }),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      ...place,
      type: fc.constant('upload' as const),
      period: fc.constantFrom(...PERIODS),
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    }),
    weight: 3,
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const CONFIG = {
  fileType: 'csv',
  columns: {
    member_external_id: 'Member ID',
    commission_amount: 'Commission',
    member_name: 'Name',
    policy_number: 'Policy',
    agent_name: 'Agent',
    agent_id: 'Agent ID',
    premium_amount: 'Premium',
    lives: 'Lives',
    rate: 'Rate',
  },
};

interface Driver {
  readonly account: TestAccount;
  readonly workspaces: readonly string[];
  readonly world: World;
}

async function startWorld(): Promise<Driver> {
  const account = await service.createAccount();
  const second = await service.createWorkspace(account, 'Second');
  const summit = await service.createCarrier({ account, name: 'Summit Health', config: CONFIG });
  const strips = { ...CONFIG, memberId: { stripLeadingZeros: true } };
  const apex = await service.createCarrier({ account, name: 'Apex Mutual', config: strips });
  const carriers = [
    { carrierId: summit, name: 'Summit Health', stripsZeros: false },
    { carrierId: apex, name: 'Apex Mutual', stripsZeros: true },
  ];
  return {
    account,
    workspaces: [account.workspaceId, second],
    world: { carriers, policies: [], statements: new Map() },
  };
}

const counts = z.object({
  policies: z.number(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  unchanged: z.number(),
});
const faults = z.object({ errors: z.array(z.object({ field: z.string() })) });

async function run({ account, workspaces, world }: Driver, one: Operation): Promise<void> {
  const workspaceId = workspaces[one.workspace] ?? '';
  const carrierId = world.carriers[one.carrier]?.carrierId ?? '';
  if (one.type === 'upload') {
    const file = [
      Object.values(CONFIG.columns).join(','),
      ...one.lines.map((l) =>
        [l.member, l.cents / 100, `Member ${l.member}`, l.policy, l.agent, l.agentId, l.premium, l.lives, l.rate].join(
          ',',
        ),
      ),
    ].join('\n');
    const sent = await account.upload({ carrierId, workspaceId, period: one.period, file, replace: true });
    expect(sent.status).toBe(202);
    await service.runJobs();
    world.statements.set(statementKey(carrierId, workspaceId, one.period), one.lines);
    return;
  }
  const request: PutRequest = {
    workspaceId,
    carrierId: one.isOfAll ? null : carrierId,
    dryRun: one.dryRun,
    policies: one.policies.map((policy) => (one.isOfAll ? policy : { ...policy, carrier: null })),
  };
  const query = new URLSearchParams({ workspaceId, dryRun: String(one.dryRun) });
  if (request.carrierId !== null) query.set('carrierId', request.carrierId);
  const { status, json } = await account.call('PUT', `/v1/policies?${query}`, { json: { policies: request.policies } });
  const told =
    status === 422
      ? {
          status,
          faults: faults
            .parse(json)
            .errors.map(({ field }) => field.replace(/policies\[(\d+)\]\./u, '$1 '))
            .sort(),
        }
      : { status, ...counts.parse(json) };
  expect(told).toEqual(put(world, request));
}

const policyList = z.object({
  data: z.array(z.looseObject({ policyId: z.string(), listedAt: z.string() })),
  pagination: z.object({ hasMore: z.boolean() }),
});

async function checkLists({ account, world }: Driver): Promise<void> {
  const { data } = policyList.parse((await account.call('GET', '/v1/policies?limit=200')).json);
  expect(inOrder(data.map(({ listedAt: _, ...one }) => one))).toEqual(inOrder(listed(world, {})));
  expect(data.map(({ policyId }) => policyId)).toEqual(listed(world, {}).map(({ policyId }) => policyId));
}

const cents = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 100));
const finding = z.object({
  carrierId: z.string(),
  workspaceId: z.string(),
  kind: z.string(),
  policyId: z.string(),
  lastPeriod: z.string().nullable(),
  lastAmount: z.number().nullable().transform(cents),
  listed: z.string().nullable(),
  onStatement: z.string().nullable(),
  possibleMatch: z.string().nullable(),
});
const reply = z.object({
  period: z.string().nullable(),
  lists: z.array(
    z.object({
      carrierId: z.string(),
      workspaceId: z.string(),
      compared: z.boolean(),
      listed: z.number(),
      active: z.number(),
      paid: z.number(),
      waiting: z.number(),
    }),
  ),
  data: z.array(finding),
});

/** Ids in their common form, because several spellings may be shown; some period where the rules name none. */
function comparable(world: World, expected: readonly Finding[], one: z.infer<typeof finding>) {
  const carrier = world.carriers.find(({ carrierId }) => carrierId === one.carrierId);
  const policyId = carrier === undefined ? '' : idKey(carrier, one.policyId);
  const isSome = expected.some(
    (other) =>
      other.lastPeriod === SOME_PERIOD &&
      [other.carrierId, other.workspaceId, other.policyId].join() === [one.carrierId, one.workspaceId, policyId].join(),
  );
  const possibleMatch = carrier === undefined || one.possibleMatch === null ? null : idKey(carrier, one.possibleMatch);
  return {
    ...one,
    policyId,
    possibleMatch,
    ...(isSome && one.lastPeriod !== null && { lastPeriod: SOME_PERIOD, lastAmount: null }),
  };
}

const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();

async function checkReport({ account, world }: Driver, period?: string): Promise<void> {
  const query = period === undefined ? '' : `&period=${period}`;
  const found = reply.parse((await account.call('GET', `/v1/reports/policies?limit=200${query}`)).json);
  const expected = report(world, period === undefined ? {} : { period });
  const shown = found.data.map((one) => comparable(world, expected.findings, one));
  expect({ period: found.period, lists: inOrder(found.lists), data: inOrder(shown) }).toEqual({
    period: expected.period,
    lists: inOrder(expected.lists),
    data: inOrder(expected.findings),
  });
}

test('stores and compares any lists by the rules', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 6, maxLength: 12 }), async (operations) => {
      const driver = await startWorld();
      for (const one of operations) {
        await run(driver, one);
        await checkLists(driver);
      }
      for (const period of [undefined, ...PERIODS]) await checkReport(driver, period);
    }),
    { numRuns: propertyRuns(60), endOnFailure: true },
  );
});
