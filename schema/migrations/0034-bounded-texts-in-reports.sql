-- compatible with the code before: yes
-- The report views show at most a thousand characters of a text that a customer or a carrier chose. A cell of a statement may have
-- thirty thousand, and some functions take the product of two such lengths (docs/adr/0021-bounded-calculations.md). Names are shorter
-- by far. The views are otherwise those of 0007 and 0017.
set local role cas_report_views;

create or replace view report.workspaces as select workspace_id::text as workspace_id, left(name, 1000) as name from public.workspaces;

create or replace view report.carriers as select carrier_id::text as carrier_id, left(name, 1000) as carrier_name, product_line from public.carriers;

create or replace view report.files as
  select file_id::text as file_id, workspace_id::text as workspace_id, carrier_id::text as carrier_id, period::text as period, status,
    left(original_filename, 1000) as file_name, byte_size as size_bytes, rows_ingested as row_count, stated_total, uploaded_at
  from public.files;

create or replace view report.comparisons as
  select s.member_ref_id::text as member_ref_id, s.carrier_id::text as carrier_id, s.workspace_id::text as workspace_id,
    s.period::text as period, s.status, s.flags, s.commission_amount, s.prev_commission_amount, s.expected_amount,
    coalesce(s.commission_owed, 0) as commission_owed, s.chargeback_amount,
    s.compared_against_period::text as compared_against_period, j.job_id::text as job_id,
    left(s.member_name, 1000) as member_name, left(s.member_external_id, 1000) as member_external_id, left(s.policy_number, 1000) as policy_number
  from public.scored_rows s
  left join public.jobs j on j.file_id = s.file_id and j.mode in ('ingest', 'append', 'replace')
  where s.status <> 'carried';

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
      left(r.member_external_id, 1000) as member_external_id, left(r.member_name, 1000) as member_name,
      left(r.policy_number, 1000) as policy_number, left(r.plan_name, 1000) as plan_name, left(r.agent_name, 1000) as agent_name,
      r.effective_date, r.term_date
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

create or replace view report.deltas as
  select (
      select j.job_id::text from public.scored_rows s join public.jobs j on j.file_id = s.file_id and j.mode in ('ingest', 'append', 'replace')
      where s.workspace_id = d.workspace_id and s.carrier_id = d.carrier_id and s.period = d.period and s.member_ref_id = d.member_ref_id
    ) as job_id,
    d.member_ref_id::text as member_ref_id, d.carrier_id::text as carrier_id, d.period::text as period, d.field,
    left(d.prev_value, 1000) as prev_value, left(d.curr_value, 1000) as curr_value, d.change_type
  from public.deltas d;

reset role;
