import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type OwnService, startService, statement, type TestAccount } from '../support/service.ts';

/** Guarantee: an assistant asks the service over both transports of MCP, and its answers cite ids and statement rows. */

const PROGRAM = 'cli/main.ts';
let service: OwnService;
let account: TestAccount;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await startService({ hasReports: true });
  account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, name: 'Summit Senior Life' });
  const row = (id: string, amount: number) => [id, amount, { Name: `Member ${id}`, Agent: 'Ana Rivera' }] as const;
  const months = {
    '2026-03': statement([row('M-1', 40), row('M-2', 30), row('M-3', 20)]),
    '2026-04': statement([row('M-1', 40), row('M-3', 15.5), row('M-4', 10)]),
    '2026-05': 'No statement',
  };
  for (const [period, file] of Object.entries(months)) await account.upload({ file, carrierId, period });
  await service.runJobs();
  environment = {
    PATH: process.env['PATH'] ?? '',
    COMMISSION_STATEMENTS_URL: service.url,
    COMMISSION_STATEMENTS_TOKEN: account.token,
  };
});
afterAll(() => service.close());

const answer = z.object({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  isError: z.boolean().optional(),
});

async function withAssistant<Result>(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  work: (ask: (name: string, input?: Record<string, unknown>) => Promise<unknown>, client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    return await work(async (name, input = {}) => {
      const { content, isError } = answer.parse(await client.callTool({ name, arguments: input }));
      return isError === true ? content[0].text : JSON.parse(content[0].text);
    }, client);
  } finally {
    await client.close();
  }
}

const byStandardInput = () =>
  new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], env: environment, stderr: 'inherit' });

describe('over standard input and output', () => {
  it('answers by what people ask, with ids and statement rows', async () => {
    await withAssistant(byStandardInput(), async (ask) => {
      expect(await ask('who_left', { period: '2026-04' })).toMatchObject({
        period: '2026-04',
        total: 1,
        members: [
          { memberName: 'Member M-2', memberRefId: expect.stringMatching(/^[\da-f-]{36}$/), before: 30, now: 0 },
        ],
      });
      expect(await ask('who_is_paid_less', { period: '2026-04', carrier: 'summit senior life' })).toMatchObject({
        members: [{ memberName: 'Member M-3', before: 20, now: 15.5, reason: expect.stringContaining('$4.50') }],
      });
      expect(await ask('why_is_member_paid_less', { member: 'M-3', period: '2026-04' })).toMatchObject({
        memberName: 'Member M-3',
        month: { period: '2026-04', commissionAmount: 15.5, prevCommissionAmount: 20 },
        statementRows: [
          { period: '2026-04', fileId: expect.any(String), row: 3, amount: 15.5 },
          { period: '2026-03', fileId: expect.any(String), row: 4, amount: 20 },
        ],
      });
      expect(await ask('what_is_late')).toMatchObject({
        statements: [{ carrierName: 'Summit Senior Life', period: '2026-05', state: 'failed' }],
      });
      const claims = z.object({ data: z.array(z.object({ evidence: z.array(z.object({ fileId: z.string() })) })) });
      for (const { evidence } of claims.parse(await ask('what_to_ask_for')).data) expect(evidence).not.toEqual([]);
    });
  });

  it('runs read-only SQL and refuses other SQL with its fault', async () => {
    await withAssistant(byStandardInput(), async (ask) => {
      const sql = "select member_name from comparisons where period = '2026-04' and status = 'red' order by 1";
      expect(await ask('run_report', { sql })).toMatchObject({
        columns: ['member_name'],
        rows: [['Member M-2']],
        rowCount: 1,
      });
      expect(await ask('run_report', { sql: 'delete from members' })).toEqual(expect.stringMatching(/SELECT/));
      expect(await ask('run_report', { sql: 'select * from api_tokens' })).toEqual(
        expect.stringContaining('api_tokens'),
      );
      expect(await ask('example_reports')).toMatchObject({
        data: expect.arrayContaining([expect.objectContaining({ key: 'gone' })]),
      });
    });
  });

  it('finds a member by its exact number, and says when there is none', async () => {
    await withAssistant(byStandardInput(), async (ask) => {
      expect(await ask('why_is_member_paid_less', { member: 'm-1', period: '2026-04' })).toMatchObject({
        memberExternalId: 'M-1',
        month: { period: '2026-04' },
      });
      expect(await ask('why_is_member_paid_less', { member: 'Nobody' })).toBe('No member is named "Nobody".');
    });
  });

  it('refuses words that a tool does not have, and answers that are not small', async () => {
    await withAssistant(byStandardInput(), async (ask) => {
      expect(await ask('who_left', { carier: 'Summit Senior Life' })).toEqual(expect.stringContaining('carier'));
      const wide = Array.from({ length: 8 }, () => "repeat('x', 9999)").join(', ');
      expect(await ask('run_report', { sql: `select ${wide} from members` })).toEqual(
        expect.stringMatching(/^An answer has 60000 characters at most, .* fewer rows/),
      );
    });
  });

  it('has only tools that change nothing', async () => {
    await withAssistant(byStandardInput(), async (_, client) => {
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(5);
      expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    });
  });

  it('asks which member is meant, and says why a question is refused', async () => {
    await withAssistant(byStandardInput(), async (ask) => {
      expect(await ask('why_is_member_paid_less', { member: 'Member' })).toMatchObject({
        question: expect.any(String),
        candidates: expect.arrayContaining([expect.objectContaining({ memberExternalId: 'M-1' })]),
      });
      expect(await ask('who_left', { carrier: 'Nobody' })).toEqual(expect.stringContaining('Nobody'));
    });
  });
});

