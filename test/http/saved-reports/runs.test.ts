import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import {
  judgeReport,
  type ReportResult,
  type ReportRunner,
  type RunLimits,
  type RunOutcome,
  runReport,
} from '../../../app/saved-reports/run-saved-report.ts';
import {
  runSavedReport,
  type SavedReport,
  type SavedReportStore,
  type SavedReports,
  saveReport,
} from '../../../app/saved-reports/saved-reports.ts';
import { REPORT_SECONDS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { refuse } from '../../../core/refuse.ts';
import { READY_MADE_REPORTS } from '../../../core/saved-report/ready-made.ts';
import { startService, statement } from '../../support/service.ts';

describe('judged runs', () => {
  const parseSql = createSqlParser();

  /** Guarantee: no query reaches the database unless the same call has judged it, and no query runs without limits. */

  const KEY = { accountId: 'a', reportId: 'r' };
  const ORIGIN = { actor: 'token:t', ip: null, requestId: 'q' };
  const RESULT: ReportResult = { columns: ['name'], rows: [['x']], truncated: false, asOf: '2026-04-06' };

  interface Seen {
    readonly runs: { readonly statement: string; readonly limits: RunLimits }[];
    readonly planned: string[];
    readonly recorded: RunOutcome[];
    readonly refusals: object[];
  }

  /**
   * Returns the use cases of saved reports, with a stored query and a runner that answers with `answer`. `seen` records what they run,
   * plan, store and refuse.
   */
  function reportsWith(sql: string, answer: ReportResult | Refused = RESULT) {
    const seen: Seen = { runs: [], planned: [], recorded: [], refusals: [] };
    const runner: ReportRunner = {
      run: async (_accountId, { statement }, limits) => {
        seen.runs.push({ statement, limits });
        return answer;
      },
      plan: async (_accountId, { statement }) => {
        seen.planned.push(statement);
        return isRefused(answer) ? answer : null;
      },
    };
    const stored: SavedReport = {
      id: 'r',
      name: 'x',
      question: null,
      sql,
      cadence: 'off',
      lastRun: null,
      createdAt: '2026-04-06T00:00:00.000Z',
    };
    const reports: SavedReportStore = {
      list: () => Promise.reject(new Error('not asked for')),
      find: async () => stored,
      create: async () => stored,
      recordRefusal: async (_accountId, meta) => void seen.refusals.push(meta),
      setCadence: async () => stored,
      delete: async () => true,
      recordRun: async (_key, outcome) => void seen.recorded.push(outcome),
    };
    const engine = { parseSql, runner, elapsedMs: () => 0 };
    const parts: SavedReports = {
      reports,
      judgeReport: (request) => judgeReport(engine, request),
      runReport: (request) => runReport(engine, request),
    };
    return { parts, seen };
  }

  const REFUSED = [
    'select * from accounts',
    'select 1; select 2',
    'delete from workspaces',
    "select set_config('report.token', 'x', true)",
    'select 1 from',
    'form',
    '',
  ];

  test.each(REFUSED)('neither saves %j nor runs it when it is already stored', async (sql) => {
    const { parts, seen } = reportsWith(sql);
    const saved = await saveReport(parts, { accountId: 'a', name: 'x', question: null, sql }, ORIGIN);
    expect(saved).toMatchObject({ refused: { code: 'invalid_sql' } });
    expect(seen.refusals).toMatchObject([{ code: 'invalid_sql' }]);
    const run = await runSavedReport(parts, KEY, ORIGIN);
    expect(run).toMatchObject({ refused: { code: 'invalid_sql' } });
    expect([seen.runs, seen.planned]).toEqual([[], []]);
    expect(seen.recorded).toMatchObject([{ status: 'failed', rows: null, meta: { outcome: 'invalid_sql' } }]);
  });

  test('does not save a query that PostgreSQL refuses to plan, and counts it', async () => {
    const { parts, seen } = reportsWith('', refuse('invalid_sql', 'Operator does not exist.'));
    const report = { accountId: 'a', name: 'x', question: null, sql: 'select 1 + name from workspaces;' };
    expect(await saveReport(parts, report, ORIGIN)).toMatchObject({ refused: { detail: 'Operator does not exist.' } });
    expect([seen.planned, seen.runs]).toEqual([['select 1 + name from workspaces'], []]);
    expect(seen.refusals).toMatchObject([{ code: 'invalid_sql' }]);
  });

  test('limits a run: seconds, 1,000 rows, 4 MiB', async () => {
    const { parts, seen } = reportsWith('select name from workspaces;');
    expect(await runSavedReport(parts, KEY, ORIGIN)).toBe(RESULT);
    const limits = { seconds: REPORT_SECONDS_MAX, rows: 1000, bytes: 4 * 1024 * 1024 };
    expect(seen.runs).toEqual([{ statement: 'select name from workspaces', limits }]);
    expect(seen.recorded).toMatchObject([
      { status: 'ok', rows: 1, meta: { relations: ['workspaces'], outcome: 'ok' } },
    ]);
  });

  test('refuses a run without a free slot, and does not record it as a run', async () => {
    const { parts, seen } = reportsWith('select 1', refuse('rate_limited', 'Other reports are running.'));
    const run = await runSavedReport(parts, KEY, ORIGIN);
    expect(isRefused(run) && run.refused.code).toBe('rate_limited');
    expect(seen.recorded).toEqual([]);
  });

  test('gives the place of a fault in lines and characters, even after wide characters', async () => {
    const { parts } = reportsWith("select '😀é',\n  '😀' form workspaces");
    const run = await runSavedReport(parts, KEY, ORIGIN);
    expect(run).toMatchObject({ refused: { detail: expect.stringMatching(/\(line 2, column 12\)\.$/) } });
  });
});

/** Guarantee: reports by agent end within their limit on the day a book is loaded, before PostgreSQL has statistics of its rows. */
describe('fresh book', async () => {
  const service = await startService();
  const runner = connectReports({ database: service.database, administrator: service.address });
  afterAll(() => service.close());

  const MEMBERS = 8_000;

  test('a book that was loaded a moment ago is added up by agent', async () => {
    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ account });
    const members = Array.from({ length: MEMBERS }, (_, number) => `M${number}`);
    const file = statement(members.map((id) => [id, 2, { Agent: 'Ann Able' }]));
    for (const period of ['2026-01', '2026-02']) await account.load({ file, carrierId, period });
    await account.call('POST', '/v1/agents/proposals/accept', { json: {} });
    const run = async (query: string): Promise<unknown> => {
      const limits = { seconds: 5, rows: 1000, bytes: 4_000_000 };
      return Object(await runner.run(account.accountId, { statement: query, isOrdered: true }, limits)).rows;
    };
    expect(await run('select period, agent_record_name, net from commission_paid order by period')).toEqual([
      ['2026-01', 'Ann Able', 16_000],
      ['2026-02', 'Ann Able', 16_000],
    ]);
    expect(await run('select agent_record_name, count(*) from members group by 1')).toEqual([['Ann Able', MEMBERS]]);
  });
});

