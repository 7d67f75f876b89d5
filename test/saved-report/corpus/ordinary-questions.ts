import { type OrdinaryQuery, ordinary } from './attack.ts';

/** Typical questions of agencies about their books. */
export const ORDINARY_QUESTIONS: readonly OrdinaryQuery[] = ordinary({
  'all carriers': `select * from carriers`,
  'qualified view': `select r.period, r.member_count from report.rollups r order by r.period`,
  'fully qualified columns': `select report.carriers.carrier_name from report.carriers order by 1`,
  'upper case': `SELECT CARRIER_NAME FROM CARRIERS ORDER BY CARRIER_NAME`,
  'semicolon and comments': `-- carriers\nselect carrier_name /* the name */ from carriers order by 1; -- done`,
  'owed by carrier': `
    select c.carrier_name, sum(r.commission_owed) as owed
    from rollups r join carriers c using (carrier_id)
    group by c.carrier_name
    having sum(r.commission_owed) > 0
    order by owed desc, c.carrier_name`,
  'members dropped last month': `
    select member_name, policy_number, prev_commission_amount
    from comparisons
    where status = 'red' and period = to_char(current_date - interval '1 month', 'YYYY-MM')
    order by prev_commission_amount desc, member_name`,
  'members dropped in the latest period of each carrier': `
    with latest as (select carrier_id, max(period) as period from rollups group by carrier_id)
    select c.carrier_name, x.member_name, x.prev_commission_amount
    from comparisons x join latest using (carrier_id, period) join carriers c using (carrier_id)
    where x.status = 'red'
    order by 1, 2, 3`,
  'attrition over time': `select period, round(100 * sum(red)::numeric / nullif(sum(member_count) + sum(red), 0), 2) as attrition_pct from rollups group by period order by period`,
  'month over month': `
    select period, at_risk, at_risk - lag(at_risk) over (order by period) as change
    from (select period, sum(commission_at_risk) as at_risk from rollups group by period) by_period
    order by period`,
  'running total': `select period, commission_owed, sum(commission_owed) over (partition by carrier_id order by period rows between unbounded preceding and current row) as running from rollups order by carrier_id, workspace_id, period`,
  'three months moving average': `select period, avg(commission_owed) over (order by period rows between 2 preceding and current row) from (select period, sum(commission_owed) as commission_owed from rollups group by 1) r order by 1`,
  'top ten members by commission': `select member_name, sum(commission_amount) as paid from comparisons group by member_name order by paid desc nulls last, member_name limit 10`,
  'top three of each carrier': `
    select * from (
      select carrier_id, member_ref_id, commission_amount,
        row_number() over (partition by carrier_id order by commission_amount desc, member_ref_id, period) as place
      from statuses
    ) ranked where place <= 3 order by carrier_id, place`,
  'first rows without an order': `select * from members limit 10`,
  'next rows without an order': `select member_ref_id from members limit 10 offset 5`,
  'fetch first': `select member_name from members order by member_name fetch first 5 rows only`,
  'fetch with ties': `select carrier_id, red from rollups order by red desc fetch first 3 rows with ties`,
  chargebacks: `select period, member_ref_id, amount from commission_lines where amount < 0 order by amount, line_id`,
  'chargebacks by a plan': `
    select coalesce(m.plan_name, 'no plan') as plan, count(*) as lines, sum(l.amount) as amount
    from commission_lines l left join members m on m.member_ref_id = l.member_ref_id
    where l.line_type = 'chargeback' group by 1 order by 3, 1`,
  'agents and their members': `select agent_name, count(distinct member_ref_id) as members from members group by agent_name order by members desc, agent_name`,
  'carriers without a file this year': `
    select carrier_name from carriers c
    where not exists (select 1 from files f where f.carrier_id = c.carrier_id and f.period >= to_char(current_date, 'YYYY') || '-01')
    order by 1`,
  'files that are late': `select file_name, uploaded_at::date - to_date(period || '-01', 'YYYY-MM-DD') as days from files where status = 'active' order by days desc, file_name`,
  'stated against ingested': `
    select f.file_name, f.stated_total, sum(l.amount) as ingested, f.stated_total - sum(l.amount) as variance
    from files f join commission_lines l using (file_id)
    group by f.file_id, f.file_name, f.stated_total order by f.file_name, f.file_id`,
  'how long jobs take': `select mode, avg(finished_at - started_at) as took, max(attempts) as attempts from jobs where finished_at is not null group by mode order by mode`,
  'failed jobs of thirty days': `select job_id, file_id from jobs where status = 'failed' and created_at > now() - interval '30 days' order by created_at, job_id`,
  'what moved': `select period, field, count(*) from deltas where change_type = 'modified' group by period, field order by period, count(*) desc, field`,
  'premium changes': `select member_ref_id, prev_value, curr_value from deltas where field = 'premium_amount' order by 1, 2, 3`,
  'members by status, as columns': `
    select period,
      count(*) filter (where status = 'green') as green,
      count(*) filter (where status = 'yellow') as yellow,
      count(*) filter (where status = 'red') as red
    from statuses group by period order by period`,
  'totals and sub-totals': `select carrier_id, period, sum(commission_owed) from rollups group by rollup (carrier_id, period) order by 1 nulls last, 2 nulls last`,
  'all ways of totals': `select carrier_id, workspace_id, grouping(carrier_id, workspace_id), sum(red) from rollups group by cube (carrier_id, workspace_id) order by 3, 1, 2`,
  'chosen totals': `select carrier_id, period, sum(new) from rollups group by grouping sets ((carrier_id), (period), ()) order by 1, 2`,
  'median commission': `select period, percentile_cont(0.5) within group (order by commission_amount) as median from statuses group by period order by period`,
  quartiles: `select percentile_disc(array[0.25, 0.5, 0.75]) within group (order by commission_amount) from statuses`,
  'most frequent amount': `select carrier_id, mode() within group (order by commission_amount) from statuses group by carrier_id order by 1`,
  'latest status of each member': `select distinct on (member_ref_id) member_ref_id, period, status from statuses order by member_ref_id, period desc, carrier_id`,
  'paid for two months in a row, then not': `
    select member_ref_id, period from (
      select member_ref_id, period, status,
        lag(status, 1) over w as one_before, lag(status, 2) over w as two_before
      from statuses window w as (partition by member_ref_id order by period)
    ) s where status = 'red' and one_before <> 'red' and two_before <> 'red' order by 1, 2`,
  'new members who left within three months': `
    select a.member_ref_id, a.period as came, b.period as went
    from statuses a join statuses b on a.member_ref_id = b.member_ref_id and a.carrier_id = b.carrier_id
    where a.status = 'new' and b.status = 'red'
      and age(to_date(b.period, 'YYYY-MM'), to_date(a.period, 'YYYY-MM')) between interval '1 month' and interval '3 months'
    order by 1, 2, 3`,
  'same member at several carriers': `select member_name, count(distinct carrier_id), string_agg(distinct carrier_id::text, ', ' order by carrier_id::text) from members group by member_name having count(distinct carrier_id) > 1 order by 1`,
  'policies that end within ninety days': `select member_name, term_date from members where term_date between current_date and current_date + 90 order by term_date, member_ref_id`,
  'anniversaries of this month': `select member_name, effective_date from members where extract(month from effective_date) = extract(month from current_date) order by 2, member_ref_id`,
  'names that sound alike': `select a.member_name, b.member_name from members a join members b on a.member_ref_id < b.member_ref_id and lower(trim(a.member_name)) = lower(trim(b.member_name)) order by 1, 2, a.member_ref_id, b.member_ref_id`,
  'a book side by side': `
    select c.carrier_name, p.period, coalesce(r.member_count, 0) as members
    from carriers c
    cross join (select distinct period from rollups) p
    left join rollups r on r.carrier_id = c.carrier_id and r.period = p.period
    order by 1, 2, 3, r.workspace_id`,
  'every month of a year': `
    select to_char(month, 'YYYY-MM') as period, coalesce(sum(r.commission_owed), 0) as owed
    from generate_series(date '2026-01-01', date '2026-12-01', interval '1 month') as month
    left join rollups r on r.period = to_char(month, 'YYYY-MM')
    group by month order by month`,
  'months without a file': `
    select c.carrier_name, to_char(m, 'YYYY-MM')
    from carriers c, generate_series(timestamp '2026-01-01', timestamp '2026-03-01', '1 month') m
    except
    select c.carrier_name, f.period from files f join carriers c using (carrier_id) where f.status = 'active'
    order by 1, 2`,
  'carriers in both years': `select carrier_id from rollups where period like '2025-%' intersect select carrier_id from rollups where period like '2026-%'`,
  'two lists in one': `select 'new' as what, count(*) from statuses where status = 'new' union all select 'gone', count(*) from statuses where status = 'red' order by what`,
  'rows by row number of the file': `select f.file_name, l.row_number, l.amount from commission_lines l natural join (select file_id, file_name from files) f order by 1, 2, l.line_id`,
  'share of the whole': `select carrier_id, round(100 * sum(commission_amount) / nullif(sum(sum(commission_amount)) over (), 0), 1) as pct from statuses group by carrier_id order by 1`,
  deciles: `select tile, min(commission_amount), max(commission_amount) from (select commission_amount, ntile(10) over (order by commission_amount) as tile from statuses) t group by tile order by tile`,
  'how amounts are spread': `select width_bucket(commission_amount, 0, 1000, 10) as bucket, count(*) from statuses group by bucket order by bucket`,
  'a bar of text': `select period, repeat('#', least(red, 50)::int) as bar from rollups order by period, carrier_id, workspace_id`,
  'flags of members': `select flag, count(*) from statuses, unnest(flags) as flag group by flag order by flag`,
  'members with a flag': `select member_ref_id, period from statuses where 'CHARGEBACK' = any (flags) order by 1, 2`,
  'a member as json': `select jsonb_build_object('name', member_name, 'plan', plan_name) from members order by member_ref_id`,
  'periods of a member as a list': `select member_ref_id, array_agg(period order by period) from statuses group by 1 order by 1`,
  'the row before and after': `select period, first_value(red) over w, last_value(red) over w, nth_value(red, 2) over w from rollups window w as (partition by carrier_id order by period, workspace_id rows between 1 preceding and 1 following) order by carrier_id, period, workspace_id`,
});

