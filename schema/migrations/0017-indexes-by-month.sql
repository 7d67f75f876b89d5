-- Members are spread evenly over an index that begins with them, so that every statement touched all of it: in a book of three years
-- a third of what storing a statement cost. Each month now has its own piece of every index. A member's rows are found from the one
-- it was first seen in, month by month of its book (adapters/postgres/member-rows.ts).
create index scored_rows_first_seen on scored_rows (account_id, member_ref_id) where period = first_seen_period;
-- The key begins with the account now, so that reports, which ask by account alone, need no other index.
alter table scored_rows drop constraint scored_rows_pkey,
  add primary key (account_id, workspace_id, carrier_id, period, member_ref_id);
create index statement_lines_by_month on statement_lines (account_id, period, member_ref_id);

grant select (first_seen_period) on scored_rows to cas_report_views;

set local role cas_report_views;
-- Each member as of the latest month that is a result, which is nearly always one of the last of its book. The walk takes each member from
-- the one before; it and the limits hold the planner to look-ups, whatever it knows of the tables.
create or replace view report.members as
  with recursive walk as (
    (select member_ref_id, workspace_id, carrier_id, period from public.scored_rows
      where period = first_seen_period order by member_ref_id desc limit 1)
    union all
    select next.* from walk
    cross join lateral (
      select s.member_ref_id, s.workspace_id, s.carrier_id, s.period from public.scored_rows s
      where s.member_ref_id < walk.member_ref_id and s.period = s.first_seen_period order by s.member_ref_id desc limit 1
    ) next
  )
  select latest.* from walk
  cross join lateral (
    select r.member_ref_id::text as member_ref_id, r.carrier_id::text as carrier_id, r.workspace_id::text as workspace_id,
      r.member_external_id, r.member_name, r.policy_number, r.plan_name, r.agent_name, r.effective_date, r.term_date
    from (
      select p.period from public.rollups p
      where p.workspace_id = walk.workspace_id and p.carrier_id = walk.carrier_id and p.period >= walk.period
      order by p.period desc
    ) p
    cross join lateral (
      select s.member_ref_id, s.carrier_id, s.workspace_id, s.member_external_id, s.member_name, s.policy_number, s.plan_name,
        s.agent_name, s.effective_date, s.term_date, s.status
      from public.scored_rows s
      where s.workspace_id = walk.workspace_id and s.carrier_id = walk.carrier_id and s.period = p.period
        and s.member_ref_id = walk.member_ref_id
      limit 1
    ) r
    where r.status <> 'carried' order by p.period desc limit 1
  ) latest;
reset role;

drop index scored_rows_by_member;
drop index statement_lines_by_member;
