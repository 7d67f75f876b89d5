import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTotalOrder } from '../../../adapters/postgres/saved-reports/report-query.ts';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { judgeSql } from '../../../app/saved-reports/run-saved-report.ts';
import { REPORT_COLUMNS_MAX, REPORT_SQL_LIMITS } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { judgeQuery } from '../../../core/saved-report/judge-query.ts';
import { FUZZ_SEED } from '../../hostile/fuzz-settings.ts';
import { ATTACKS, ORDINARY_QUERIES } from '../../saved-report/corpus/attacks.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { acceptedQuery, judgeText, verdictOn } from './judge-text.ts';
import { anyText, anyTree, mutatedQuery } from './mutated-queries.ts';

describe('judge query', () => {
  const parseSql = createSqlParser();

  describe('the collected queries', () => {
    it.each(ORDINARY_QUERIES)('are accepted: $name', async ({ sql }) => {
      expect(await verdictOn(sql)).toBe('accepted');
    });

    it.each(ATTACKS.filter(({ wall }) => wall === 'guard'))('are refused with a sentence: $name', async ({ sql }) => {
      const judged = await judgeText(sql);
      if (!isRefused(judged)) throw new Error(`accepted as ${judged.statement}`);
      expect(judged.refused.code).toBe('invalid_sql');
      expect(judged.refused.detail).toMatch(/^[A-Z].{5,460}\.$/);
    });

    it.each(ATTACKS.filter(({ wall }) => wall !== 'guard'))(
      'are left to the other restrictions: $name',
      async ({ sql }) => {
        expect(await verdictOn(sql)).toBe('accepted');
      },
    );

    it('are enough, and none appears twice', () => {
      expect(ATTACKS.length).toBeGreaterThanOrEqual(160);
      expect(ORDINARY_QUERIES.length).toBeGreaterThanOrEqual(80);
      const names = [...ATTACKS, ...ORDINARY_QUERIES].map(({ name }) => name);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    });
  });

  const FOREIGN = (place: string) =>
    `PostgreSQL takes a blank here for a letter, such as a no-break space. Write an ordinary space (${place}).`;

  describe('the text of a refusal', () => {
    it.each([
      ['select pg_sleep(1)', 'Function pg_sleep is not available in reports (line 1, column 8).'],
      ['select 1,\n  random()', 'Function random is not available in reports (line 2, column 3).'],
      // é is one character and two bytes; the folder is one character, two UTF-16 units and four bytes.
      ["select 'é📁', random()", 'Function random is not available in reports (line 1, column 14).'],
      ['select round(1, 2, 3)', 'Function round takes 1 to 2 arguments in reports, not 3 (line 1, column 8).'],
      ['select lower()', 'Function lower takes 1 argument in reports, not 0 (line 1, column 8).'],
      ["select concat_ws(',')", 'Function concat_ws takes at least 2 arguments in reports, not 1 (line 1, column 8).'],
      ['select wages from members', 'There is no column wages in reports (line 1, column 8).'],
      ['select x.period from rollups', 'There is no table x in this query (line 1, column 8).'],
      ['select * from members for update', 'FOR UPDATE or FOR SHARE is not available in reports (line 1, column 1).'],
      ['select * into x from members', 'SELECT INTO is not available in reports (line 1, column 15).'],
      ['select current_user', 'CURRENT_USER is not available in reports (line 1, column 8).'],
      ['select 1 <-> 2', 'Operator <-> is not available in reports (line 1, column 10).'],
      ['delete from members', 'A report is one SELECT or WITH query, not DELETE (line 1, column 1).'],
      ["values (1, 'a')", 'A report is one SELECT or WITH query, not VALUES (line 1, column 1).'],
      ['-- all\n((table members))', 'A report is one SELECT or WITH query, not TABLE (line 2, column 3).'],
      ['values (1) union select 2', 'A report is one SELECT or WITH query, not VALUES (line 1, column 1).'],
      ['select 1 as\u00a0total', FOREIGN('line 1, column 10')],
      ['select period as total\u2003 from rollups', FOREIGN('line 1, column 18')],
      ['select period p\u200b from rollups', FOREIGN('line 1, column 15')],
      ['select 1;\nselect 2', 'A report is one query; here a second one begins (line 1, column 10).'],
      ['', 'The text holds no query.'],
      ['select from where', 'Syntax error at or near "where".'],
    ])('%s', async (sql, detail) => {
      expect(await verdictOn(sql)).toBe(detail);
    });

    it.each([
      "select 'a\u00a0b' as total",
      'select 1 as "a\u00a0b"',
      'select 1 -- a\u00a0b',
      'select $$a\u00a0b$$ as total',
      '(select 1) union all (values (2))',
      'with k as (table members) select count(*) from k',
      'select period as größe from rollups',
    ])('accepts %s', async (sql) => {
      expect(await verdictOn(sql)).toBe('accepted');
    });

    it('names the existing tables and types for an unknown one', async () => {
      expect(await verdictOn('select * from accounts')).toMatch(
        /no table accounts .* members, statuses, .*commission_paid, .*pay_lines \(line 1, column 15\)/,
      );
      expect(await verdictOn("select 'x'::oid")).toMatch(/Type oid .* int4, int8, numeric, .* \(line 1, column 13\)/);
    });

    it('is short, however long the names in the query are', async () => {
      const verdict = await verdictOn(`select "${'x'.repeat(60)}"."${'y'.repeat(10_000)}"()`);
      expect(verdict.length).toBeLessThan(500);
    });
  });

  describe('an accepted query', () => {
    it.each([
      ['select 1', 'select 1'],
      ['  select 1 ;  ', '  select 1'],
      ['/* a */ select 1 -- b', '/* a */ select 1 -- b'],
      ["select 'é;📁';", "select 'é;📁'"],
      [';;select 1;;', '  select 1'],
      ['\n;\n; select 1;', '\n \n  select 1'],
    ])('is the text of its one statement: %s', async (sql, statement) => {
      expect((await acceptedQuery(sql)).statement).toBe(statement);
    });

    it.each([
      ['select period from rollups order by 1', true],
      ['select period from rollups', false],
      ['select * from (select period from rollups order by 1) q', false],
      ['select sum(red) over (order by period) from rollups', false],
      ['select 1 union select 2 order by 1', true],
      ['(select 1 order by 1) union (select 2 order by 1)', false],
      ['((select 1 order by 1))', true],
      ['with a as (select 1 as n order by 1) select n from a', false],
      ['(select 2 union select 1) order by 1', true],
    ])('is ordered only by its outermost ORDER BY: %s', async (sql, isOrdered) => {
      expect((await acceptedQuery(sql)).isOrdered).toBe(isOrdered);
    });

    it.each([
      ['select 1', []],
      ['select * from rollups r, report.carriers, rollups', ['carriers', 'rollups']],
      ['select (select count(*) from jobs) from (select * from files) f', ['files', 'jobs']],
      ['with jobs as (select 1) select * from jobs', []],
      ['with jobs as (select 1) select * from report.jobs', ['jobs']],
      ['with a as (select * from deltas) select * from a', ['deltas']],
    ])('names the views it reads, not its own WITH queries: %s', async (sql, relations) => {
      expect((await acceptedQuery(sql)).relations).toEqual(relations);
    });
  });

  describe('clocks', () => {
    const today = "date_trunc('day', now())";

    it.each([
      ['select now()', `select (select ${today} as now)`],
      ['select pg_catalog.NOW ( ) + interval $$1 day$$', `select (select ${today} as now) + interval $$1 day$$`],
      [
        'select CURRENT_TIMESTAMP, localtimestamp',
        `select (select ${today} as "current_timestamp"), (select current_date::timestamp as "localtimestamp")`,
      ],
      ["select 'é now()', now()::date, 1;", `select 'é now()', (select ${today} as now)::date, 1`],
      ['select current_date, current_date - 1', 'select current_date, current_date - 1'],
      ['select now.now from (select 1 as now) now', 'select now.now from (select 1 as now) now'],
    ])('mean the beginning of the run’s date: %s', async (sql, statement) => {
      expect((await acceptedQuery(sql)).statement).toBe(statement);
    });

    it.each(['select now/**/()', 'select "now"()', 'select U&"\\006eow"()', 'select pg_catalog . "now" ()'])(
      'must be unquoted, because their text is replaced: %s',
      async (sql) => {
        expect(await verdictOn(sql)).toMatch(/^Write now without comments or quotes/);
      },
    );
  });

  describe('texts that look like a clock', () => {
    it.each([
      "select 'Pay now', 'now()é', 'snow', 'nowhere'",
      "select '2026-01-31 10:00'::timestamp, 'today'::timestamptz, 'yesterday'::date, 'tomorrow 08:00'::timestamp",
      "select (period || '-01')::date, (period || '-01')::date::timestamp from rollups",
      'select uploaded_at::text::timestamp, (array[uploaded_at])[1]::time from files',
      'select (current_date + 1)::timestamp, (date_trunc($$month$$, now()) - interval $$1 day$$)::timestamptz',
      "select coalesce(effective_date, '2026-01-01')::timestamp, (case when true then term_date end)::timestamp from members",
      "select max(started_at)::time, (min(finished_at) at time zone 'UTC')::time from jobs",
      `select t.a from jsonb_to_recordset('[{"a":"2026-01-01"}]') as t (a timestamp)`,
      "select make_date(2026, 1, 31)::timestamp, to_timestamp('2026', 'YYYY')::timestamp",
    ])('are none: %s', async (sql) => {
      expect(await verdictOn(sql)).toBe('accepted');
    });

    it('are distinguished in the message', async () => {
      expect(await verdictOn("select 'Now '")).toMatch(
        /^The text 'now' is not available.* current_date \(line 1, column 8\)/,
      );
      expect(await verdictOn("select concat(period, '-01')::timestamp from rollups")).toMatch(
        /::date::timestamp \(line 1/,
      );
    });
  });

  describe('advice for users of other databases', () => {
    it.each([
      ['select getdate()', 'Function getdate is not available in reports; use current_date (line 1, column 8).'],
      ['select isnull(red, 0) from rollups', /isnull .*; use coalesce \(/],
      ['select ISNULL(1, 0)', /near|; use coalesce/i],
      ['select dateadd(month, 1, current_date)', /; add an interval: current_date \+ interval '1 month'/],
      ['select sysdate', 'There is no column sysdate in reports; use current_date (line 1, column 8).'],
      ['select nvl(1, 2)', /; use coalesce/],
      ['select iif(true, 1, 2)', /; use case when/],
      ['select len($$a$$)', /; use length/],
      ["select charindex('a', 'b')", /; use strpos/],
      [
        'select top 10 name from workspaces',
        /^Syntax error .*; instead of TOP write LIMIT at the end \(line 1, column 12\)\.$/,
      ],
      ['select `name` from workspaces', /; put names in "double quotes"/],
      ['select [name] from workspaces', /; put names in "double quotes" \(line 1, column 8\)/],
    ])('is part of a refusal: %s', async (sql, words) => {
      const judged = await judgeSql(parseSql, sql);
      expect(isRefused(judged) && judged.refused.detail).toEqual(
        typeof words === 'string' ? words : expect.stringMatching(words),
      );
    });
  });

  describe('names of WITH queries', () => {
    it.each([
      'with a as (select 1 as n), b as (select n from a) select n from b',
      'with recursive a as (select n from b), b as (select 1 as n) select n from a',
      'with a as (select 1 as n) select (select n from a) from (select n from a) q where exists (select 1 from a)',
      'with a as (select 1 as n) select n from a union select n from a order by n',
      'with a as (select 1 as n), b as (with a as (select 2 as n) select n from a) select n from a, lateral (select n as m from b) q',
    ])('are visible where PostgreSQL sees them: %s', async (sql) => {
      expect(await verdictOn(sql)).toBe('accepted');
    });

    it.each([
      'with a as (select n from b), b as (select 1 as n) select n from a',
      'with a as (select n from a) select n from a',
      'select n from (with a as (select 1 as n) select n from a) q, a',
      'with b as (with a as (select 1 as n) select n from a) select n from a',
      '(with a as (select 1 as n) select n from a) union select n from a',
      'with a as (select 1 as n) select n from report.a',
    ])('are visible nowhere else: %s', async (sql) => {
      expect(await verdictOn(sql)).toMatch(/^There is no table/);
    });
  });

  describe('a text derived from an accepted query', () => {
    it.each([
      ['select name from workspaces', 'select * from (\nselect name from workspaces\n) q (c1) order by c1, c1::text'],
      ['select name from workspaces order by 1 limit 3', 'select name from workspaces order by 1 \n, 1\nlimit 3'],
      ['select now()', "select * from (\nselect (select date_trunc('day', now()) as now)\n) q (c1) order by c1"],
    ])('runs if it is still one accepted query over the same views: %s', async (sql, text) => {
      const judged = await judgeSql(parseSql, sql);
      expect(isRefused(judged) ? judged : await judged.judgeAgain(text)).toBeNull();
    });

    it.each([
      'select name from workspaces; select 1',
      'select name from workspaces) q; commit; select * from (select 1',
      'select carrier_name from carriers',
      'select name from workspaces, accounts',
      'select name, ts_stat(name) from workspaces',
      'select (w.name).ts_stat from workspaces w',
      "select name from workspaces where name = 'it''s",
    ])('is refused if it is more than one accepted query over the same views: %s', async (text) => {
      const judged = await judgeSql(parseSql, 'select name from workspaces');
      expect(isRefused(judged) ? null : await judged.judgeAgain(text)).toMatchObject({
        refused: { code: 'invalid_sql' },
      });
    });

    it("is judged with room for the service's additions: the widest and deepest query is ordered and runs", async () => {
      const { depth } = REPORT_SQL_LIMITS;
      const deepest = `select ${'abs('.repeat(depth - 4)}1${')'.repeat(depth - 4)}`;
      const clocks = `select ${Array.from({ length: REPORT_COLUMNS_MAX }, () => 'now()').join(', ')}`;
      for (const sql of [deepest, clocks]) {
        const judged = await judgeSql(parseSql, sql);
        if (isRefused(judged)) throw new Error(judged.refused.detail);
        const types = Array.from({ length: sql === clocks ? REPORT_COLUMNS_MAX : 1 }, () => 114);
        expect(await judged.judgeAgain(inTotalOrder({ ...judged, types }))).toBeNull();
      }
    });
  });

  describe('limits of a query', () => {
    it.each([
      [`select concat(${'1, '.repeat(100)}1)`, 'Function concat takes at most 100 arguments (line 1, column 8).'],
      [
        `select grouping(${'a, '.repeat(31)}a) from (select 1 as a) q group by a`,
        'GROUPING takes at most 31 arguments (line 1, column 8).',
      ],
      [
        `select 'é', ${'('.repeat(61)}1${')'.repeat(61)}`,
        'The query has more than 60 brackets inside one another (line 1, column 74).',
      ],
      ["select 'a'::char(10001)", 'A type char has at most 10000 characters in reports (line 1, column 13).'],
    ])('name the exceeded limit and its place: %s', async (sql, detail) => {
      expect(await verdictOn(sql)).toBe(detail);
    });

    const { brackets, depth, joined, relations, relationsExpanded, nodes } = REPORT_SQL_LIMITS;
    const bracketed = (count: number) => `select ${'('.repeat(count)}1${')'.repeat(count)}, '((', "?column?" /* (( */`;
    const times = (count: number, text: string) => Array.from({ length: count }, () => text).join(', ');
    // The levels are SelectStmt, ResTarget, the calls, A_Const and Integer.
    const nested = (levels: number) => `select ${'abs('.repeat(levels - 4)}1${')'.repeat(levels - 4)}`;
    const aliased = (count: number) => Array.from({ length: count }, (_, index) => `carriers c${index}`).join(', ');
    // A WITH query of ten views that is used n times reads 10 + 10 n views when expanded.
    const expanded = (uses: number) =>
      `with a as (select 1 from ${aliased(10)}) select 1 from ${Array.from({ length: uses }, (_, index) => `a a${index}`).join(', ')}`;
    const joinedBy = (mark: string, count: number) => `select ${Array.from({ length: count }, () => '1').join(mark)}`;
    const united = (count: number) => Array.from({ length: count }, () => 'select 1').join(' union all ');
    // The nodes are the statement, two for the column, two for each element, and one each for list, IN and its operator.
    const listed = (count: number) => `select 1 in (${times(count, '1')})`;

    it.each([
      ['columns', `select ${times(REPORT_COLUMNS_MAX, '1')}`, `select ${times(REPORT_COLUMNS_MAX + 1, '1')}`],
      ['levels', nested(depth), nested(depth + 1)],
      ['views', `select 1 from ${aliased(relations)}`, `select 1 from ${aliased(relations + 1)}`],
      ['views written out', expanded(relationsExpanded / 10 - 1), expanded(relationsExpanded / 10)],
      ['joined by an operator', joinedBy(' + ', joined + 2), joinedBy(' + ', joined + 3)],
      ['joined by several operators', joinedBy(' + 1 - ', joined / 2 + 1), joinedBy(' + 1 - ', joined / 2 + 2)],
      ['joined by sets', united(joined + 2), united(joined + 3)],
      ['brackets', bracketed(brackets), bracketed(brackets + 1)],
      ['brackets around all', `${'('.repeat(brackets)}select 1${')'.repeat(brackets)}`, bracketed(brackets + 1)],
      ['parts', listed(Math.floor(nodes / 2) - 5), listed(nodes / 2)],
    ])('accept the maximum and refuse one more: %s', async (_, most, tooMany) => {
      expect(await verdictOn(most)).toBe('accepted');
      expect(await verdictOn(tooMany)).toMatch(/more than|too many times/);
    });
  });
});

describe('guard fuzz', () => {
  const parseSql = createSqlParser();

  /** PROPERTY_RUNS=25 makes a hundred thousand mutated queries. A failure prints its seed. */
  const RUNS = propertyRuns(4_000);

  async function expectVerdict(text: string): Promise<void> {
    const judged = await judgeText(text);
    if (isRefused(judged)) {
      expect(judged.refused.code).toBe('invalid_sql');
      expect(judged.refused.detail).toMatch(/^[\s\S]{5,500}\.$/);
      return;
    }
    const parsed = await parseSql(judged.statement);
    expect(parsed).toMatchObject({ ok: true, tree: { stmts: [{ stmt: { SelectStmt: {} } }] } });
  }

  describe('the guard', () => {
    it('answers every mutated query with its own refusal or exactly one SELECT', { timeout: 600_000 }, async () => {
      await fc.assert(fc.asyncProperty(mutatedQuery, expectVerdict), { seed: FUZZ_SEED, numRuns: RUNS });
    });

    it('answers any text', { timeout: 600_000 }, async () => {
      await fc.assert(fc.asyncProperty(anyText, expectVerdict), { seed: FUZZ_SEED, numRuns: RUNS });
    });

    it('refuses trees that no parser makes, without throwing', () => {
      fc.assert(
        fc.property(anyText, anyTree, (text, tree) => {
          const judged = judgeQuery(text, tree);
          if (isRefused(judged)) expect(judged.refused.code).toBe('invalid_sql');
          else expect(judged.relations).toEqual([]);
        }),
        { seed: FUZZ_SEED, numRuns: RUNS },
      );
    });
  });
});