/** The language features that analysts rely on, each at least once. */
export const ORDINARY_LANGUAGE: readonly OrdinaryQuery[] = ordinary({
  'one value': `select 1`,
  'with and values': `with k (a, b) as (values (1, 'a'), (2, 'b')) select * from k order by 1`,
  'values in from': `select k.code, k.label from (values ('green', 'kept'), ('red', 'lost')) as k (code, label) order by 1`,
  'columns of values without names': `select column1, column2 from (values (1, 2)) v`,
  'text literals': `select 'it''s', E'a\\nb', $$dollar's$$, $tag$x$tag$, U&'\\0041', 'a'\n'b'`,
  numbers: `select 1, 1.5, .5, 1e3, -7, +7, 1_000, 0xff`,
  truth: `select true, false, null, not true, true and false or true`,
  'null tests': `select member_ref_id from members where plan_name is null or agent_name is not null order by 1`,
  'truth tests': `select (1 = 1) is true, (1 = 2) is not false, null::bool is unknown`,
  'distinct from': `select count(*) from members where plan_name is distinct from agent_name and effective_date is not distinct from term_date`,
  between: `select count(*) from rollups where period between '2026-01' and '2026-06' and red not between symmetric 10 and 5`,
  in: `select count(*) from statuses where status in ('red', 'yellow') and period not in (select period from rollups where red = 0)`,
  'any and all': `select 5 > all (array[1, 2]), 2 = any ('{1,2}'::int[]), 1 = some (select 1)`,
  'rows in': `select count(*) from statuses where (carrier_id, period) in (select carrier_id, max(period) from rollups group by carrier_id)`,
  'rows compared': `select (1, 2) < (1, 3), row(1, 'a') = row(1, 'a')`,
  like: `select count(*) from members where member_name like 'A%' or member_name ilike '%smith%' or member_name not like '!_%' escape '!'`,
  'like any': `select count(*) from members where member_name like any (array['A%', 'B%'])`,
  'similar to': `select 'abc' similar to '(a|b)%', 'abc' not similar to 'x' escape '#'`,
  'regular expressions': `select 'abc' ~ '^a', 'abc' ~* 'B', 'abc' !~ 'z', 'abc' !~* 'Z'`,
  'regular expression functions': `select regexp_replace('a-b', '[^a-z]', '', 'g'), regexp_match('a1', '([a-z])(\\d)'), regexp_count('aa', 'a'), regexp_substr('ab12', '\\d+'), regexp_like('a', 'A', 'i'), regexp_instr('ab', 'b')`,
  'regular expression splits': `select part from regexp_split_to_table('a,b;c', '[,;]') as part order by 1`,
  texts: `select upper('a'), lower('A'), initcap('jane doe'), length('abc'), char_length('a'), reverse('abc'), left('abc', 2), right('abc', 2), repeat('-', 3), strpos('abc', 'c'), starts_with('abc', 'a'), md5('a'), chr(65), ascii('A'), to_hex(255)`,
  'texts put together': `select 'a' || 'b' || 1, concat('a', null, 1), concat_ws(', ', 'a', null, 'b'), format('%s has %s', 'Jane', 3), format('%s-%s', variadic array['a', 'b'])`,
  'texts taken apart': `select split_part('a-b-c', '-', 2), substring('abcdef' from 2 for 3), substring('a12' from '\\d+'), substr('abc', 2), string_to_array('a,b', ','), translate('abc', 'ab', 'xy'), replace('aab', 'a', 'x')`,
  'texts cut and padded': `select trim('  a '), trim(both 'x' from 'xax'), trim(leading '0' from '007'), btrim(' a '), ltrim('  a'), rtrim('a  '), lpad('7', 3, '0'), rpad('a', 3)`,
  'position and overlay': `select position('b' in 'abc'), overlay('abcdef' placing 'XX' from 2 for 3), normalize('é', NFC), 'a' is normalized`,
  rounding: `select round(1.005, 2), round(2.5), trunc(1.999, 1), ceil(1.2), ceiling(1.2), floor(1.8), abs(-1), sign(-2), mod(7, 3), 7 % 3, div(7, 2), 2 ^ 10, |/ 9, @ -1`,
  'functions of numbers': `select sqrt(2), cbrt(8), exp(1), ln(10), log(100), log(2, 8), power(2, 3), pi(), degrees(1), radians(180), sin(0), gcd(12, 8), lcm(4, 6), scale(1.50), trim_scale(1.50), width_bucket(5, array[1, 4, 8])`,
  bits: `select 5 & 3, 5 | 3, 5 # 3, ~ 5, 1 << 3, 8 >> 1`,
  casts: `select '1'::int, cast('2.50' as numeric(10, 2)), 1::text, '2026-01-01'::date, 'yes'::boolean, 3.7::int8, '1'::smallint, 1::real, 1::double precision, 'a'::varchar(10), 'a'::char(2), int4 '5'`,
  case: `select case status when 'red' then 'lost' when 'new' then 'won' else 'kept' end as what, count(*) from statuses group by 1 order by 1`,
  'case with conditions': `select case when commission_owed > 100 then 'high' when commission_owed > 0 then 'low' end, count(*) from statuses group by 1 order by 1`,
  'coalesce and its like': `select coalesce(null, 1), nullif(1, 1), greatest(1, 2, 3), least(1, 2), num_nulls(1, null)`,
  dates: `select date '2026-01-31' + 1, date '2026-03-01' - date '2026-02-01', date '2026-01-31' + interval '1 month', make_date(2026, 2, 28), date('2026-01-01')`,
  'parts of dates': `select extract(year from date '2026-05-06'), extract(epoch from interval '1 day'), date_part('dow', date '2026-05-06'), date_trunc('quarter', date '2026-05-06'), date_trunc('month', timestamptz '2026-05-06 10:00+00', 'America/Chicago')`,
  'dates as texts': `select to_char(date '2026-05-06', 'Mon YYYY'), to_char(1234.5, 'FM999,990.00'), to_date('05/06/2026', 'MM/DD/YYYY'), to_timestamp(0), to_timestamp('2026', 'YYYY'), to_number('1,234.50', '9,999.99')`,
  intervals: `select interval '1 year 2 months', interval '3' day, make_interval(days => 5), make_interval(0, 6), age(date '2026-05-06', date '2024-01-01'), justify_days(interval '40 days'), 2 * interval '1 hour'`,
  'times and zones': `select timestamp '2026-01-01 10:00' at time zone 'America/New_York', uploaded_at at time zone 'UTC' from files order by 1, 2`,
  overlaps: `select (date '2026-01-01', date '2026-02-01') overlaps (date '2026-01-15', interval '1 month'), date_bin('15 minutes', timestamp '2026-01-01 10:07', timestamp '2026-01-01')`,
  'the date of the run': `select current_date - 30, date_trunc('month', now()), now()::date, current_timestamp, localtimestamp, age(date '2020-01-01'), 'today'::date`,
  'the date of the run, grouped': `select date_trunc('month', now()) as month, count(*) from carriers group by date_trunc('month', now())`,
  'the clock keeps its name': `select now, "current_timestamp" from (select now(), current_timestamp) q`,
  arrays: `select array[1, 2] || 3, array_length(array[1, 2], 1), cardinality(array[1]), (array['a', 'b', 'c'])[2], (array[1, 2, 3])[1:2], array_to_string(array['a', null], ',', '-'), array[1, 2] @> array[1], array[1] && array[2], array(select generate_series(1, 3))`,
  'functions of arrays': `select array_append('{1}'::int[], 2), array_prepend(0, array[1]), array_cat(array[1], array[2]), array_remove(array[1, 2], 1), array_replace(array[1], 1, 2), array_position(array['a', 'b'], 'b'), array_positions(array[1, 1], 1), trim_array(array[1, 2], 1)`,
  'unnest with a number': `select u.item, u.place from unnest(array['a', 'b']) with ordinality as u (item, place) order by place`,
  'rows from': `select * from rows from (generate_series(1, 3), unnest(array['a', 'b'])) as r (n, letter) order by n`,
  series: `select n from generate_series(10, 1, -3) n order by n`,
  'a function gives its column its name': `select generate_series.generate_series from generate_series(1, 2) order by 1`,
  'json built': `select json_build_object('a', 1), jsonb_build_array(1, 'x', null), to_jsonb(array[1, 2]), row_to_json(row(1, 'a')), json_object('a': 1, 'b': 2 absent on null), json_array(1, 2 returning jsonb)`,
  'json aggregated': `select jsonb_agg(carrier_name order by carrier_name), jsonb_object_agg(carrier_id, carrier_name), json_arrayagg(carrier_name order by carrier_name), json_objectagg(carrier_id: carrier_name) from carriers where carrier_name is null`,
  'json read': `select '{"a":{"b":[1,2]}}'::jsonb -> 'a' #>> '{b,0}', '{"a":1}'::jsonb ? 'a', '{"a":1}'::json ->> 'a', '{"a":1,"b":2}'::jsonb - 'a', '{"a":1}'::jsonb @> '{"a":1}', jsonb_typeof('[]'), jsonb_array_length('[1]'), jsonb_extract_path_text('{"a":"x"}', 'a'), jsonb_set('{"a":1}', '{a}', '2')`,
  'json as rows': `select e.value, f.key from jsonb_array_elements('[1,2]') e, jsonb_each('{"k":1}') f order by e.value::text`,
  'json as a table': `select t.a, t.b from jsonb_to_recordset('[{"a":1,"b":"x"}]') as t (a int, b text)`,
  'inner joins': `select count(*) from members m inner join carriers c on c.carrier_id = m.carrier_id`,
  'outer joins': `select count(*) from members m left outer join statuses s using (member_ref_id) right join carriers c on c.carrier_id = s.carrier_id full join workspaces w on w.workspace_id = s.workspace_id`,
  'cross and natural joins': `select count(*) from carriers cross join workspaces natural join (select 1 as one) o`,
  'an alias of using': `select j.carrier_id, count(*) from rollups join carriers using (carrier_id) as j group by j.carrier_id order by 1`,
  lateral: `select c.carrier_name, latest.period from carriers c left join lateral (select period from rollups r where r.carrier_id = c.carrier_id order by period desc limit 1) latest on true order by 1, 2`,
  subqueries: `select carrier_name, (select count(*) from members m where m.carrier_id = c.carrier_id) as members from carriers c where exists (select from rollups r where r.carrier_id = c.carrier_id) order by 1, 2`,
  'with queries': `with a (n) as (select 1), b as materialized (select n + 1 as n from a), c as not materialized (select n from b) select * from a union select n from b union select n from c order by n`,
  recursion: `with recursive months (n, month) as (select 1, date '2026-01-01' union all select n + 1, (month + interval '1 month')::date from months where n < 12) select to_char(month, 'YYYY-MM') from months order by n`,
  'a with query named as a view': `with members as (select member_ref_id, upper(member_name) as member_name from report.members) select count(*) from members`,
  'a with query named as the view it reads': `with rollups as (select * from rollups where red > 0) select count(*) from rollups`,
  'with below with': `with outside as (with inside as (select 1 as n) select n + 1 as n from inside) select n from outside`,
  'brackets around everything': `((select carrier_name from carriers order by 1 limit 3))`,
  'sets of queries': `(select 1 as n union select 2) except select 2 union all (select 3 intersect all select 3) order by n`,
  'group by numbers and names': `select left(period, 4) as year, status, count(*) from statuses group by year, 2 order by year, status`,
  'group by distinct': `select carrier_id, count(*) from rollups group by distinct rollup (carrier_id), rollup (carrier_id) order by 1, 2`,
  'distinct aggregates': `select count(distinct status), sum(distinct red), string_agg(distinct status, ',' order by status) from statuses join rollups using (carrier_id, period)`,
  windows: `select period, rank() over w, dense_rank() over w, percent_rank() over w, cume_dist() over w, lead(period) over w, lag(period, 1, 'none') over (w) from rollups window w as (order by period) order by period, carrier_id, workspace_id`,
  frames: `select sum(red) over (order by red range between 1 preceding and 1 following exclude ties), sum(red) over (order by period groups between unbounded preceding and 1 following) from rollups order by 1, 2`,
  'ranks that might be': `select rank(10) within group (order by red), cume_dist(10) within group (order by red) from rollups`,
  statistics: `select corr(red, new), stddev(red), stddev_pop(red), variance(red), var_pop(red), covar_pop(red, new), regr_slope(red, new), regr_intercept(red, new), regr_r2(red, new), bool_and(red > 0), bool_or(red > 0), every(red >= 0), bit_and(red), any_value(1) from rollups`,
  'sorted by bytes': `select carrier_name from carriers order by carrier_name collate "C" desc nulls last`,
  'whole rows': `select to_jsonb(c) from carriers c order by c.carrier_name`,
  'a column of a row': `select (c).carrier_name, (c).* from carriers c order by 1`,
  'quoted names': `select "carrier_name" as "Carrier Name", 1 as "Größe", 2 as "select" from "report"."carriers" order by "Carrier Name"`,
  'columns with the same name': `select 1 as a, 2 as a`,
  'unnamed columns of a subquery': `select q.count, q.max, q.coalesce from (select count(*), max(period), coalesce(min(period), '-') from rollups) q`,
  'order by an expression': `select carrier_name from carriers order by length(carrier_name) desc, lower(carrier_name)`,
  'no columns': `select from carriers`,
});

