import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { gzipPacking } from '../../../adapters/archive/compressed-files.ts';
import { createArchiveRows } from '../../../adapters/postgres/operations/archive-store.ts';
import { deleteAccount } from '../../../app/accounts/delete-accounts.ts';
import { archiveMonths, bringMonthsBack } from '../../../app/operations/archive-months.ts';
import { type StatementRow, startService, statement, type TestAccount } from '../../support/service.ts';

/**
 * Guarantee: no read tells a part of an archived month. Each read gives the same answer as before, or a problem, or the last month whose
 * rows are archived. Every change of an archived month or the one after it is refused.
 */

const MONTHS = ['2023-09', '2023-10', '2023-12', '2024-01', '2024-02', '2024-03'] as const;
const [OLD, , THROUGH, HELD, , LATEST] = MONTHS;

const service = await startService({ hasReports: true });
afterAll(() => service.close());
const account = await service.createAccount();
const carrierId = await service.createCarrier();

/** Members who are paid the same each month, one who drops and returns, one who is charged back, and one who comes late. */
function rowsOf(month: number): readonly StatementRow[] {
  const cells = (name: string, policy: string) => ({
    Name: name,
    Policy: policy,
    Plan: 'Gold',
    Premium: '1000',
    Agent: 'Ann Lee',
  });
  const steady = Array.from({ length: 6 }, (_, at): StatementRow => [`Q${at}`, 50, cells(`Quiet ${at}`, `PQ${at}`)]);
  const others: StatementRow[] = [];
  if (month !== 1 && month !== 4) others.push(['DROP', 40, cells('Drop Ping', 'PD')]);
  others.push(['BACK', month === 2 ? -50 : 50, cells('Back Charged', 'PB')]);
  if (month >= 3) others.push(['LATE', 60, cells('Late Comer', 'PL')]);
  if (month === 5) others.push(['Q1', -50, cells('Quiet 1', 'PQ1')]);
  return [...steady, ...others];
}

interface Loaded {
  readonly jobId: string;
  readonly fileId: string;
}
const loaded: Loaded[] = [];
const ids: Record<string, readonly string[]> = {};

const listed = z.object({ data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string() })) });
const journey = z.object({
  periods: z.array(z.object({ policies: z.array(z.object({ policyRefId: z.string().nullable() })) })),
});

const get = async (path: string) => (await account.call('GET', path, { token: account.token })).json;

beforeAll(async () => {
  for (const [at, period] of MONTHS.entries())
    loaded.push(await account.load({ carrierId, period, file: statement(rowsOf(at)) }));
  const members = listed.parse(await get(`/v1/members?carrierId=${carrierId}`)).data;
  // The other quiet members are as Q1 is.
  const different = members.filter(({ memberExternalId }) => !/^Q[02-9]$/.test(memberExternalId));
  const memberRefId = different.map((each) => each.memberRefId);
  const policies = await Promise.all(
    memberRefId.map(async (id) => journey.parse(await get(`/v1/members/${id}/journey`))),
  );
  const policyRefId = policies.flatMap(
    ({ periods }) => periods.at(-1)?.policies.flatMap((each) => each.policyRefId ?? []) ?? [],
  );
  const [first, last] = [loaded[0], loaded.at(-1)];
  Object.assign(ids, {
    quiet: members.filter(({ memberExternalId }) => memberExternalId === 'Q1').map((each) => each.memberRefId),
    memberRefId,
    policyRefId,
    jobId: [first?.jobId, last?.jobId],
    fileId: [first?.fileId, last?.fileId],
    carrierId: [carrierId],
    period: [OLD, HELD, LATEST],
    row: ['2'],
    version: ['1'],
  });
});

/** The values that a parameter of a query is tried with. */
const QUERY: Readonly<Record<string, readonly string[]>> = {
  period: [OLD, THROUGH, HELD, LATEST],
  from: [OLD, '2024-02'],
  to: [OLD, LATEST],
  year: ['2023', '2024'],
  months: ['24'],
  periodYear: ['2023'],
  since: [OLD],
};

/** The description, and the export, which is a file of a new moment each time. */
const NO_READS: ReadonlySet<string> = new Set(['/v1/openapi.json', '/v1/account/export']);

interface Read {
  readonly operationId: string;
  readonly url: string;
}

const USUAL: Readonly<Record<string, string>> = { q: 'quiet' };

function listReads(): readonly Read[] {
  const parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() });
  const operation = z.object({ operationId: z.string(), parameters: z.array(parameter).optional() });
  const reads: Read[] = [];
  for (const [path, methods] of Object.entries(z.record(z.string(), z.unknown()).parse(service.document.paths))) {
    const found = operation.safeParse(z.object({ get: z.unknown() }).partial().parse(methods).get);
    if (!found.success || path.startsWith('/v1/admin') || NO_READS.has(path)) continue;
    const { operationId, parameters = [] } = found.data;
    const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    const usual = Object.entries({ ...USUAL, carrierId })
      .filter(([name]) => names.includes(name))
      .map(([name, value]) => `${name}=${value}`);
    const queries = [
      usual,
      ...Object.entries(QUERY).flatMap(([name, values]) =>
        names.includes(name) ? values.map((value) => [...usual, `${name}=${value}`]) : [],
      ),
    ];
    if (names.includes('from'))
      queries.push([...usual, `from=${OLD}`, `to=${LATEST}`], [...usual, 'from=2024-02', `to=${LATEST}`]);
    if (names.includes('workspaceId')) queries.push([...usual, `workspaceId=${account.workspaceId}`]);
    for (const place of fill(path))
      for (const query of queries) reads.push({ operationId, url: `${place}?${query.join('&')}` });
  }
  return reads;
}

