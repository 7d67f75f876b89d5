import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService, type TestAccount } from '../../support/service.ts';
import {
  type Carrier,
  type Line,
  listed,
  type PutRequest,
  put,
  type SentPolicy,
  type World,
} from './policies-model.ts';
import { type Finding, idKey, KINDS, memberOf, report, SOME_PERIOD, statementKey } from './policy-report-model.ts';

/** Tests random lists and statements of two carriers in two workspaces against a model. fast-check prints the seed of a failure. */

const service = await sharedService();

const PERIODS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const IDS = ['A', 'A', 'A', ' a', 'B', 'B', 'C-1', 'C1', '7', '007', 'Z9'];
const NUMBERS = ['P1', 'p 1', 'P2', 'P3', 'B'];
const mostly = <T>(good: readonly T[], bad: readonly T[] = []) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...good), weight: 200 },
    ...bad.map((one) => ({ arbitrary: fc.constant(one), weight: 1 })),
  );

const sentPolicy: fc.Arbitrary<SentPolicy> = fc.record({
  id: mostly(IDS.concat(NUMBERS), [' ']),
  policyNumber: mostly([null, null, ...NUMBERS]),
  carrier: mostly(['Summit Health', 'apex mutual'], [null, 'Nobody Life']),
  memberName: mostly([null, 'Ann Abel']),
  plan: mostly([null, 'Gold', 'gold ', 'Silver']),
  effective: mostly([null, '2025-11-30', '1/1/2026', '2026-01-02', '2026-02-01', '3/31/2026'], ['13/45/2026', 'soon']),
  term: mostly([null, null, null, '2026-01-31', '2026-02-15', '12/31/2027'], ['never']),
  premium: mostly([null, '100', '90.00', '$1000'], ['ten', '-5']),
  lives: mostly([null, '1', '2'], ['-1']),
  rate: mostly([null, '5%', '0.05', '0.1'], ['x']),
  agent: mostly([null, 'Ann Lee', 'Lee Ann', 'Bo Day']),
  status: mostly([null, 'Active', 'in force', 'Current', 'Pending', 'Lapsed', 'ended'], ['asleep']),
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

/** Chooses one workspace more often than the other, so that its books get several statements and lists. */
const place = { carrier: fc.nat(1), workspace: fc.constantFrom(0, 0, 0, 1) };
const read = fc.record({
  ...place,
  type: fc.constant('read' as const),
  ofCarrier: fc.boolean(),
  ofWorkspace: fc.boolean(),
  status: fc.constantFrom(undefined, 'active' as const, 'pending' as const, 'ended' as const),
  kind: fc.constantFrom(undefined, undefined, undefined, ...KINDS),
  limit: fc.integer({ min: 1, max: 3 }),
});
const operation = fc.oneof(
  {
    arbitrary: fc.record({
      ...place,
      type: fc.constant('put' as const),
      isOfAll: fc.boolean(),
      dryRun: fc.constantFrom(false, false, false, true),
      isCsv: fc.boolean(),
      policies: fc.array(sentPolicy, { maxLength: 5 }),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      ...place,
      type: fc.constant('upload' as const),
      period: fc.constantFrom(...PERIODS, '2026-03', '2026-04'),
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({ ...place, type: fc.constant('retract' as const), period: fc.constantFrom(...PERIODS) }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      ...place,
      type: fc.constant('join' as const),
      ids: fc.subarray(['A', 'B', 'C-1', 'C1'], { minLength: 2, maxLength: 2 }),
    }),
    weight: 2,
  },
  { arbitrary: read, weight: 1 },
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
  /** The file of each statement, by its key. */
  readonly files: Map<string, string>;
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
    world: { carriers, policies: [], statements: new Map(), joined: [] },
    files: new Map(),
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

type Of<Type extends Operation['type']> = Extract<Operation, { type: Type }>;

async function run(driver: Driver, one: Operation): Promise<void> {
  const carrier = driver.world.carriers[one.carrier];
  const workspaceId = driver.workspaces[one.workspace];
  if (carrier === undefined || workspaceId === undefined) throw new RangeError('No such book.');
  const book = { carrier, carrierId: carrier.carrierId, workspaceId };
  if (one.type === 'upload') await upload(driver, book, one);
  else if (one.type === 'retract') await retract(driver, book, one);
  else if (one.type === 'join') await join(driver, book, one);
  else if (one.type === 'read') await checkPages(driver, book, one);
  else await putList(driver, book, one);
}

interface Place {
  readonly carrier: Carrier;
  readonly carrierId: string;
  readonly workspaceId: string;
}

async function upload(
  { account, world, files }: Driver,
  { carrierId, workspaceId }: Place,
  { period, lines }: Of<'upload'>,
) {
  const rows = lines.map((l) =>
    [l.member, l.cents / 100, `Member ${l.member}`, l.policy, l.agent, l.agentId, l.premium, l.lives, l.rate].join(','),
  );
  const file = [Object.values(CONFIG.columns).join(','), ...rows].join('\n');
  const { status, json } = await account.upload({ carrierId, workspaceId, period, file, replace: true });
  expect(status).toBe(202);
  await service.runJobs();
  const key = statementKey(carrierId, workspaceId, period);
  files.set(key, z.object({ fileId: z.string() }).parse(json).fileId);
  world.statements.set(key, lines);
}

async function retract(
  { account, world, files }: Driver,
  { carrierId, workspaceId }: Place,
  { period }: Of<'retract'>,
) {
  const key = statementKey(carrierId, workspaceId, period);
  if (!world.statements.delete(key)) return;
  expect((await account.call('DELETE', `/v1/files/${files.get(key)}`)).status).toBe(202);
  await service.runJobs();
}

const members = z.object({ data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string() })) });

/** Joins two members whose ids are on no statement together, and who have no joined ids yet. */
async function join(
  { account, world }: Driver,
  { carrierId, workspaceId }: Place,
  { ids: [member, externalId] }: Of<'join'>,
) {
  if (member === undefined || externalId === undefined) return;
  const isOwn = (one: { carrierId: string; workspaceId: string }) =>
    one.carrierId === carrierId && one.workspaceId === workspaceId;
  const book = statementKey(carrierId, workspaceId, '');
  const months = [...world.statements]
    .filter(([key]) => key.startsWith(book))
    .map(([, lines]) => lines.map((l) => l.member));
  const isTogether = months.some((shown) => shown.includes(member) && shown.includes(externalId));
  const isJoined = world.joined.some(
    (one) => isOwn(one) && [one.member, one.externalId].some((id) => id === member || id === externalId),
  );
  if (isTogether || isJoined || !months.some((shown) => shown.includes(member))) return;
  const query = new URLSearchParams({ carrierId, workspaceId, limit: '200' });
  const { data } = members.parse((await account.call('GET', `/v1/members?${query}`)).json);
  const found = data.find(({ memberExternalId }) => memberExternalId === member);
  const joined = await account.call('POST', `/v1/members/${found?.memberRefId}/aliases`, { json: { externalId } });
  expect(joined.status).toBe(201);
  world.joined = [...world.joined, { carrierId, workspaceId, externalId, member }];
}

const COLUMNS: Readonly<Record<keyof SentPolicy, string>> = {
  ...{ id: 'Member ID', policyNumber: 'Policy #', carrier: 'Carrier', memberName: 'Insured', plan: 'Product' },
  ...{ effective: 'Start Date', term: 'End Date', premium: 'Monthly Premium', lives: 'Lives', rate: 'Commission Rate' },
  ...{ agent: 'Writing Agent', status: 'Policy Status' },
};
const FIELDS = [
  'id',
  'policyNumber',
  'carrier',
  'memberName',
  'plan',
  'effective',
  'term',
  'premium',
  'lives',
  'rate',
  'agent',
  'status',
] as const;

function csvOf(policies: readonly SentPolicy[]): string {
  const rows = policies.map((one) => FIELDS.map((field) => one[field] ?? '').join(';'));
  return [FIELDS.map((field) => COLUMNS[field]).join(';'), ...rows].join('\r\n');
}

/** Shows "policies[3].premium" and `row 5, column "Monthly Premium"` as "3 premium". */
function faultOf(field: string): string {
  const [, row, header] = /^row (\d+), column "(.+)"$/u.exec(field) ?? [];
  const named = FIELDS.find((name) => COLUMNS[name] === header);
  return row === undefined ? field.replace(/policies\[(\d+)\]\./u, '$1 ') : `${Number(row) - 2} ${named}`;
}

async function putList({ account, world }: Driver, { carrierId, workspaceId }: Place, one: Of<'put'>): Promise<void> {
  const request: PutRequest = {
    workspaceId,
    carrierId: one.isOfAll ? null : carrierId,
    dryRun: one.dryRun,
    policies: one.policies.map((policy) => (one.isOfAll ? policy : { ...policy, carrier: null })),
  };
  const query = new URLSearchParams({ workspaceId, dryRun: String(one.dryRun) });
  if (request.carrierId !== null) query.set('carrierId', request.carrierId);
  const body = one.isCsv
    ? { body: csvOf(request.policies), headers: { 'Content-Type': 'text/csv' } }
    : { json: { policies: request.policies } };
  const { status, json } = await account.call('PUT', `/v1/policies?${query}`, body);
  const answer = status === 422 ? faults.parse(json) : counts.parse(json);
  const told = 'errors' in answer ? { faults: answer.errors.map(({ field }) => faultOf(field)).sort() } : answer;
  expect({ status, ...told }).toEqual(put(world, request));
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
  counts: z.record(z.string(), z.number()),
  data: z.array(finding),
});

