import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { OPERATOR_TOKEN } from '../../support/http-service.ts';
import { PersonBrowser, peopleForTests } from '../../support/person-browser.ts';
import { asOwner } from '../../support/postgres.ts';
import { type StatementRow, startService, statement } from '../../support/service.ts';
import { words } from '../../support/words.ts';

/** Guarantee: a person with the role "agent" sees the agent's own members, and no data of any other agent. */

const of = (agent: string, name: string): Readonly<Record<string, string>> => ({
  Name: name,
  Policy: `POL-${name}`,
  Plan: 'Gold',
  Agent: agent,
});
const KIM = 'Kim Ortiz';
const BOB = 'Bob Miller';

/** Whitney moves from Bob to Kim in March, and Bob's share of Sue ends; Bob's other amounts occur nowhere else. */
const MONTHS: Readonly<Record<string, readonly StatementRow[]>> = {
  '2026-01': [
    ['K1', 40, of(KIM, 'Ada Kimson')],
    ['K2', 55, of('  kim ortiz', 'Ben Kimson')],
    ['B1', 77.31, of(BOB, 'Cleo Bobson')],
    ['B2', 88.42, of(BOB, 'Dirk Bobson')],
    ['W1', 61, of(BOB, 'Whitney Moves')],
    ['S1', 40, of(KIM, 'Sue Shared')],
    ['S1', 21.37, of(BOB, 'Sue Shared')],
  ],
  '2026-02': [
    ['K1', 30, of(KIM, 'Ada Kimson')],
    ['K2', 55, of(KIM, 'Ben Kimson')],
    ['B1', 66.53, of(BOB, 'Cleo Bobson')],
    ['B3', -99.64, of(BOB, 'Elsa Bobson')],
    ['W1', 61, of(BOB, 'Whitney Moves')],
    ['S1', 40, of(KIM, 'Sue Shared')],
    ['S1', 21.37, of(BOB, 'Sue Shared')],
  ],
  '2026-03': [
    ['K2', -25, of(KIM, 'Ben Kimson')],
    ['K3', 45, of(KIM, 'Finn Kimson')],
    ['B1', 66.53, of(BOB, 'Cleo Bobson')],
    ['B2', 12.75, of(BOB, 'Dirk Bobson')],
    ['W1', 61, of(KIM, 'Whitney Moves')],
    ['S1', 40, of(KIM, 'Sue Shared')],
  ],
};
const SECRETS = ['Bob', 'Cleo', 'Dirk', 'Elsa', '77.31', '88.42', '66.53', '99.64', '12.75'];

const created = z.object({ userId: z.string(), signInLink: z.string() });
const paths = z.record(z.string(), z.record(z.string(), z.unknown()));
const list = z.object({ data: z.array(z.looseObject({})) });
const ofId = z.object({ id: z.string() });
const asked = z.object({ questionId: z.string() });

/** Pays half of everything, with adjustments of both agents whose reasons nobody else may read. */
async function paidRun() {
  const agents = z.object({ data: z.array(z.object({ agentId: z.string(), name: z.string() })) });
  const { data } = agents.parse((await owner.call('GET', '/v1/agents')).json);
  const idOf = (name: string) => data.find((one) => one.name === name)?.agentId ?? '';
  const setup = {
    firstMonth: '2026-01',
    plans: [{ planId: 'half', name: 'Half', rules: [{ ruleId: 'all', pay: { by: 'commission', percent: 50 } }] }],
    agents: data.map(({ agentId }) => ({ agentId, plans: [{ from: '2000-01', planId: 'half' }] })),
  };
  expect((await owner.call('PUT', '/v1/pay-setup', { revision: 0, setup })).status).toBe(200);
  const opened = await owner.call('POST', '/v1/pay-runs', { payDate: '2026-03-15', months: ['2026-01'] });
  const runId = ofId.parse(opened.json).id;
  const adjust = (agentId: string, reason: string) =>
    owner.call('POST', `/v1/pay-runs/${runId}/adjustments`, { agentId, kind: 'bonus', amount: 7, reason });
  await adjust(idOf(BOB), 'Bob sold most');
  await adjust(idOf(KIM), 'Well done');
  const approved = await owner.call('POST', `/v1/pay-runs/${runId}/approve`, {});
  expect(approved.status, approved.body).toBe(200);
  const ask = (agentId: string, text: string) =>
    owner.call('POST', `/v1/pay-runs/${runId}/agents/${agentId}/questions`, { text });
  const ofBob = asked.parse((await ask(idOf(BOB), 'Is this right, Bob?')).json).questionId;
  const draft = await owner.call('POST', '/v1/pay-runs', { payDate: '2026-04-15', months: ['2026-01'] });
  return { runId, ofBob, kimId: idOf(KIM), bobId: idOf(BOB), draftId: ofId.parse(draft.json).id };
}

