import { describe, expect, it } from 'vitest';
import { verdictOn } from './judge-text.ts';

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
    expect(await verdictOn(`select strpos(a, plan_name) from (select ${joined} as a, plan_name from members) q`)).toBe(
      'accepted',
    );
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