/** Puts ids into their common form, because any spelling may be shown, and replaces a last period that the model leaves open. */
function comparable(world: World, expected: readonly Finding[], one: z.infer<typeof finding>) {
  const carrier = world.carriers.find(({ carrierId }) => carrierId === one.carrierId);
  const idOf = (id: string) => (carrier === undefined ? '' : idKey(carrier, id));
  const shown = (id: string) =>
    carrier === undefined ? '' : memberOf({ carrier, workspaceId: one.workspaceId, joined: world.joined }, id);
  const policyId = one.kind === 'paid_not_listed' ? shown(one.policyId) : idOf(one.policyId);
  const isSome = expected.some(
    (other) =>
      other.lastPeriod === SOME_PERIOD &&
      [other.carrierId, other.workspaceId, other.policyId].join() === [one.carrierId, one.workspaceId, policyId].join(),
  );
  const possibleMatch = one.possibleMatch === null ? null : shown(one.possibleMatch);
  return {
    ...one,
    policyId,
    possibleMatch,
    ...(isSome && one.lastPeriod !== null && { lastPeriod: SOME_PERIOD, lastAmount: null }),
  };
}

const pagination = z.object({ limit: z.number(), offset: z.number(), hasMore: z.boolean() });
const page = z.object({ data: z.array(z.unknown()), total: z.number().nullable(), pagination });

