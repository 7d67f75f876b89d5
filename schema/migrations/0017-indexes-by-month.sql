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
-- Each member as of the latest month that is a result, which is nearly always one of the last of its book.
create or replace view report.members as
  select latest.* from public.scored_rows m
  cross join lateral (
    select s.member_ref_id::text as member_ref_id, s.carrier_id::text as carrier_id, s.workspace_id::text as workspace_id,
      s.member_external_id, s.member_name, s.policy_number, s.plan_name, s.agent_name, s.effective_date, s.term_date
    from public.rollups p
    join public.scored_rows s on s.workspace_id = p.workspace_id and s.carrier_id = p.carrier_id and s.period = p.period
    where p.workspace_id = m.workspace_id and p.carrier_id = m.carrier_id and p.period >= m.period
      and s.member_ref_id = m.member_ref_id and s.status <> 'carried'
    order by p.period desc limit 1
  ) latest
  where m.period = m.first_seen_period;
reset role;

drop index scored_rows_by_member;
drop index statement_lines_by_member;