/** Fills the parameters of a path with each known id. */
function fill(path: string): readonly string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined) return [path];
  const values = ids[name] ?? ['00000000-0000-0000-0000-000000000000'];
  return values.flatMap((value) => fill(path.replace(`{${name}}`, value)));
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function readAll(of: TestAccount, reads: readonly Read[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const { url } of reads) {
    const { status, body } = await of.call('GET', url, { token: of.token });
    answers.set(url, { status, body: body.replaceAll(/"requestId":"[^"]*"/g, '') });
  }
  return answers;
}

const archive = {
  accountId: account.accountId,
  rows: createArchiveRows(service.database, account.accountId),
  objects: service.objects,
  packing: gzipPacking,
  pause: async () => {},
  report: () => {},
};

it('gives each read as before, refuses it, or says what is archived', async () => {
  const reads = listReads();
  await service.database.system(
    (sql) => sql`update accounts set rate_limit_per_minute = 1000000 where account_id = ${account.accountId}`,
  );
  const before = await readAll(account, reads);
  const result = await archiveMonths(archive, 1);
  expect(result).toMatchObject({ books: 1, refused: [] });
  expect(result.rows).toBeGreaterThan(10);
  const after = await readAll(account, reads);
  const wrong: string[] = [];
  const refused = new Set<string>();
  for (const { operationId, url } of reads) {
    const [was, now] = [before.get(url), after.get(url)];
    if (was === undefined || now === undefined || (was.status === now.status && was.body === now.body)) continue;
    if (now.status === 409 && now.body.includes('month_archived')) refused.add(operationId);
    else if (!now.body.includes(`"archivedThrough":"${THROUGH}"`))
      wrong.push(`${operationId} ${url}\n  ${was.body.slice(0, 3000)}\n  ${now.body.slice(0, 3000)}`);
  }
  expect(wrong).toEqual([]);
  for (const operationId of [
    'listChanges',
    'getStatement',
    'getYearReport',
    'listJobResults',
    'getFileRow',
    'listMemberLines',
  ])
    expect(refused).toContain(operationId);
  await bringMonthsBack(archive);
  expect(await readAll(account, reads)).toEqual(before);
});

it('refuses every change of an archived month and of the one after it, with the month and the command', async () => {
  await archiveMonths(archive, 1);
  const { token } = account;
  const json = (method: string, path: string, body?: object) =>
    account.call(method, path, { token, ...(body !== undefined && { json: body }) });
  const [old] = loaded;
  const held = loaded[MONTHS.indexOf(HELD)];
  const book = { carrierId, workspaceId: account.workspaceId };
  const rate = { carrierId, planCode: null, rateType: 'flat_per_member', rateValue: 55 };
  const [quiet] = ids['quiet'] ?? [];
  const changes: readonly (readonly [string, () => ReturnType<TestAccount['call']>])[] = [
    ...[OLD, '2023-11', THROUGH, HELD].flatMap((period) =>
      [{ append: true }, { replace: true }].map(
        (mode) =>
          [
            `upload ${period}`,
            () => account.upload({ carrierId, period, file: statement([['X', 1]]), ...mode }),
          ] as const,
      ),
    ),
    ...[old, held].flatMap((file) => [
      ['retract', () => json('DELETE', `/v1/files/${file?.fileId}`)] as const,
      ['rescore', () => json('POST', `/v1/files/${file?.fileId}/rescore`)] as const,
      ['move', () => json('POST', `/v1/files/${file?.fileId}/move`, { carrierId, period: LATEST })] as const,
    ]),
    ['move there', () => json('POST', `/v1/files/${loaded.at(-1)?.fileId}/move`, { carrierId, period: '2023-11' })],
    ['close', () => json('PUT', `/v1/months/${HELD}`, { ...book, state: 'closed' })],
    [
      'deposit',
      () =>
        json('PUT', `/v1/statements/${carrierId}/${OLD}/deposit`, {
          workspaceId: account.workspaceId,
          amount: 1,
          depositedOn: '2023-10-01',
        }),
    ],
    ['rate', () => json('POST', '/v1/expected-rates', rate)],
    ['join', () => json('POST', `/v1/members/${quiet}/aliases`, { externalId: 'Q0' })],
    ['export', () => json('GET', '/v1/account/export')],
  ];
  const answers: string[] = [];
  for (const [name, change] of changes) {
    const { status, body } = await change();
    if (status !== 409 || !body.includes('month_archived') || !/20\d\d-\d\d.*archive-months/.test(body))
      answers.push(`${name}: ${status} ${body}`);
  }
  expect(answers).toEqual([]);
  expect((await json('POST', `/v1/files/${old?.fileId}/purge`)).status).toBe(200);
  const later = await account.upload({ carrierId, period: LATEST, append: true, file: statement([['X', 1]]) });
  expect(later.status).toBe(202);
  await service.runJobs();
});

it('deletes the files of archived months with the account', async () => {
  const files = async () =>
    (
      await readdir(join(service.objectDirectory, 'archive'), { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile());
  expect((await files()).length).toBeGreaterThan(0);
  const { deletions } = service.services.tasks;
  if (deletions === undefined) throw new Error('The service deletes no accounts');
  const [name] = await service.database.system(
    (sql) => sql<{ name: string }[]>`select name from accounts where account_id = ${account.accountId}`,
  );
  const origin = { actor: 'operator', ip: null, requestId: 'delete' };
  const deleted = await deleteAccount(
    deletions,
    { accountId: account.accountId, confirm: name?.name ?? '' },
    { origin, limits: { deletionSeconds: 60 } },
  );
  expect(deleted).toMatchObject({ status: 'completed' });
  expect(await files()).toEqual([]);
});