/** Reads all pages of a list. */
async function pagesOf(account: TestAccount, path: string, limit: number): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for (let offset = 0; ; offset += limit) {
    const { json } = await account.call('GET', `${path}&limit=${limit}&offset=${offset}`);
    const found = page.parse(json);
    rows.push(...found.data);
    expect(found.data.length).toBeLessThanOrEqual(limit);
    expect(offset).toBeLessThan(200);
    expect(found.pagination).toMatchObject({ limit, offset });
    if (!found.pagination.hasMore) {
      expect(found.total).toBe(rows.length);
      return rows;
    }
  }
}

/** Reads the list and the report by filters, in pages. */
async function checkPages(
  { account, world }: Driver,
  { carrierId, workspaceId }: Place,
  one: Of<'read'>,
): Promise<void> {
  const asked = { ...(one.ofCarrier && { carrierId }), ...(one.ofWorkspace && { workspaceId }) };
  const filter = new URLSearchParams(asked);
  const ofStatus = one.status === undefined ? {} : { status: one.status };
  const list = await pagesOf(account, `/v1/policies?${new URLSearchParams({ ...asked, ...ofStatus })}`, one.limit);
  expect(policyList.shape.data.parse(list).map(({ policyId }) => policyId)).toEqual(
    listed(world, { ...asked, ...ofStatus }).map(({ policyId }) => policyId),
  );
  const whole = reply.parse((await account.call('GET', `/v1/reports/policies?${filter}&limit=200`)).json);
  const expected = report(world, asked);
  expect(whole.period).toBe(expected.period);
  expect(kindsOf(whole.data)).toEqual(kindsOf(expected.findings));
  expect(whole.counts).toEqual(
    Object.fromEntries(
      KINDS.map((kind) => [kind, kindsOf(expected.findings).filter((other) => other === kind).length]),
    ),
  );
  const ofKind = one.kind === undefined ? {} : { kind: one.kind };
  const rows = await pagesOf(
    account,
    `/v1/reports/policies?${new URLSearchParams({ ...asked, ...ofKind })}`,
    one.limit,
  );
  expect(finding.array().parse(rows)).toEqual(whole.data.filter(({ kind }) => kind === (one.kind ?? kind)));
}

const kindsOf = (findings: readonly { readonly kind: string }[]) => findings.map(({ kind }) => kind).sort();

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

const operations = fc.array(operation, { minLength: 6, maxLength: 14 });
const reads = fc.array(read, { minLength: 3, maxLength: 3 });

test('stores and compares any lists by the rules', async () => {
  await fc.assert(
    fc.asyncProperty(operations, reads, async (changes, checks) => {
      const driver = await startWorld();
      for (const one of changes) {
        await run(driver, one);
        await checkLists(driver);
      }
      for (const period of [undefined, ...PERIODS]) await checkReport(driver, period);
      for (const one of checks) await run(driver, one);
    }),
    { numRuns: propertyRuns(60), endOnFailure: true },
  );
});
