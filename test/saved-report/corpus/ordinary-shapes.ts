import { type OrdinaryQuery, ordinary } from './ordinary-query.ts';

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
