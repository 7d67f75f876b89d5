import { type OrdinaryQuery, ordinary } from './ordinary-query.ts';

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