async function signedIn(role: string, agent: string | null): Promise<PersonBrowser> {
  const added = await fetch(`${service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: account.accountId, email: `${role}@harbor.example`, name: role, role, agent }),
  });
  const browser = new PersonBrowser(service.url);
  expect((await browser.follow(created.parse(await added.json()).signInLink)).status).toBe(200);
  return browser;
}

const idsAt = async (path: string, field: string): Promise<readonly string[]> =>
  list.parse((await owner.call('GET', path)).json).data.map((row) => z.string().parse(row[field]));

const service = await startService({ people: (database) => peopleForTests(database, () => service.url) });
const account = await service.createAccount();
const carrierId = await service.createCarrier({ account });
for (const [period, rows] of Object.entries(MONTHS)) {
  const file = statement(rows);
  await account.load({ file, fileName: `all agents ${period}.csv`, carrierId, period });
}
const owner = await signedIn('owner', null);
// Both agents have records; agents without one are in test/http/agents.
expect((await owner.call('POST', '/v1/agents/proposals/accept', {})).json).toMatchObject({ created: 2 });
const kim = await signedIn('agent', KIM.toUpperCase());
/** A run that paid both agents. Bob asks about it too. */
const paid = await paidRun();
const members = list.parse((await owner.call('GET', '/v1/members')).json).data;
const text = (value: unknown) => z.string().parse(value);
/** The id of each member, by the id that statements show. */
const memberIds = new Map(members.map((row) => [text(row['memberExternalId']), text(row['memberRefId'])]));
const lines = await asOwner(
  service.address,
  (sql) => sql<{ policy: string }[]>`select distinct policy_ref_id as policy from statement_lines`,
);
/** All ids that the test knows, by the name of the parameter in paths. */
const ids: Readonly<Record<string, readonly string[]>> = {
  memberRefId: [...memberIds.values()],
  policyRefId: lines.map(({ policy }) => policy),
  carrierId: [carrierId],
  fileId: await idsAt('/v1/files', 'fileId'),
  jobId: await idsAt('/v1/jobs', 'jobId'),
  period: Object.keys(MONTHS),
  agentId: await idsAt('/v1/agents', 'agentId'),
  row: ['2', '4'],
  version: ['1'],
  runId: [paid.runId],
  questionId: [paid.ofBob],
};
afterAll(() => service.close());

/** The paths of a route with every known id in place of its parameters. */
function pathsOf(path: string): readonly string[] {
  const parameter = /\{(\w+)\}/.exec(path);
  if (parameter === null) return [path];
  const values = ids[parameter[1] ?? ''] ?? ['5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11'];
  return values.flatMap((value) => pathsOf(path.replace(parameter[0], value)));
}

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/v1/changes': ['', '?kind=same', '?period=2026-02', `?agent=${encodeURIComponent(BOB)}`, '?q=bobson', '?sort=agent'],
  '/v1/members': ['', '?period=2026-02', '?q=Cleo', '?q=B1', '?status=red', '?signal=AGENT_CHANGED'],
  '/v1/chargebacks': ['', '?period=2026-02', '?period=2026-03'],
  '/v1/pay-runs/{runId}/lines': ['', '?party=house', '?party=held', `?party=${paid.bobId}`],
  '/v1/search': ['?q=kimson', '?q=bobson', '?q=moves', '?q=pol', '?q=2026', '?q=miller', '?q=agents', '?q=b1'],
};
const FORMS = [
  'application/pdf',
  'application/json',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

async function read(who: PersonBrowser, path: string, form: string) {
  const response = await fetch(`${service.url}${path}`, { headers: { cookie: who.cookie, accept: form } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isWorkbook = response.headers.get('content-type')?.includes('spreadsheetml') === true;
  const book = isWorkbook ? XLSX.read(bytes) : null;
  const text =
    book === null
      ? new TextDecoder().decode(bytes)
      : Object.values(book.Sheets)
          .map((sheet) => XLSX.utils.sheet_to_csv(sheet))
          .join('\n');
  return { status: response.status, text };
}

describe('every route that reads', () => {
  test('shows an agent nothing of other agents, and refuses what cannot be narrowed', async () => {
    const answered = new Set<string>();
    const refused = new Set<string>();
    const bobs = ['B1', 'B2', 'B3'].map((id) => memberIds.get(id) ?? id);
    for (const [template, operations] of Object.entries(paths.parse(service.document.paths))) {
      if (operations.get === undefined || template.startsWith('/v1/admin/')) continue;
      const requests = pathsOf(template)
        .flatMap((each) => (QUERIES[template] ?? ['']).map((query) => each + query))
        .flatMap((path) => FORMS.map((form) => [path, form] as const));
      for (const [path, form] of requests) {
        const { status, text } = await read(kim, path, form);
        expect([path, form, status]).toEqual([path, form, expect.toBeOneOf([200, 403, 404, 406])]);
        // An answer may repeat the path of its request.
        const said = text.replaceAll(path, '');
        for (const secret of [...SECRETS, ...bobs])
          expect([path, form, said]).toEqual([path, form, expect.not.stringContaining(secret)]);
        if (status === 200) answered.add(template);
        if (status !== 403) continue;
        refused.add(template);
        expect(text).toMatch(/Agents see only their own members|Only an owner/);
        break;
      }
    }
    expect([...answered].toSorted()).toEqual(
      words(`
      /v1 /v1/agents /v1/agents/{agentId} /v1/agents/{agentId}/pay /v1/changes /v1/chargebacks /v1/health /v1/me
      /v1/members /v1/members/{memberRefId} /v1/members/{memberRefId}/journey /v1/members/{memberRefId}/last-seen
      /v1/members/{memberRefId}/timeline /v1/openapi.json /v1/pay-changes /v1/pay-questions
      /v1/pay-runs/{runId}/agents/{agentId}/statement /v1/pay-runs/{runId}/agents/{agentId}/statement-pdf
      /v1/pay-runs/{runId}/lines /v1/policies/{policyRefId}/journey /v1/ready /v1/search /v1/unassigned-lines
    `),
    );
    expect(refused.size).toBeGreaterThan(30);
    // These paths are refused for Kim's own members too: they show texts of other people and whole rows of the statement.
    const others = ['/v1/members/{memberRefId}/notes', '/v1/members/{memberRefId}/contact'];
    const wholeRows = ['/v1/members/{memberRefId}/lines', '/v1/files/{fileId}/rows/{row}'];
    expect([...refused]).toEqual(expect.arrayContaining([...others, ...wholeRows]));
    expect([...refused].filter((path) => answered.has(path))).toEqual([]);
  });

  test('shows the owner what the agent must not see', async () => {
    const changes = await read(owner, '/v1/changes?period=2026-02', 'text/csv');
    const members = await read(owner, '/v1/members', 'text/csv');
    expect(changes.text).toContain('Cleo Bobson');
    expect(members.text).toContain('Dirk Bobson');
  });
});

describe('the members of an agent', () => {
  const row = z.looseObject({ memberExternalId: z.string() });
  const shown = async (path: string) => {
    const { status, json } = await kim.call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    return z.looseObject({ data: z.array(row) }).parse(json);
  };
  const externalIds = ({ data }: { readonly data: readonly z.infer<typeof row>[] }) =>
    data.map(({ memberExternalId }) => memberExternalId).toSorted();

  test('are listed, and the counts include no other members', async () => {
    const members = await shown('/v1/members');
    expect(externalIds(members)).toEqual(['K1', 'K2', 'K3', 'S1', 'W1']);
    expect(members).toMatchObject({ total: 5 });
    const changes = await shown('/v1/changes?period=2026-02');
    expect(externalIds(changes)).toEqual(['K1']);
    expect(changes).toMatchObject({ total: 1, counts: { paid_less: 1, gone: 0, new: 0, same: null } });
    expect(await shown('/v1/changes?kind=same&period=2026-02')).toMatchObject({ total: 2, counts: { same: 2 } });
  });

  test('include a member who came from another agent, from that month on and without the name of the other', async () => {
    const memberRefId = memberIds.get('W1') ?? '';
    const timeline = await kim.call('GET', `/v1/members/${memberRefId}/timeline`);
    expect(timeline.json).toMatchObject({ data: [{ period: '2026-03', signals: [] }] });
    const same = await owner.call('GET', `/v1/members/${memberRefId}/timeline`);
    expect(same.body).toContain(BOB);
    expect((await kim.call('GET', `/v1/members/${memberRefId}/journey`)).json).toMatchObject({ periodCount: 1 });
  });

  test('include a member shared with another agent: the whole pay, without the name of the other', async () => {
    const memberRefId = memberIds.get('S1') ?? '';
    const timeline = await kim.call('GET', `/v1/members/${memberRefId}/timeline`);
    expect(timeline.json).toMatchObject({
      data: [
        { period: '2026-01', commissionAmount: 61.37 },
        { period: '2026-02', commissionAmount: 61.37 },
        { period: '2026-03', reason: 'Paid $21.37 less than in Feb 2026 ($61.37 → $40.00).' },
      ],
    });
    expect(timeline.body).not.toContain(BOB);
    expect((await owner.call('GET', `/v1/members/${memberRefId}/timeline`)).body).toContain(BOB);
  });

  test('are not found under the id of a member of another agent', async () => {
    const memberRefId = memberIds.get('B1') ?? '';
    for (const path of ['', '/timeline', '/journey', '/last-seen'])
      expect([path, (await kim.call('GET', `/v1/members/${memberRefId}${path}`)).status]).toEqual([path, 404]);
  });

  test('are found by a search, with months and nothing else', async () => {
    const found = async (q: string) => {
      const { data } = list.parse((await kim.call('GET', `/v1/search?q=${q}`)).json);
      return data.map((one) => `${text(one['kind'])} ${text(one['title'])}`).toSorted();
    };
    expect(await found('kimson')).toEqual([
      ...['person Ada Kimson', 'person Ben Kimson', 'person Finn Kimson'],
      ...['policy POL-Ada Kimson', 'policy POL-Ben Kimson', 'policy POL-Finn Kimson'],
    ]);
    expect(await found('whitney')).toEqual(['person Whitney Moves', 'policy POL-Whitney Moves']);
    expect(await found('bobson')).toEqual([]);
    expect(await found('march')).toEqual(['month March 2026']);
  });

  test('cannot be changed by an agent', async () => {
    for (const [template, operations] of Object.entries(paths.parse(service.document.paths)))
      for (const method of ['post', 'put', 'patch', 'delete'] as const) {
        if (operations[method] === undefined || template.startsWith('/v1/admin/') || template.startsWith('/v1/me'))
          continue;
        // An agent writes questions about the own pay. Bob's statement and Bob's question are not there for Kim.
        const isQuestion = template.endsWith('/questions') || template.endsWith('/messages');
        for (const path of pathsOf(template).filter((each, at) =>
          isQuestion ? !each.includes(paid.kimId) : at === 0,
        )) {
          const { status } = await kim.call(method.toUpperCase(), path, isQuestion ? { text: 'May I?' } : {});
          expect([method, path, status]).toEqual([method, path, isQuestion ? 404 : 403]);
        }
      }
  });
});

describe('the pay of an agent', () => {
  const pay = z.object({
    balance: z.looseObject({}),
    years: z.array(z.object({ year: z.number(), paid: z.number() })),
    statements: z.array(
      z.looseObject({ runId: z.string(), earned: z.number(), adjustments: z.number(), paid: z.number() }),
    ),
  });

  test('is shown as approved runs paid it, with its lines and papers', async () => {
    const own = pay.parse((await kim.call('GET', `/v1/agents/${paid.kimId}/pay`)).json);
    // Half of 40, 55 and 40, and a bonus of 7.
    expect(own.years).toEqual([{ year: 2026, paid: 74.5 }]);
    expect(own.statements).toMatchObject([{ runId: paid.runId, earned: 67.5, adjustments: 7, paid: 74.5 }]);
    const lines = list.parse((await kim.call('GET', `/v1/pay-runs/${paid.runId}/lines`)).json).data;
    expect(lines.map(({ memberExternalId, amount }) => [memberExternalId, amount])).toEqual([
      ['K1', 20],
      ['K2', 27.5],
      ['S1', 20],
    ]);
    const paper = `/v1/pay-runs/${paid.runId}/agents/${paid.kimId}/statement`;
    const sheet = await read(kim, paper, FORMS[3]);
    expect(sheet.text).toContain('Well done,$7.00');
    expect((await read(kim, `${paper}-pdf`, 'application/pdf')).text).toMatch(/^%PDF/);
  });

  test('has no other agent, and no run that is not approved', async () => {
    for (const path of [
      `/v1/agents/${paid.bobId}/pay`,
      `/v1/pay-runs/${paid.runId}/agents/${paid.bobId}/statement`,
      `/v1/pay-runs/${paid.runId}/agents/${paid.bobId}/statement-pdf`,
      `/v1/pay-runs/${paid.draftId}/lines`,
      `/v1/pay-runs/${paid.draftId}/agents/${paid.kimId}/statement`,
    ])
      expect([path, (await kim.call('GET', path)).status]).toEqual([path, 404]);
    expect(
      list.parse((await kim.call('GET', `/v1/pay-runs/${paid.runId}/lines?party=${paid.bobId}`)).json).data,
    ).toEqual([]);
  });

  test('is asked about in a thread with the office, which closes it; the next message opens it again', async () => {
    const thread = z.object({
      questionId: z.string(),
      isOpen: z.boolean(),
      messages: z.array(z.looseObject({})),
      about: z.looseObject({}),
    });
    const path = `/v1/pay-runs/${paid.runId}/agents/${paid.kimId}/questions`;
    const [line] = list.parse((await kim.call('GET', `/v1/pay-runs/${paid.runId}/lines`)).json).data;
    const [foreign] = list.parse(
      (await owner.call('GET', `/v1/pay-runs/${paid.runId}/lines?party=${paid.bobId}`)).json,
    ).data;
    const ask = (lineNumber: unknown) => kim.call('POST', path, { lineNumber, text: 'Why not all of it?' });
    expect((await ask(foreign?.['number'])).status).toBe(422);
    const first = await ask(line?.['number']);
    expect(first.status, first.body).toBe(201);
    expect((await ask(line?.['number'])).status).toBe(409);
    const { questionId, about } = thread.parse(first.json);
    expect(about).toMatchObject({ memberName: 'Ada Kimson', amount: 20 });
    const write = (who: PersonBrowser, text: string) =>
      who.call('POST', `/v1/pay-questions/${questionId}/messages`, { text });
    const close = await owner.call('PATCH', `/v1/pay-questions/${questionId}`, { isOpen: false });
    expect(thread.parse(close.json).isOpen).toBe(false);
    expect((await kim.call('PATCH', `/v1/pay-questions/${questionId}`, { isOpen: true })).status).toBe(403);
    expect(thread.parse((await write(owner, 'The plan says half.')).json).isOpen).toBe(false);
    const again = thread.parse((await write(kim, 'Since when?')).json);
    expect(again.isOpen).toBe(true);
    expect(
      thread.parse((await write(kim, 'Since when?')).json).messages.map(({ isOffice, text }) => [isOffice, text]),
    ).toEqual([
      [false, 'Why not all of it?'],
      [true, 'The plan says half.'],
      [false, 'Since when?'],
    ]);
    expect(list.parse((await kim.call('GET', '/v1/pay-questions')).json).data).toHaveLength(1);
    expect(
      list.parse((await owner.call('GET', `/v1/pay-questions?isOpen=true&runId=${paid.runId}`)).json).data,
    ).toHaveLength(2);
  });
});

describe('the database', () => {
  const DENIED = expect.objectContaining({ code: '42501' });
  const asKim = <T>(work: () => Promise<T>) => service.database.asAgent(KIM, work);

  test('shows an agent no row that names another agent, whatever is queried', async () => {
    const rows = await asKim(() =>
      service.database.read(
        account.accountId,
        (sql) => sql<{ agent_name: string }[]>`
        select agent_name from statement_lines union all select agent_name from scored_rows`,
      ),
    );
    expect([...new Set(rows.map(({ agent_name: name }) => name.trim().toLowerCase()))]).toEqual(['kim ortiz']);
  });

  test.each(
    words(`
    scored_rows statement_lines rollups disputes webhooks people team_members pay_entries pay_setups
  `),
  )('refuses an agent the table %s', async (table) => {
    const reading = asKim(() =>
      service.database.read(account.accountId, (sql) => sql`select 1 from ${sql.unsafe(`public.${table}`)}`),
    );
    await expect(reading).rejects.toEqual(DENIED);
  });

  test('refuses every write of an agent, and work over all accounts', async () => {
    const writing = asKim(() =>
      service.database.tenant(account.accountId, (sql) => sql`update statement_lines set amount = 0`),
    );
    await expect(writing).rejects.toEqual(DENIED);
    await expect(asKim(() => service.database.system((sql) => sql`select 1`))).rejects.toThrow(
      /no transaction over all/,
    );
  });

  test('adds no message of an agent to the thread of another, and none in the name of the office', async () => {
    const write = (questionId: string, isOffice: boolean) =>
      asKim(() =>
        service.database.tenant(
          account.accountId,
          (sql) => sql`insert into pay_messages (message_id, account_id, question_id, is_office, body)
            values (${randomUUID()}, ${account.accountId}, ${questionId}, ${isOffice}, 'Mine')`,
        ),
      );
    const own = list.parse((await kim.call('GET', '/v1/pay-questions')).json).data[0]?.['questionId'];
    await expect(write(paid.ofBob, false)).rejects.toEqual(DENIED);
    await expect(write(text(own), true)).rejects.toEqual(DENIED);
  });

  test('gives the connection its rights back after an agent', async () => {
    const count = () =>
      service.database.read(account.accountId, async (sql) => {
        const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from scored_rows`;
        return row?.rows ?? 0;
      });
    const all = await count();
    expect(await asKim(count)).toBeLessThan(all);
    expect(await count()).toBe(all);
  });

  test('has every column of the rows in the views of agents', async () => {
    const missing = await asOwner(
      service.address,
      (sql) => sql<{ name: string }[]>`
        select attrelid::regclass || '.' || attname as name from pg_attribute a
        where attrelid in ('scored_rows'::regclass, 'statement_lines'::regclass, 'unassigned_lines'::regclass, 'deltas'::regclass)
          and attnum > 0 and not attisdropped and not exists (
            select from pg_attribute v where v.attrelid = ('own.' || a.attrelid::regclass)::regclass and v.attname = a.attname
              and v.atttypid = a.atttypid and v.atttypmod = a.atttypmod)`,
    );
    expect(missing).toEqual([]);
  });
});
