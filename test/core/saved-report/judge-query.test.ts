import { describe, expect, it } from 'vitest';
import { REPORT_COLUMNS_MAX, REPORT_SQL_LIMITS } from '../../../core/limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { ATTACKS } from '../../saved-report/corpus/attacks.ts';
import { ORDINARY_QUERIES } from '../../saved-report/corpus/ordinary-queries.ts';
import { acceptedQuery, judgeText, verdictOn } from './judge-text.ts';

describe('the corpora', () => {
  it.each(ORDINARY_QUERIES)('accepts: $name', async ({ sql }) => {
    expect(await verdictOn(sql)).toBe('accepted');
  });

  it.each(ATTACKS.filter(({ wall }) => wall === 'guard'))('refuses with a sentence: $name', async ({ sql }) => {
    const judged = await judgeText(sql);
    if (!isRefused(judged)) throw new Error(`accepted as ${judged.statement}`);
    expect(judged.refused.code).toBe('invalid_sql');
    expect(judged.refused.detail).toMatch(/^[A-Z].{5,460}\.$/);
  });

  it.each(ATTACKS.filter(({ wall }) => wall !== 'guard'))('leaves to the other walls: $name', async ({ sql }) => {
    expect(await verdictOn(sql)).toBe('accepted');
  });

  it('are large enough, and no query is in them twice', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(160);
    expect(ORDINARY_QUERIES.length).toBeGreaterThanOrEqual(80);
    const names = [...ATTACKS, ...ORDINARY_QUERIES].map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('what a refusal says', () => {
  it.each([
    ['select pg_sleep(1)', 'Function pg_sleep is not available in reports (line 1, column 8).'],
    ['select 1,\n  random()', 'Function random is not available in reports (line 2, column 3).'],
    // é is one character and two bytes, the folder one character, two UTF-16 units and four bytes.
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
    ['select 1;\nselect 2', 'A report is one query; here a second one begins (line 1, column 10).'],
    ['', 'The text holds no query.'],
    ['select from where', 'Syntax error at or near "where".'],
  ])('%s', async (sql, detail) => {
    expect(await verdictOn(sql)).toBe(detail);
  });

  it('names the tables there are for one there is not, and the types', async () => {
    expect(await verdictOn('select * from accounts')).toMatch(
      /no table accounts .* members, statuses, .*rollups \(line 1, column 15\)/,
    );
    expect(await verdictOn("select 'x'::oid")).toMatch(/Type oid .* int4, int8, numeric, .* \(line 1, column 13\)/);
  });

  it('is short, however long the names of the query are', async () => {
    const verdict = await verdictOn(`select "${'x'.repeat(60)}"."${'y'.repeat(10_000)}"()`);
    expect(verdict.length).toBeLessThan(500);
  });
});

describe('an accepted query', () => {
  it.each([
    ['select 1', 'select 1'],
    ['  select 1 ;  ', 'select 1'],
    ['/* a */ select 1 -- b', '/* a */ select 1 -- b'],
    ["select 'é;📁';", "select 'é;📁'"],
    [';;select 1;;', 'select 1'],
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
    ['values (2), (1) order by 1', true],
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
  ])('stand for the beginning of the run’s date: %s', async (sql, statement) => {
    expect((await acceptedQuery(sql)).statement).toBe(statement);
  });

  it.each(['select now/**/()', 'select "now"()', 'select U&"\\006eow"()', 'select pg_catalog . "now" ()'])(
    'must be written plainly, or their text could not be replaced: %s',
    async (sql) => {
      expect(await verdictOn(sql)).toMatch(/^Write now without comments or quotes/);
    },
  );
});

describe('names of WITH queries', () => {
  it.each([
    'with a as (select 1 as n), b as (select n from a) select n from b',
    'with recursive a as (select n from b), b as (select 1 as n) select n from a',
    'with a as (select 1 as n) select (select n from a) from (select n from a) q where exists (select 1 from a)',
    'with a as (select 1 as n) select n from a union select n from a order by n',
    'with a as (select 1 as n), b as (with a as (select 2 as n) select n from a) select n from a, lateral (select n as m from b) q',
  ])('are seen where PostgreSQL sees them: %s', async (sql) => {
    expect(await verdictOn(sql)).toBe('accepted');
  });

  it.each([
    'with a as (select n from b), b as (select 1 as n) select n from a',
    'with a as (select n from a) select n from a',
    'select n from (with a as (select 1 as n) select n from a) q, a',
    'with b as (with a as (select 1 as n) select n from a) select n from a',
    '(with a as (select 1 as n) select n from a) union select n from a',
    'with a as (select 1 as n) select n from report.a',
  ])('and nowhere else: %s', async (sql) => {
    expect(await verdictOn(sql)).toMatch(/^There is no table/);
  });
});

describe('limits', () => {
  const { depth, relations, relationsExpanded, nodes } = REPORT_SQL_LIMITS;
  const times = (count: number, text: string) => Array.from({ length: count }, () => text).join(', ');
  // SelectStmt, ResTarget, as many calls as wanted, A_Const and Integer.
  const nested = (levels: number) => `select ${'abs('.repeat(levels - 4)}1${')'.repeat(levels - 4)}`;
  const aliased = (count: number) => Array.from({ length: count }, (_, index) => `carriers c${index}`).join(', ');
  // A WITH query of ten views used n times reads 10 + 10 n views written out.
  const expanded = (uses: number) =>
    `with a as (select 1 from ${aliased(10)}) select 1 from ${Array.from({ length: uses }, (_, index) => `a a${index}`).join(', ')}`;
  // The statement, two for the column, two for each element and one each for list, IN and its operator.
  const listed = (count: number) => `select 1 in (${times(count, '1')})`;

  it.each([
    ['columns', `select ${times(REPORT_COLUMNS_MAX, '1')}`, `select ${times(REPORT_COLUMNS_MAX + 1, '1')}`],
    ['levels', nested(depth), nested(depth + 1)],
    ['views', `select 1 from ${aliased(relations)}`, `select 1 from ${aliased(relations + 1)}`],
    ['views written out', expanded(relationsExpanded / 10 - 1), expanded(relationsExpanded / 10)],
    ['parts', listed(Math.floor(nodes / 2) - 5), listed(nodes / 2)],
  ])('accepts the most there may be, and refuses one more: %s', async (_, most, tooMany) => {
    expect(await verdictOn(most)).toBe('accepted');
    expect(await verdictOn(tooMany)).toMatch(/more than|too many times/);
  });
});