const days = Array.from({ length: 31 }, (_, index) => index + 1);

/** Longer reports: pipelines, pivots, lists of values, cleaned texts, and numbers kept as text. */
export const ORDINARY_SHAPES: readonly OrdinaryQuery[] = ordinary({
  'a pipeline of eight queries': `
    with a as (select member_ref_id, carrier_id, period, commission_amount as paid from statuses),
      b as (select *, lag(paid) over (partition by member_ref_id order by period) as before from a),
      c as (select *, paid - coalesce(before, 0) as change from b),
      d as (select *, case when before > 0 then change / before end as share from c),
      e as (select *, case when share < -0.5 then 'halved' when share < 0 then 'less' else 'kept' end as what from d),
      f as (select carrier_id, period, what, count(*) as members, sum(change) as change from e group by 1, 2, 3),
      g as (select *, sum(change) over (partition by carrier_id order by period) as running from f),
      h as (select g.*, c.carrier_name from g join carriers c using (carrier_id))
    select h.carrier_name, h.period, h.what, h.members, round(h.change, 2) as change, round(h.running, 2) as running
    from h order by 1, 2, 3`,
  'columns of columns that nothing separates': `
    select q4.a, q4.b from (select q3.a + q3.b as a, q3.a - q3.b as b from (select q2.a * 2 as a, q2.b + q2.a as b from (
      select q1.red as a, q1.new as b from rollups q1) q2) q3) q4 order by 1, 2`,
  'days as columns': `
    select carrier_id, ${days.map((day) => `string_agg(file_name, ', ' order by file_name) filter (where extract(day from uploaded_at) = ${day}) as day_${day}`).join(', ')}
    from files group by carrier_id order by 1`,
  'months as columns': `select member_ref_id, ${days
    .slice(0, 12)
    .map(
      (month) => `sum(commission_amount) filter (where right(period, 2) = lpad('${month}', 2, '0')) as month_${month}`,
    )
    .join(', ')} from statuses group by 1 order by 1`,
  'the latest values of each member': `
    select member_ref_id, (array_agg(status order by period desc))[1] as status, (array_agg(job_id order by period desc))[1] as job,
      (array_agg(commission_amount order by period desc))[1] as paid, (array_agg(flags[1] order by period desc))[1] as flag
    from statuses group by member_ref_id order by 1`,
  'the latest row of each member': `
    select q.member_ref_id, (q.latest).period, (q.latest).status from (
      select member_ref_id, (array_agg(s order by s.period desc))[1] as latest from statuses s group by member_ref_id) q order by 1`,
  'lists of values, cleaned': `
    select carrier_id, ltrim(string_agg(distinct plan_name, ', ' order by plan_name), ', ') as plans,
      length(string_agg(agent_name, '')) as letters, left(string_agg(member_name, '; ' order by member_name), 200) as members,
      replace(string_agg(policy_number, '|' order by policy_number), '|', ', ') as policies
    from members group by carrier_id order by 1`,
  'lists as arrays': `
    select period, cardinality(array_agg(distinct member_ref_id)) as members, array_to_string(array_agg(distinct status), ', ') as statuses,
      'red' = any (array_agg(status)) as lost, array_agg(distinct status) @> array['red', 'new'] as moved, (array_agg(distinct carrier_id))[1:3]
    from statuses group by period order by period`,
  'objects of lists': `
    select carrier_id, json_build_object('members', json_agg(json_build_object('name', member_name, 'plan', plan_name) order by member_name), 'count', count(*))
    from members group by carrier_id order by 1`,
  'numbers kept as text': `
    select member_ref_id, field, curr_value::numeric - prev_value::numeric as change,
      round(100 * (curr_value::numeric - prev_value::numeric) / nullif(prev_value::numeric, 0), 1) as percent
    from deltas where field = 'commission_amount' and prev_value ~ '^-?[0-9.]+$' and curr_value ~ '^-?[0-9.]+$' order by 1, 2, 3`,
  'numbers kept as text, in floating point': `
    select stddev(curr_value::float8), avg(curr_value::float8 / nullif(prev_value::float8, 0)) from deltas where field = 'premium_amount'`,
  'numbers kept as text, of known length': `
    select sum(curr_value::numeric(20, 4) * prev_value::numeric(20, 4)), variance(curr_value::numeric(20, 4)) from deltas where field = 'premium_amount'`,
  'names cleaned': `
    select upper(left(btrim(member_name, ' .,'), 1)) || lower(substr(btrim(member_name), 2)), initcap(replace(replace(member_name, '.', ''), '-', ' ')),
      regexp_replace(normalize(lower(member_name), NFKD), '[^a-z ]', '', 'g'), translate(policy_number, '-/ ', ''),
      split_part(member_name, ',', 1), trim(both from split_part(member_name, ',', 2)), overlay(policy_number placing '****' from 1 for 4)
    from members order by member_ref_id`,
  'names found in names': `
    select a.member_name, b.agent_name from members a join members b
      on lower(a.member_name) like '%' || lower(b.agent_name) || '%' or strpos(lower(a.member_name), lower(trim(b.plan_name))) > 0
        or position(b.policy_number in a.member_external_id) > 0
    order by 1, 2`,
  'names without another name': `select replace(plan_name, agent_name, ''), ltrim(policy_number, member_external_id) from members order by 1, 2`,
  'growth at a rate': `select year, round(100 * power(1.05, year), 2) as grown, round(100 * power(1 + 0.05, least(year, 30)), 2), exp(0.05 * year::float8) from generate_series(1, 10) year order by 1`,
  'a product of factors': `select carrier_id, exp(sum(ln(1 - attrition_rate))) as kept from rollups where attrition_rate < 1 group by 1 order by 1`,
  'factorials and powers in recursion': `with recursive f (n, product, doubled) as (select 1, 1::numeric, 2 union all select n + 1, product * (n + 1), doubled * 2 from f where n < 20) select n, product, doubled from f order by n`,
  'months in recursion': `
    with recursive m as (select date '2026-01-01' as day union all select (m.day + interval '1 month')::date from m where m.day < date '2026-12-01')
    select to_char(m.day, 'YYYY-MM') as period, repeat('*', least(count(r.period), 20)::int) as files
    from m left join rollups r on r.period = to_char(m.day, 'YYYY-MM') group by m.day order by 1`,
  'a path in recursion': `
    with recursive p as (
      select member_ref_id, period, period as path from statuses where period = '2026-01'
      union all select s.member_ref_id, s.period, p.path || ' > ' || s.period from statuses s join p using (member_ref_id) where s.period > p.period)
    select member_ref_id, max(path) as path from p group by 1 order by 1`,
  'rows from json': `
    select c.carrier_name, t.share from json_to_recordset('[{"name":"A","share":0.5}]') as t (name text, share numeric) left join carriers c on c.carrier_name = t.name`,
  'a list of a hundred values': `select carrier_id in (${Array.from({ length: 100 }, (_, index) => `'id-${index}'`).join(', ')}) as known, count(*) from rollups group by 1 order by 1`,
  'an age in words': `select member_name, extract(year from age(effective_date))::int || ' years, ' || extract(month from age(effective_date))::int || ' months' from members order by 1`,
  'money in words': `select to_char(sum(commission_owed), 'FM$999,999,990.00') || ' of ' || to_char(sum(commission_at_risk), 'L9G999D99') from rollups`,
  'a table of text': `select rpad(carrier_name, 20) || '|' || lpad(to_char(count(*), 'FM999'), 6) || '|' || format('%-10s|%5s', carrier_name, count(*)) from carriers group by carrier_name order by 1`,
});
