import { expect, test } from 'vitest';
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
 * Returns the use cases of saved reports, with a stored query and a runner that answers with `answer`. `seen` records what they run, plan,
 * store and refuse.
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
  expect(seen.recorded).toMatchObject([{ status: 'ok', rows: 1, meta: { relations: ['workspaces'], outcome: 'ok' } }]);
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
