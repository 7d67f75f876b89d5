import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { REPORT_PLACE_LIMITS } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { REPORT_OPERATORS, REPORT_TYPES, refuseFailedQuery, tooSlow } from '../../../core/saved-report/failed-query.ts';
import { COLUMNS_OF_FUNCTIONS } from '../../../core/saved-report/from-items.ts';
import { judgeQuery } from '../../../core/saved-report/judge-query.ts';
import { COMMON_WORDS, isCatalogueName } from '../../../core/saved-report/reading.ts';
import { REPORT_FUNCTION_GROUPS, REPORT_FUNCTIONS } from '../../../core/saved-report/report-functions.ts';
import { grantPlaces, hasOverdue, REPORT_VIEWS, type ReportPlace } from '../../../core/saved-report/report-views.ts';
import { asOwner, createEmptyDatabase } from '../../support/postgres.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { verdictOn } from './judge-text.ts';

describe('catalogue names', async () => {
  const parseSql = createSqlParser();

  const database = await createEmptyDatabase();
  const rows = await asOwner(
    database.address,
    (sql) => sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and pronargs >= 1 and (pronargs - pronargdefaults <= 1 or provariadic <> 0)
    union select typname from pg_type where typnamespace = 'pg_catalog'::regnamespace`,
  );
  /** The names that `value.name` can call: functions with one required argument, and types, which make it a cast. */
  const callable = rows.map(({ name }) => name);

  afterAll(() => database.drop());

  const COLUMNS = new Set([...REPORT_VIEWS.values()].flat());
  const isListed = (name: string) =>
    REPORT_FUNCTIONS.has(name) || REPORT_TYPES.has(name) || COLUMNS.has(name) || COMMON_WORDS.has(name);

  /** Makes queries that read a field of this name from a row or another value, although only another part of the query has the field. */
  const FIELDS: readonly ((name: string) => string)[] = [
    (name) => `select u.${name} from (select 'x'::text as q) u, (select 1 as ${name}) z`,
    (name) => `select (z.q).${name} from (select 'x'::text as q) z, (select 1 as ${name}) u`,
    (name) => `select (z).${name} from (select 'x'::text as q) z, unnest(array[1]) u (${name})`,
    (name) => `select (q).${name} from (select 'x'::text as q) q, (select 1 as ${name}) u`,
    (name) => `select g.${name} from unnest(array['x']) g, (values (1)) v (${name})`,
    (name) =>
      `select g.${name} from rows from (unnest(array['x']), generate_series(1, 2)) g (a, b), (select 1 as ${name}) v`,
    (name) => `select ('x'::text).${name} from (select 1 as ${name}) v`,
    (name) => `select (select 'x'::text).${name} from (select 1 as ${name}) v`,
    (name) => `select (row('x')).${name} from (select 1 as ${name}) v`,
    (name) => `select ((array['x'])[1]).${name} from (select 1 as ${name}) v`,
    (name) => `select (lower('x')).${name} from (select 1 as ${name}) v`,
    (name) => `select (case when true then 'x' end).${name} from (select 1 as ${name}) v`,
    (name) => `select (array_agg(u.q)).${name} from (select 'x'::text as q) u, (select 1 as ${name}) v`,
    (name) => `select (select z from (select 'x'::text as q) z).${name} from (select 1 as ${name}) v`,
    (name) => `select u.${name} from (select 1 as q) u where exists (select 1 from (select 1 as ${name}) u)`,
    (name) => `with u (${name}) as (select 1) select (select z.${name} from (select 'x'::text as q) z) from u`,
    (name) =>
      `with recursive u as (select 'x'::text as q union all select q from u) select u.${name} from u, (select 1 as ${name}) v`,
    (name) => `select w.${name} from workspaces w (a, b), (select 1 as ${name}) v`,
    (name) => `select report.statuses.${name} from report.statuses, (select 1 as ${name}) v`,
    (name) => `select j.${name} from jobs join (select job_id, 1 as ${name} from jobs) o using (job_id) as j`,
    (name) =>
      `select k.${name} from (select 1 as q) u join lateral (select u.${name} as a) k on true, (select 1 as ${name}) v`,
    (name) => `select 1 from (select 'x'::text as q) u join (select 1 as ${name}) v on u.${name} is not null`,
    (name) => `select 1 from (select 'x'::text as q) u, (select 1 as ${name}) v order by u.${name}`,
    (name) => `select 1 from (select 'x'::text as q) u, (select 1 as ${name}) v group by grouping sets ((u.${name}))`,
    (name) => `select count(*) over (partition by u.${name}) from (select 'x'::text as q) u, (select 1 as ${name}) v`,
    (name) =>
      `select count(*) over w from (select 'x'::text as q) u, (select 1 as ${name}) v window w as (order by u.${name})`,
    (name) =>
      `select count(*) filter (where u.${name} is null) from (select 'x'::text as q) u, (select 1 as ${name}) v`,
    (name) => `select distinct on (u.${name}) 1 from (select 'x'::text as q) u, (select 1 as ${name}) v`,
    (name) => `select json_object('a': u.${name}) from (select 'x'::text as q) u, (select 1 as ${name}) v`,
    (name) => `select 1 from (select 'x'::text as q) u, (select 1 as ${name}) v limit (select u.${name} is null)::int`,
    (name) => `(select 'x'::text as q) union (select 'y') order by q.${name}`,
    (name) => `select * from (values (('x'::text).${name})) v`,
    (name) => `select (u.q).${name}[1] from (select array['x'] as q) u, (select 1 as ${name}) v`,
    (name) => `select lower(name => u.${name}) from (select 'x'::text as q) u, (select 1 as ${name}) v`,
  ];

  /** Makes queries that use the name as an alias. */
  const GIFTS: readonly ((name: string) => string)[] = [
    (name) => `select 1 as ${name}`,
    (name) => `select 1 from carriers ${name}`,
    (name) => `select 1 from carriers u (${name})`,
    (name) => `select 1 from (select 1) ${name}`,
    (name) => `select 1 from generate_series(1, 2) ${name}`,
    (name) => `select 1 from generate_series(1, 2) u (${name})`,
    (name) => `select 1 from json_to_record('{}') as u (${name} int)`,
    (name) => `select 1 from rows from (json_to_record('{}') as (${name} int)) u`,
    (name) => `select 1 from (carriers a join files b using (carrier_id)) as ${name}`,
    (name) => `select 1 from carriers a join files b using (carrier_id) as ${name}`,
    (name) => `with ${name} as (select 1) select 1`,
    (name) => `with u (${name}) as (select 1) select 1`,
  ];

  describe('every catalogue function with one required argument, and every type', () => {
    it('is on the list of names, except those of reports', () => {
      expect(callable.length).toBeGreaterThan(1_200);
      expect(callable.filter((name) => !isListed(name) && !isCatalogueName(name))).toEqual([]);
      expect(callable.filter((name) => isListed(name) && isCatalogueName(name))).toEqual([]);
    });

    it('is harmless if it is a common word: none is volatile, takes a row or runs a text', async () => {
      const functions = await asOwner(
        database.address,
        (sql) => sql<{ name: string; volatility: string; takes: string }[]>`
        select proname as name, provolatile as volatility, proargtypes[0]::regtype::text as takes from pg_proc
        where proname in ${sql([...COMMON_WORDS])} and pronargs >= 1 and pronargs - pronargdefaults <= 1`,
      );
      expect(functions.length).toBeGreaterThan(12);
      const takes = ['text', 'character', 'character varying', 'inet', 'numeric', 'integer', 'bigint'];
      const geometric = ['path', 'box', 'point', 'line', 'lseg', 'polygon', 'circle'];
      for (const one of functions) {
        expect(one.volatility, one.name).not.toBe('v');
        expect([...takes, ...geometric], one.name).toContain(one.takes);
      }
    });

    it.each(FIELDS.map((field) => [field('f'), field] as const))(
      'cannot be a field of a value without it: %s',
      async (_, field) => {
        expect((await parseSql(field('f'))).ok).toBe(true);
        expect(await verdictOn(field('f'))).toMatch(/^(?:There is no (?:column|table)|The brackets before)/);
        expect(await acceptedNames(field)).toEqual([]);
      },
    );

    it.each(GIFTS.map((gift) => [gift('f'), gift] as const))('cannot be an alias: %s', async (_, gift) => {
      expect(await verdictOn(gift('f'))).toBe('accepted');
      expect((await acceptedNames(gift)).filter((name) => !isListed(name))).toEqual([]);
    });
  });

  /** Returns the names that the query may have in this place. The text is parsed once, and each name is put into its tree. */
  async function acceptedNames(query: (name: string) => string): Promise<string[]> {
    const text = query('name_to_put_here');
    const parsed = await parseSql(text);
    const tree = JSON.stringify(parsed.ok ? parsed.tree : null);
    return callable.filter((name) => {
      const named: unknown = JSON.parse(tree.replaceAll('"name_to_put_here"', JSON.stringify(name)));
      return !isRefused(judgeQuery(text, named));
    });
  }

  describe('fields of rows with known columns', () => {
    it.each([
      'select c.carrier_name, (c).carrier_name, (c).* from carriers c',
      'select q.count, q.max, q.coalesce from (select count(*), max(period), coalesce(min(period), $$-$$) from rollups) q',
      'select (q.latest).plan_name from (select (array_agg(m order by m.member_ref_id))[1] as latest from members m) q',
      'select ((array_agg(s order by s.period desc))[1]).status from statuses s group by s.member_ref_id',
      'select (select c from carriers c order by 1 limit 1).carrier_name',
      'select u.carrier_name, u.carrier_id from unnest((select array_agg(c) from carriers c)) u',
      'select (q.r).carrier_name from (select c as r from carriers c) q',
      'select j.carrier_id, a.carrier_name, b.period from carriers a join files b using (carrier_id) as j',
      'select j.one from (carriers c natural join (select 1 as one) o) as j',
      'select e.key, e.value, v.value, g.g, o.ordinality from json_each($${}$$) e, json_array_elements($$[]$$) v, generate_series(1, 2) g, unnest(array[1]) with ordinality o',
      'select t.a, t.b from rows from (generate_series(1, 2), unnest(array[1])) as t (a, b)',
      'select r.generate_series, r.unnest from rows from (generate_series(1, 2), unnest(array[1])) as r',
      'select v.column1, w.a, w.column2 from (values (1, 2)) v, (values (1, 2)) w (a)',
      'select x.a, x.upper, x."?column?", x.case, x.int4, x.array, x.row, x.exists from (select 1 as a, upper($$a$$), 1 + 1, case when true then 1 end, $$1$$::int, array[1], row(1, 2), exists (select 1)) x',
      'with recursive r (n, t) as (select 1, $$a$$ union all select r.n + 1, r.t from r where r.n < 3) select r.n, r.t from r',
      'with recursive a as (select b.n from b), b as (select 1 as n) select a.n from a',
      'select (select o.n from (select n.n) o) from (select 1 as n) n',
      'select lat.n from carriers c, lateral (select c.carrier_name as n) lat',
      'select report.carriers.carrier_name from report.carriers',
      'select count(distinct (a.carrier_id, a.period)) from rollups a where a.period = (select max(b.period) from rollups b where b.carrier_id = a.carrier_id)',
    ])('%s', async (sql) => {
      expect(await verdictOn(sql)).toBe('accepted');
    });
  });

  const columns = (count: number, column: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => column(index)).join(', ');
  const COLLECTED = "(select string_agg(member_name, '') as s, string_agg(plan_name, '') as t from members) q";
  const READ = '(select plan_name::numeric as x, agent_name::numeric as y from members) q';

  describe('a call that compares two values place by place', () => {
    it.each([
      [`select btrim(s, t) from ${COLLECTED}`, 'Function btrim'],
      [`select strpos(member_name, (select string_agg(plan_name, '') from members)) from members`, 'Function strpos'],
      [`select replace(s, '${'x'.repeat(51)}', '') from ${COLLECTED}`, 'Function replace'],
      [`select s like '%' || t || '%' from ${COLLECTED}`, 'Operator ~~'],
      [`select 1 from ${COLLECTED} where s like any (select plan_name from members)`, 'Operator ~~'],
      [`select jsonb_agg(plan_name) - array_agg(agent_name) from members`, 'Operator -'],
      [`select j - a from (select jsonb_agg(plan_name) as j, array_agg(agent_name) as a from members) q`, 'Operator -'],
      [`select normalize(s, NFKD) from ${COLLECTED}`, 'Function normalize'],
      [`select strpos(a || a, a) from (select s || s as a from ${COLLECTED}) q`, 'Function strpos'],
      [
        `with recursive r (n, t) as (select 1, 'x' union all select n + 1, t || t from r where n < 40) select strpos(t, t) from r`,
        'Function strpos',
      ],
    ])('is refused for values without a bound, with advice: %s', async (sql, what) => {
      const verdict = await verdictOn(sql);
      expect(verdict).toMatch(/^\w+ \S+ could take too long; .*left\(value, 1000\).* \(line 1, column \d+\)\.$/);
      expect(verdict).toContain(what);
    });

    it('is refused for texts that a chain of joined texts made', async () => {
      const joined = columns(10, () => 'member_name').replaceAll(', ', ' || ');
      const doubled = (levels: number): string =>
        levels === 0 ? `(select ${joined} as a from members) q` : `(select a || a as a from ${doubled(levels - 1)}) q`;
      expect(
        await verdictOn(`select strpos(a, plan_name) from (select ${joined} as a, plan_name from members) q`),
      ).toBe('accepted');
      expect(await verdictOn(`select strpos(a, a) from ${doubled(2)}`)).toMatch(/^Function strpos could take too long/);
    });

    it.each([
      `select btrim(left(s, 1000), left(t, 1000)) from ${COLLECTED}`,
      `select replace(s, ', ', '|'), ltrim(s, ', '), split_part(s, ',', 3), s like '%smith%', trim(s) from ${COLLECTED}`,
      `select strpos(lower(member_name), lower(trim(plan_name))), member_name like '%' || agent_name || '%' from members`,
      `select a.status = any (a.flags), array_agg(b.status) @> array['red', 'new'] from statuses a, statuses b group by 1`,
      `select x.name from (select max(carrier_name) as name from carriers) x join members m on strpos(m.plan_name, x.name) > 0`,
      `select '{"a": 1}'::jsonb - 'a', jsonb_agg(plan_name) - 'a' from members`,
    ])('is accepted for a short constant, texts of the views and shortened values: %s', async (sql) => {
      expect(await verdictOn(sql)).toBe('accepted');
    });
  });

  describe('one row of a query', () => {
    it.each([
      `select ${columns(12, (index) => `x / (y + ${index})`)} from ${READ}`,
      `select ${columns(30, (index) => `sqrt(x + ${index})`)} from ${READ}`,
      `select ${columns(12, (index) => `power(commission_owed, red + ${index})`)} from rollups`,
      `select ${columns(12, (index) => `'1e131071' % (red + ${index})`)} from rollups`,
      `select ${columns(12, (index) => `md5(s || ${index})`)} from ${COLLECTED}`,
      // PostgreSQL writes subqueries out where they are used, and does not stop while it does so.
      `select a from ${'(select a + a as a from '.repeat(17)}(select red as a from rollups) q${') q'.repeat(17)}`,
    ])('is refused with its place and advice if it has too many slow calls: %s', async (sql) => {
      expect(await verdictOn(sql)).toMatch(
        /^One row of the query calculates too much .*value::numeric\(20, 4\).* \(line 1, column \d+\)\.$/,
      );
    });

    it.each([
      `select ${columns(11, (index) => `x / (y + ${index})`)} from ${READ}`,
      `select ${columns(40, (index) => `x / (y + ${index})`)} from (select plan_name::numeric(30, 4) as x, agent_name::numeric(30, 4) as y from members) q`,
      `select ${columns(100, (index) => `round(100.0 * sum(red)::numeric / nullif(count(*) + ${index}, 0), 2)`)} from rollups`,
      `select ${columns(40, (index) => `100 * sum(case when status in ('red', 'new', 'green') and period > '2026-${index}' and carrier_id <> '' then commission_amount + chargeback_amount else 0 end) / nullif(sum(commission_owed), 0)`)} from statuses`,
      `select ${columns(60, (index) => `sqrt(net + ${index})`)} from commission_paid`,
      `select ${columns(40, () => `replace(replace(member_name, '.', ''), '-', ' ')`)} from members`,
      `select a from ${'(select a + a as a from '.repeat(10)}(select red as a from rollups) q${') q'.repeat(10)}`,
    ])('may have many calls on short values: %s', async (sql) => {
      expect(await verdictOn(sql)).toBe('accepted');
    });

    it('is judged quickly for nested recursions', async () => {
      const nested = (levels: number): string =>
        levels === 0
          ? `select 'x' as t`
          : `with recursive r${levels} as (select t from (${nested(levels - 1)}) q union all select t || t from r${levels}) select t from r${levels}`;
      expect(await verdictOn(nested(8))).toMatch(/^The query (?:is too intricate|is nested|uses its WITH queries)/);
    });
  });
});

describe('report functions', () => {
  describe('report functions', async () => {
    /** A number of arguments above that of any listed function with a fixed number. */
    const ARGUMENTS_MAX = 9;

    const overload = z.object({
      name: z.string(),
      most: z.number(),
      least: z.number(),
      isVariadic: z.boolean(),
      volatility: z.string(),
      isCallable: z.boolean(),
      takesRow: z.boolean(),
    });

    const database = await createEmptyDatabase();
    const rows = await asOwner(
      database.address,
      (sql) => sql`
    select proname as name, pronargs as most, pronargs - pronargdefaults as least, provariadic <> 0 as "isVariadic",
      provolatile as volatility,
      not (proargtypes::oid[] && array['internal', 'cstring', 'regclass', 'xml', 'refcursor']::regtype[]::oid[])
        as "isCallable",
      pronargs >= 1 and pronargs - pronargdefaults <= 1 and proargtypes[0] = any (
        array['record', '"any"', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray']::regtype[]::oid[])
        as "takesRow"
    from pg_proc`,
    );
    const overloads = z.array(overload).parse(rows);

    afterAll(() => database.drop());

    const listed = [...REPORT_FUNCTIONS].map(([name, { min, max }]) => ({ name, min, max }));

    describe('the functions of PostgreSQL', () => {
      it('pass only if listed, with the listed numbers of arguments, by their own name and with their schema', async () => {
        const names = [...new Set(overloads.map(({ name }) => name))];
        expect(names.length).toBeGreaterThan(2_500);
        const wrong: string[] = [];
        for (const name of names) {
          const takes = REPORT_FUNCTIONS.get(name);
          for (let count = 0; count <= ARGUMENTS_MAX; count++) {
            const isListed = takes !== undefined && count >= takes.min && count <= takes.max;
            // A clock must be unquoted.
            const quoted = name === 'now' ? name : `"${name}"`;
            const call = `${quoted}(${Array.from({ length: count }, () => 'null').join(', ')})`;
            for (const text of [`select ${call}`, `select pg_catalog.${call}`]) {
              if (((await verdictOn(text)) === 'accepted') !== isListed) wrong.push(text);
            }
          }
        }
        expect(wrong).toEqual([]);
      });

      it('are never volatile if listed, and take no relation, document or internal value', () => {
        const faults = overloads.filter(
          ({ name, volatility, isCallable }) => REPORT_FUNCTIONS.has(name) && (volatility === 'v' || !isCallable),
        );
        expect(faults).toEqual([]);
      });

      it.each(listed)('include $name with $min to $max arguments', ({ name, min, max }) => {
        const own = overloads.filter((one) => one.name === name);
        expect(own.some(({ least, most }) => least <= min && min <= most)).toBe(true);
        if (Number.isFinite(max)) expect(own.some(({ least, most }) => least <= max && max <= most)).toBe(true);
        else expect(own.some(({ isVariadic }) => isVariadic)).toBe(true);
      });

      it('that take a row are on the list, or cannot be the name of a column, because m.f would call them', () => {
        const open = overloads.filter(
          ({ name, takesRow }) => takesRow && !REPORT_FUNCTIONS.has(name) && !isCatalogueName(name),
        );
        expect(open.map(({ name }) => name)).toEqual([]);
      });
    });

    describe('the columns of functions that return rows', () => {
      it("have the server's names", async () => {
        const rows = await asOwner(
          database.address,
          (sql) => sql<{ name: string; names: string[]; modes: string[] }[]>`
        select proname as name, proargnames as names, proargmodes::text[] as modes from pg_proc
        where 'o' = any (proargmodes) and proname in ${sql([...REPORT_FUNCTIONS.keys()])} and prokind = 'f'
          -- There is no such value in a report.
          and proargtypes[0] <> 'tsvector'::regtype`,
        );
        const named = rows.map(({ name, names, modes }): [string, string[]] => [
          name,
          names.filter((_, index) => modes[index] === 'o'),
        ]);
        expect(named.toSorted()).toEqual(
          [...COLUMNS_OF_FUNCTIONS].map(([name, names]) => [name, [...names]]).toSorted(),
        );
      });
    });

    describe('the lists', () => {
      it('name each function once', () => {
        const names = REPORT_FUNCTION_GROUPS.flatMap(({ calls }) => calls.flatMap(([line]) => line.split(' ')));
        expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
      });

      it('refuse every other type that PostgreSQL has', async () => {
        const types = await asOwner(
          database.address,
          (sql) => sql<{ name: string }[]>`select typname as name from pg_type`,
        );
        const accepted: string[] = [];
        for (const { name } of types)
          if ((await verdictOn(`select null::"${name}"`)) === 'accepted') accepted.push(name);
        expect(accepted.toSorted()).toEqual([...REPORT_TYPES].toSorted());
      });

      it('refuse every other operator that PostgreSQL has', async () => {
        const rows = await asOwner(
          database.address,
          (sql) => sql<{ name: string }[]>`select distinct oprname as name from pg_operator`,
        );
        const names = rows.map(({ name }) => name);
        const accepted: string[] = [];
        for (const name of names) if ((await verdictOn(`select null ${name} null`)) === 'accepted') accepted.push(name);
        const binary = names.filter((name) => REPORT_OPERATORS.has(name) && !['|/', '||/', '@'].includes(name));
        expect(accepted.filter((name) => !REPORT_OPERATORS.has(name))).toEqual([]);
        expect(binary.filter((name) => !accepted.includes(name))).toEqual([]);
      });
    });

    /** Guarantee: a query that was stopped for its time is not called too slow, because the machine may have been busy. */
    describe('a failed query', () => {
      test('names a busy machine first, and then what a query can do', () => {
        const stopped = { state: '57014', message: 'canceling statement due to statement timeout', position: null };
        const refused = refuseFailedQuery(stopped, { statement: 'select 1', seconds: 5, prefixLength: 0 });
        expect(refused).toEqual(tooSlow(5));
        expect(refused?.refused).toMatchObject({ code: 'query_limit' });
        expect(refused?.refused.detail).toMatch(
          /^The query did not end within 5 seconds and was stopped\. The machine may be busy: run the query again\. If it never ends in time, make it smaller\./,
        );
      });
    });
  });

  describe('report places', () => {
    /** Makes places from texts, oldest first. The text `a1 running` is the first place of account a. */
    function placesOf(...texts: readonly string[]): ReportPlace[] {
      return texts.map((text) => {
        const [placeId = '', word] = text.split(' ');
        const state = word === 'running' || word === 'overdue' ? word : 'waiting';
        return { placeId, accountId: placeId.charAt(0), state };
      });
    }
    const granted = (...texts: readonly string[]) => grantPlaces(placesOf(...texts), REPORT_PLACE_LIMITS);

    describe('places of reports', () => {
      test('are two per account and four in total', () => {
        expect(granted('a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1')).toEqual(['a1', 'b1', 'c1']);
        expect(granted('a1', 'b1', 'c1', 'd1', 'e1')).toEqual(['a1', 'b1', 'c1', 'd1']);
        expect(granted('a1', 'a2', 'a3')).toEqual(['a1', 'a2']);
        expect(granted('a1 running', 'a2 running', 'a3', 'b1 running', 'c1')).toEqual(['c1']);
        expect(granted('a1 running', 'a2 running', 'b1 running', 'c1 running', 'd1')).toEqual([]);
      });

      test('go to the account with the fewest first, then in order of request', () => {
        expect(granted('a1 running', 'a2', 'b1', 'c1')).toEqual(['b1', 'c1']);
        expect(granted('a1', 'a2', 'a3', 'b1')).toEqual(['a1', 'b1', 'a2']);
        expect(granted('a1 running', 'b1 running', 'b2 running', 'a2', 'a3', 'c1', 'c2')).toEqual(['c1']);
      });

      test('keep the last one for an account without any, so that two accounts never have all', () => {
        expect(granted('a1', 'a2', 'b1', 'b2')).toEqual(['a1', 'b1', 'a2']);
        expect(granted('a1 running', 'a2 running', 'b1 running', 'b2')).toEqual([]);
        expect(granted('a1 running', 'a2 running', 'b1 running', 'b2', 'c1')).toEqual(['c1']);
      });

      test('of an overdue report stay with its own account, which gets no other, and with nobody else', () => {
        const attack = ['a1 overdue', 'a2 overdue', 'b1 overdue', 'b2 overdue', 'a3', 'b3'];
        expect(granted(...attack, 'c1', 'c2', 'd1', 'd2')).toEqual(['c1', 'd1', 'c2']);
        expect(granted('a1 overdue', 'a2')).toEqual([]);
        expect(hasOverdue(placesOf(...attack), 'a')).toBe(true);
        expect(hasOverdue(placesOf(...attack, 'c1 running'), 'c')).toBe(false);
      });

      test('end when the server would have more report processes than planned', () => {
        const overdue = Array.from({ length: 11 }, (_, index) => `${'abcdef'.charAt(index / 2)}${index} overdue`);
        expect(granted(...overdue, 'x1', 'y1')).toEqual(['x1']);
        expect(granted(...overdue, 'z1 overdue', 'x1', 'y1')).toEqual([]);
      });

      test('exceed no limit, grant nothing twice, and never put an account without any behind one with some, for any requests', () => {
        const place = fc.record({
          accountId: fc.constantFrom('a', 'b', 'c', 'd'),
          state: fc.constantFrom('waiting', 'waiting', 'running', 'overdue'),
        });
        fc.assert(
          fc.property(fc.array(place, { maxLength: 20 }), (drawn) => {
            const places = drawn.map((fields, index) => ({ ...fields, placeId: String(index) }));
            const ids = grantPlaces(places, REPORT_PLACE_LIMITS);
            expect(new Set(ids).size).toBe(ids.length);
            const after = places.map((each) => (ids.includes(each.placeId) ? { ...each, state: 'running' } : each));
            const inState = (states: readonly string[], accountId?: string) =>
              after.filter((each) => states.includes(each.state) && (accountId ?? each.accountId) === each.accountId)
                .length;
            for (const { placeId, accountId } of places) {
              if (!ids.includes(placeId)) continue;
              expect(inState(['running', 'overdue'], accountId)).toBeLessThanOrEqual(REPORT_PLACE_LIMITS.ofAccount);
              expect(inState(['running'])).toBeLessThanOrEqual(REPORT_PLACE_LIMITS.running);
              expect(inState(['running', 'overdue'])).toBeLessThanOrEqual(REPORT_PLACE_LIMITS.processes);
              if (inState(['running'], accountId) < 2) continue;
              const hungry = after.filter(
                (each) => each.state === 'waiting' && inState(['running', 'overdue'], each.accountId) === 0,
              );
              expect(hungry).toEqual([]);
            }
          }),
          { numRuns: propertyRuns(100) },
        );
      });
    });
  });
});