describe('over streamable HTTP', () => {
  it('says when the service is not there', async () => {
    const env = { ...environment, COMMISSION_STATEMENTS_URL: 'http://127.0.0.1:9' };
    const server = spawn(process.execPath, [PROGRAM, 'mcp', '--http', '0'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      const [line] = await once(createInterface(server.stderr), 'line');
      const url = /http:\S+\/mcp/.exec(String(line))?.[0] ?? '';
      const answered = await fetch(url, { method: 'POST', headers: { Authorization: 'Bearer cas_x' }, body: '{}' });
      expect(answered.status).toBe(502);
      expect(await answered.json()).toMatchObject({
        error: { message: expect.stringContaining('could not be reached') },
      });
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });

  it('answers each account by its own token, and nobody without one', async () => {
    const { COMMISSION_STATEMENTS_TOKEN: _, ...env } = environment;
    const server = spawn(process.execPath, [PROGRAM, 'mcp', '--http', '0'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      const [line] = await once(createInterface(server.stderr), 'line');
      const url = new URL(/http:\S+\/mcp/.exec(String(line))?.[0] ?? '');
      const requestWith = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });
      const own = new StreamableHTTPClientTransport(url, requestWith(account.token));
      expect(await withAssistant(own, (ask) => ask('who_left', { period: '2026-04' }))).toMatchObject({ total: 1 });
      const other = await service.createAccount({ name: 'Other Benefits' });
      const others = new StreamableHTTPClientTransport(url, requestWith(other.token));
      expect(await withAssistant(others, (ask) => ask('who_left', { period: '2026-04' }))).toMatchObject({
        members: [],
      });
      for (const headers of [{}, { Authorization: 'Bearer nobody' }]) {
        expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
      }
      for (const [origin, status] of [
        ['https://evil.example', 403],
        ['http://localhost.evil.example:80', 403],
        ['null', 403],
        ['http://localhost:6274', 401],
      ] as const)
        expect((await fetch(url, { method: 'POST', headers: { Origin: origin }, body: '{}' })).status).toBe(status);
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });
});
