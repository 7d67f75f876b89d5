import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { REPORT_SQL_LIMITS, REPORT_TEXT_CHARACTERS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { resolveQuery } from '../../../core/saved-report/query-columns.ts';
import { beginReading } from '../../../core/saved-report/reading.ts';
import { NUMBER_COLUMNS, TEXT_BYTES_OF_COLUMNS } from '../../../core/saved-report/report-columns.ts';
import { REPORT_FUNCTION_GROUPS, REPORT_FUNCTIONS } from '../../../core/saved-report/report-functions.ts';
import { asOwner, createEmptyDatabase, type TestDatabase } from '../../support/postgres.ts';
import { verdictOn } from './judge-text.ts';
import { viewColumns } from './scratch-reports.ts';

const parseSql = createSqlParser();

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

/** The values of the arguments. They make long results: accents, control characters, brackets, large and small numbers. */
const VALUES = `(select repeat('é', 50) as s, repeat(U&'\\+00fdfa', 20) as wide, repeat(e'\\x01"', 30) as controls, repeat('ŉ', 20) as upward,
  repeat('İȺ', 20) as downward, 'a,b,c' as list, array['a', '"', 'b c'] as items, array[1, 22, 333] as numbers, 12345.678 as n, 2 as small,
  repeat('9', 300)::numeric(300, 0) as long, '1e300' as exponent, 1e-300 as fraction, 0.1::float8 as f, true as yes, date '2026-01-31' as day,
  timestamp '2026-01-31 10:00' as moment, interval '-1 year 2 months -3 days 04:05:06.789' as span,
  '{"a": [1, 2e50, {"b": "c"}], "d": null}'::jsonb as j, '{"a": [1, 2, {"b": "c"}], "d": null}'::json as jt, row(1, '"', row('"')) as r) q`;

/** Lists expressions for a single row. Together they call all listed functions that return a single value. */
const EXPRESSIONS: readonly string[] = [
  'lower(s), upper(s), initcap(s), lower(downward), upper(upward), initcap(upward), reverse(s)',
  'length(s), char_length(s), character_length(s), octet_length(s), ascii(s), chr(128512), md5(s), to_hex(255), starts_with(s, s)',
  'btrim(s), ltrim(s), rtrim(s), btrim(s, s), normalize(wide, NFKD), normalize(s), is_normalized(s)',
  "similar_to_escape(s), like_escape(s, '!'), left(s, 10), right(s, 10), left(s, small), substr(s, 3), substr(s, 3, 4), substring(s from 2 for 3)",
  "repeat(s, 100), lpad(s, 200, 'é'), rpad(s, 200, s), lpad(s, 3), strpos(s, s), position(s in s), overlay(s placing s from 3), overlay(s placing s from 3 for 1)",
  "replace(s, 'é', s), translate(s, 'é', '\u{1F600}'), split_part(list, ',', 2), regexp_replace(s, 'é', '[\\&\\&]', 'g'), regexp_replace(s, '', 'xyz', 'g')",
  "regexp_match(s, '(é)(é)'), regexp_like(s, 'é'), regexp_count(s, 'é'), regexp_instr(s, 'é'), regexp_substr(s, 'é+'), regexp_split_to_array(s, '')",
  "string_to_array(s, null), string_to_array(list, ','), string_to_array(controls, '')",
  "concat(s, n, items), concat_ws(s, s, s, s), concat_ws(s, variadic items), format('%s %1$s %2$-50s %I %L', s, n, controls, s), format(s, n)",
  'pi(), abs(n), ceil(n), ceiling(n), floor(n), sign(n), sqrt(n), cbrt(n), exp(5.5), exp(2000.5), ln(n), ln(long), log10(n), log(n), log(2, n), degrees(n), radians(n)',
  'scale(n), min_scale(n), trim_scale(n), round(n), round(n, 2), round(n, -2), trunc(n), trunc(n, 1), round(n, small), round(fraction, 400)',
  'sin(n), cos(n), tan(n), cot(n), asin(f), acos(f), atan(n), atan2(n, n), mod(n, small), div(n, small), gcd(12, 8), lcm(12, 8), lcm(long, n)',
  'power(n, 3), power(n, 30), pow(n, 2.5), power(n, -3), power(f, 3), power(long, 5), n ^ 3, n * n, long * long, long * fraction, n / 3, 1 / 3.0, long / fraction, fraction / long, n % 7, n + long, n - long, long + fraction',
  'width_bucket(n, 0, 100, 10), width_bucket(5, numbers), num_nulls(n, null), num_nonnulls(n, null)',
  'now(), date(moment), isfinite(day), justify_days(span), justify_hours(span), justify_interval(span), age(moment), age(moment, moment - span)',
  "to_timestamp(0), to_timestamp('2026', 'YYYY'), timezone('UTC', moment), date_part('year', day), extract(year from day), to_date('2026', 'YYYY'), to_number('12,345.6', '99G999D9')",
  "to_char(n, 'FM999,999.99'), to_char(n, '99999999999999999999V999'), to_char(day, 'FMDay TMMonth YYYYth CC'), to_char(small, 'RN'), to_char(n, '9.99EEEE'), to_char(span, 'YYYY HH24')",
  "date_trunc('month', day), date_add(now(), span), date_subtract(now(), span), date_bin('1 day', moment, moment), make_date(2026, 1, 2), make_time(1, 2, 3.4)",
  'overlaps(day, day, day, day), make_timestamp(2026, 1, 2, 3, 4, 5.6), make_timestamptz(2026, 1, 2, 3, 4, 5.6), make_interval(1, 2, 3, 4, 5, 6, 7.8)',
  'cardinality(items), array_ndims(items), array_dims(items), array_length(items, 1), array_lower(items, 1), array_upper(items, 1)',
  "array_append(items, s), array_prepend(s, items), array_cat(items, items), array_remove(items, 'a'), array_positions(items, 'a'), trim_array(items, 1), array_position(items, 'a')",
  "array_to_string(items, s, s), array_to_string(numbers, ', '), array_replace(items, 'a', s), items || items, items[2], items[1:2], numbers::text, items::text, array[s, controls], array[r, r]::text",
  'json_build_object(s, controls, 1, items), jsonb_build_object(s, controls, 2, n), json_build_array(controls, r), jsonb_build_array(controls, numbers, long)',
  'to_json(controls), to_jsonb(controls), to_json(items), json_array_length(jt -> $$a$$), jsonb_array_length(j -> $$a$$), json_typeof(jt), jsonb_typeof(j)',
  "json_strip_nulls(jt), jsonb_strip_nulls(j), jsonb_pretty(j), jsonb_pretty('[[[[[[[[[[1]]]]]]]]]]'), row_to_json(r), row_to_json(q), array_to_json(items), array_to_json(items, true), json_object(array['a', 'b']), jsonb_object(array['a', 'b'])",
  "json_extract_path(jt, 'a', '1'), jsonb_extract_path(j, 'a', '1'), json_extract_path_text(jt, 'a', '1'), jsonb_extract_path_text(j, 'a', '1')",
  "jsonb_set(j, '{a}', to_jsonb(s)), jsonb_insert(j, '{a, 0}', to_jsonb(s)), j -> 'a', j ->> 'a', j #> '{a, 1}', j #>> '{a, 1}', j || j, j - 'a', j #- '{a}', j::text, jt::text",
  "exponent::numeric, exponent::float8::numeric, '1e400'::numeric(1000, 0), ('[1e999]')::jsonb, ('{1e99}')::numeric[], n::text, f::text, s::varchar(3), s::char(100), s::char, numbers::numeric[], items::text[]",
  'coalesce(null, s), nullif(s, $$a$$), greatest(s, controls), least(s, controls), case when yes then s else controls end, (s, controls, r)::text, row(row(row(controls)))::text',
  "json_object('a': controls, 'b': s), json_array(controls, s), (json_array(long) ->> 0)::numeric, ('{1,2}'::int[])::text, yes::text, span::text, (span * 100000)::text, q::text",
];

const AGGREGATES: readonly string[] = [
  'count(*), sum(v), avg(v), min(v), max(v), any_value(v), bool_and(v > 0), bool_or(v > 0), every(v > 0), bit_and(w), bit_or(w), bit_xor(w), mode() within group (order by v)',
  'stddev(v), stddev_pop(v), stddev_samp(v), variance(v), var_pop(v), var_samp(v), percentile_cont(0.5) within group (order by v), percentile_disc(0.5) within group (order by v)',
  'corr(v, w), covar_pop(v, w), covar_samp(v, w), regr_avgx(v, w), regr_avgy(v, w), regr_count(v, w), regr_intercept(v, w), regr_r2(v, w), regr_slope(v, w), regr_sxx(v, w), regr_sxy(v, w), regr_syy(v, w)',
  "string_agg(t, ','), array_agg(t), json_agg(t), jsonb_agg(t), json_object_agg(w, t), jsonb_object_agg(w, t), min(t), sum(v) * sum(v), rank(1) within group (order by w)",
];
const NUMBERS = `(values (123.45, 1, 'é'), (repeat('9', 50)::numeric(50, 0), 2, '"')) as q (v, w, t)`;

const WINDOWS =
  'row_number() over w, rank() over w, dense_rank() over w, percent_rank() over w, cume_dist() over w, ntile(2) over w, first_value(t) over w, last_value(t) over w, nth_value(t, 2) over w, lag(t) over w, lead(t, 1, t) over w';

/** Returns the guard's upper bound of bytes for each column of the query. */
async function boundsOf(sql: string): Promise<readonly number[]> {
  const parsed = await parseSql(sql);
  const tree = z.object({
    stmts: z.array(z.object({ stmt: z.object({ SelectStmt: z.record(z.string(), z.unknown()) }) })),
  });
  const [statement] = tree.parse(parsed.ok ? parsed.tree : null).stmts;
  return resolveQuery(statement?.stmt.SelectStmt ?? {}, beginReading(REPORT_SQL_LIMITS)).map(({ bytes }) => bytes);
}

async function expectBounded(sql: string): Promise<void> {
  const bounds = await boundsOf(sql);
  const names = bounds.map((_, index) => `c${index}`);
  const measured = `select ${names.map((name) => `coalesce(max(octet_length(${name}::text)), 0)`).join(', ')} from (${sql}) m (${names.join(', ')})`;
  const [row] = await asOwner(database.address, (client) => client.unsafe(measured).values());
  const tooLong = bounds.flatMap((most, index) =>
    Number(row?.[index]) > most ? [`column ${index + 1}: ${row?.[index]} of ${most}`] : [],
  );
  expect(tooLong).toEqual([]);
}

describe('a value is at most as large as the guard assumes', () => {
  it.each(EXPRESSIONS)('%s', async (expressions) => {
    await expectBounded(`select ${expressions} from ${VALUES}`);
  });

  it.each(AGGREGATES)('%s', async (aggregates) => {
    await expectBounded(`select ${aggregates} from ${NUMBERS}`);
  });

  it(WINDOWS, async () => {
    await expectBounded(`select ${WINDOWS} from ${NUMBERS} window w as (order by w)`);
  });

  it.each([
    'select value from jsonb_array_elements(\'[1e300, "x"]\')',
    'select value from jsonb_each_text(\'{"a": 1e300}\')',
    'select a, b from json_to_record(\'{"a": 1e300, "b": "x"}\') as t (a numeric, b text)',
    "select unnest(string_to_array(repeat('é', 50), null)), generate_series(1.5, 3), string_to_table('a,b', ',')",
    "with recursive r (n, t, d) as (select 1, 'x', 1.5 union all select n + 1, t || t, d * 10 from r where n < 12) select n, t, d from r",
    'select * from (values (1, $$a$$), (22222, $$bbbbbbbbbbbbbbb$$)) v union all select 33333333, $$ccccccccccccccccccccccccccc$$',
    'select a.n, b.n from (select 1 as n) a full join (select 1000000 as n) b using (n)',
    'select (select repeat($$x$$, 1000)), array(select repeat($$x$$, 1000) from generate_series(1, 10))',
  ])('%s', async (sql) => {
    await expectBounded(sql);
  });

  it('for every listed function that makes one value', () => {
    const rows = REPORT_FUNCTION_GROUPS.flatMap(({ calls }) => calls.flatMap(([names]) => names.split(' '))).filter(
      (name) =>
        /^(?:unnest|generate_|string_to_table|regexp_matches|regexp_split_to_table|jsonb?_(?:each|array_elements|object_keys|to_record))/.test(
          name,
        ),
    );
    const texts = [...EXPRESSIONS, ...AGGREGATES, WINDOWS].join(' ');
    const missing = [...REPORT_FUNCTIONS.keys()].filter(
      (name) => !rows.includes(name) && !new RegExp(`\\b${name}\\(`).test(texts),
    );
    expect(missing).toEqual([]);
  });
});

describe('the columns of the views', () => {
  it('have the types that the guard assumes, and long texts only where the guard expects them', async () => {
    const columns = await viewColumns();
    const numbers = columns
      .filter(({ type }) => /^(?:numeric|integer|bigint|smallint)/.test(type))
      .map(({ name }) => name);
    expect([...new Set(numbers)].toSorted()).toEqual([...NUMBER_COLUMNS].toSorted());
    const texts = columns.filter(({ type }) => type.startsWith('text')).map(({ name }) => name);
    const short = new Set(texts.filter((name) => !TEXT_BYTES_OF_COLUMNS.has(name)));
    expect([...short].toSorted()).toEqual(
      [
        ...[
          'carrier_id',
          'change_type',
          'compared_against_period',
          'field',
          'file_id',
          'job_id',
          'line_id',
          'line_type',
        ],
        ...['member_ref_id', 'mode', 'period', 'product_line', 'status', 'workspace_id'],
      ].toSorted(),
    );
    expect(TEXT_BYTES_OF_COLUMNS.get('member_name')).toBe(4 * REPORT_TEXT_CHARACTERS_MAX);
  });
});

describe('the maximum size of one row', () => {
  it.each([
    [
      "select btrim(s, t) from (select string_agg(member_name, '') as s, string_agg(plan_name, '') as t from members) q",
      'function btrim',
    ],
    ['select x / y, mod(x, y) from (select plan_name::numeric as x, agent_name::numeric as y from members) q', null],
    [
      `select ${Array.from({ length: 30 }, (_, index) => `scale(sqrt(x + ${index}))`).join(' + ')} from (select plan_name::numeric as x from members) q`,
      null,
    ],
    [
      `select a from ${'(select a + a as a from '.repeat(17)}(select red as a from rollups) q${') q'.repeat(17)}`,
      'operator +',
    ],
  ])('is reported with the place and advice: %s', async (sql, at) => {
    const verdict = await verdictOn(sql);
    expect(verdict).toMatch(
      /^One row could take more than 3 seconds.*such as left\(value, 1000\).* \(line 1, column \d+\)\.$/,
    );
    if (at !== null) expect(verdict).toContain(` at ${at};`);
  });

  it.each([
    "select btrim(left(s, 1000), left(t, 1000)) from (select string_agg(member_name, '') as s, string_agg(plan_name, '') as t from members) q",
    'select x / y, mod(x, y) from (select plan_name::numeric(30, 4) as x, agent_name::numeric(30, 4) as y from members) q',
    `select ${Array.from({ length: 30 }, (_, index) => `sqrt(net + ${index})`).join(' + ')} from commission_paid`,
    `select a from ${'(select a + a as a from '.repeat(8)}(select a + a as a from ${'(select a + a as a from '.repeat(8)}(select red as a from rollups) q${') q'.repeat(8)} offset 0) q${') q'.repeat(8)}`,
  ])('is met after following the advice: %s', async (sql) => {
    expect(await verdictOn(sql)).toBe('accepted');
  });

  it('is found quickly for nested recursions', async () => {
    const nested = (levels: number): string =>
      levels === 0
        ? `select 'x' as t`
        : `with recursive r${levels} as (select t from (${nested(levels - 1)}) q union all select t || t from r${levels}) select t from r${levels}`;
    expect(await verdictOn(nested(8))).toMatch(/^The query (?:is too intricate|is nested|uses its WITH queries)/);
  });
});
