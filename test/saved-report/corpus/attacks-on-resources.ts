import { type Attack, refused } from './attack.ts';

const deep = (open: string, close: string, depth: number) => `select ${open.repeat(depth)}1${close.repeat(depth)}`;
const doublings = Array.from(
  { length: 30 },
  (_, index) => `w${index + 1} as not materialized (select a.name from w${index} a, w${index} b)`,
);

/** What would take all of the memory, the disk or the time. */
export const ATTACKS_ON_RESOURCES: readonly Attack[] = [
  ...refused({
    'a text over the limit': `select '${'x'.repeat(20 * 1024)}'`,
    'deep functions': deep('abs(', ')', 70),
    'very deep functions': deep('abs(', ')', 2_000),
    'deep subqueries': deep('(select ', ')', 70),
    'very deep subqueries': deep('(select ', ')', 2_200),
    'deep arrays': deep('array[', ']', 70),
    'deep case': `select ${'case when true then '.repeat(300)}1${' end'.repeat(300)}`,
    'not of not': `select ${'not '.repeat(4_000)} true`,
    'minus of minus': `select ${'- '.repeat(4_000)} commission_owed from rollups`,
    'a sum without end': `select 1${'+1'.repeat(8_000)}`,
    'casts without end': `select '1'${'::text'.repeat(3_000)}`,
    'brackets without end': `select ${'('.repeat(10_000)}1`,
    'a list of 5,000': `select 1 where 1 in (${Array.from({ length: 5_000 }, (_, index) => index % 10).join(',')})`,
    '201 columns': `select ${Array.from({ length: 201 }, () => '1').join(',')}`,
    'unions without end': Array.from({ length: 200 }, () => 'select 1 from carriers').join(' union all '),
    'with queries that double': `with w0 as (select name from workspaces), ${doublings.join(', ')} select count(*) from w30`,
    'a long repeat': `select repeat('x', 100000000)`,
    'a long lpad': `select lpad('x', 2000000000, 'y')`,
    'a long rpad': `select rpad(name, 50000000) from workspaces`,
  }),
  ...bounded({
    'cross joins': `select count(*) from comparisons a, comparisons b, comparisons c, comparisons d, comparisons e`,
    'cross joins of series': `select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`,
    'a series without end': `select * from generate_series(1, 9000000000000)`,
    'a series of fractions': `select count(*) from generate_series(0, 1e9, 1e-9)`,
    'a series of seconds': `select max(t) from generate_series(timestamp '0001-01-01', timestamp '9999-12-31', interval '1 second') t`,
    'recursion without end': `with recursive n as (select 1 as i union all select i + 1 from n) select count(*) from n`,
    'recursion that doubles': `with recursive n as (select 1 as i union all select i + 1 from n, generate_series(1, 2) g) select count(*) from n`,
    'recursion that grows a text': `with recursive n as (select 'x' as t union all select t || t from n) select max(length(t)) from n`,
    'repeat of repeat': `select length(repeat(repeat(repeat('x', 10000), 10000), 100))`,
    'repeat by a sum': `select length(repeat('x', 1000 * 1000 * 1000))`,
    'a wide format': `select length(format('%1000000000s', 'x'))`,
    'one great text': `select string_agg(repeat('x', 10000), '') from generate_series(1, 100000)`,
    'one great array': `select cardinality(array_agg(i)) from generate_series(1, 500000000) i`,
    'one great json': `select json_agg(i) from generate_series(1, 100000000) i`,
    'a sort on disk': `select repeat('x', 1000) || i from generate_series(1, 100000000) i order by md5(i::text)`,
    'a hash of everything': `select count(*) from (select distinct md5(i::text) as h from generate_series(1, 100000000) i) q`,
    'a cube of twelve': `select count(*) from generate_series(1, 10000) i group by cube (i, i+1, i+2, i+3, i+4, i+5, i+6, i+7, i+8, i+9, i+10, i+11)`,
    'a great power': `select length((9.99::numeric ^ 100000)::text) from generate_series(1, 1000)`,
    'a regular expression that goes back': `select regexp_count(repeat('a', 5000), '(a*)*\\1b') from generate_series(1, 1000)`,
    'a replacement that grows': `select length(regexp_replace(repeat('a', 10000), 'a', repeat('b', 10000), 'g'))`,
    'replace that grows': `select length(replace(repeat('a', 10000), 'a', repeat('b', 10000)))`,
    'a window over all': `select sum(i) over (order by i rows between unbounded preceding and unbounded following) from generate_series(1, 50000000) i`,
    'a subquery for each row': `select (select count(*) from generate_series(1, i)) from generate_series(1, 1000000) i`,
    'ten million rows': `select i, repeat('x', 100) from generate_series(1, 10000000) i`,
    'an array of arrays': `select array_agg(array[i, i, i, i]) from generate_series(1, 100000000) i`,
    'array_cat in recursion': `with recursive n as (select array[1] as a union all select array_cat(a, a) from n) select max(cardinality(a)) from n`,
  }),
];

function bounded(attacks: Readonly<Record<string, string>>): Attack[] {
  return Object.entries(attacks).map(([name, sql]) => ({ name, wall: 'limits', sql }));
}