/** Guarantee: reports that need no SQL answer their question, and are mailed where an owner says. */
describe('ready made', async () => {
  const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const table = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });
  const service = await startService({ hasReports: true });
  const account = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
  const carrierId = await service.createCarrier({ name: 'Summit Senior Life' });
  const row = (id: string, amount: number) => [id, amount, { Name: `Member ${id}`, Agent: 'Ana Rivera' }] as const;
  const months = {
    '2026-03': [row('M-1', 40), row('M-2', 30), row('M-3', 20)],
    '2026-04': [row('M-1', 40), row('M-3', 15.5), row('M-4', 10)],
  };
  for (const [period, rows] of Object.entries(months)) {
    await account.upload({ file: statement(rows), carrierId, period });
  }
  await service.runJobs();
  afterAll(() => service?.close());

  async function run(key: string) {
    const { status, json } = await account.call('POST', `/v1/reports/ready-made/${key}/run`);
    expect(status).toBe(200);
    return table.parse(json);
  }

  describe('a ready-made report', () => {
    test.each(READY_MADE_REPORTS)(
      '$key is allowed as a saved report, and runs',
      async ({ key, name, question, sql }) => {
        expect((await account.call('POST', '/v1/reports/saved', { json: { name, question, sql } })).status).toBe(201);
        expect((await run(key)).columns.length).toBeGreaterThan(2);
      },
    );

    test('names who is gone, who is paid less and who is new in the latest month', async () => {
      expect((await run('gone')).rows).toEqual([
        ['Member M-2', null, 'Summit Senior Life', 'Ana Rivera', '2026-04', 30],
      ]);
      expect((await run('paid-less')).rows).toEqual([
        ['Member M-3', null, 'Summit Senior Life', 'Ana Rivera', '2026-04', 20, 15.5],
      ]);
      expect((await run('new')).rows).toEqual([
        ['Member M-4', null, 'Summit Senior Life', 'Ana Rivera', '2026-04', 10],
      ]);
    });

    test('sums what was paid by month', async () => {
      const byMonth = [
        ['2026-04', 'Summit Senior Life', 65.5],
        ['2026-03', 'Summit Senior Life', 90],
      ];
      expect((await run('paid-by-carrier')).rows.map((row) => row.slice(0, 3))).toEqual(byMonth);
      expect((await run('paid-by-agent')).rows.map((row) => row[1])).toEqual(['Ana Rivera', 'Ana Rivera']);
      expect((await run('statements')).rows).toHaveLength(2);
    });

    test('is returned as a workbook and as CSV too, like a saved report', async () => {
      const { json } = await account.call('POST', '/v1/reports/saved', {
        json: { name: 'Places', sql: 'select name as "Place", 3 as "Number", 1.25 as "Share" from workspaces' },
      });
      const { id } = z.object({ id: z.string() }).parse(json);
      for (const path of ['/v1/reports/ready-made/gone/run', `/v1/reports/saved/${id}/run`]) {
        const workbook = await account.call('POST', path, { headers: { Accept: XLSX } });
        expect(workbook.status).toBe(200);
        expect(workbook.headers.get('content-type')).toBe(XLSX);
      }
      const csv = await account.call('POST', '/v1/reports/ready-made/gone/run', { headers: { Accept: 'text/csv' } });
      expect(csv.body).toContain('Member M-2');
    });

    test('is unknown under another key', async () => {
      expect((await account.call('POST', '/v1/reports/ready-made/nothing/run')).status).toBe(404);
    });
  });

  test('a query runs without being saved, with the guard of saved reports', async () => {
    const reader = await service.createAccount({ scopes: ['read'] });
    const query = (sql: string) => reader.call('POST', '/v1/reports/run', { json: { sql } });
    expect(await query('select count(*) as members from members')).toMatchObject({
      status: 200,
      json: { columns: ['members'], rows: [[0]], truncated: false },
    });
    expect(await query('delete from members')).toMatchObject({ status: 422, json: { code: 'invalid_sql' } });
    expect((await reader.call('GET', '/v1/reports/saved')).json).toMatchObject({ data: [] });
  });

  describe('the address of scheduled reports', () => {
    const path = '/v1/account/report-address';

    test('is read by everybody and changed by an owner', async () => {
      expect((await account.call('GET', path)).json).toEqual({ email: null });
      const set = await account.call('PUT', path, { json: { email: 'dana@harbor.example' } });
      expect(set).toMatchObject({ status: 200, json: { email: 'dana@harbor.example' } });
      expect((await account.call('GET', path)).json).toEqual({ email: 'dana@harbor.example' });
      expect(await account.call('PUT', path, { json: { email: 'two@a.example, b@b.example' } })).toMatchObject({
        status: 422,
      });
      expect((await account.call('PUT', path, { json: { email: null } })).json).toEqual({ email: null });
    });

    test('is not changed by staff, nor that of another account', async () => {
      const staff = await service.createAccount();
      expect((await staff.call('PUT', path, { json: { email: 'x@harbor.example' } })).status).toBe(403);
      const other = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
      await other.call('PUT', path, { json: { email: 'other@x.example' } });
      expect((await account.call('GET', path)).json).toEqual({ email: null });
    });
  });
});
