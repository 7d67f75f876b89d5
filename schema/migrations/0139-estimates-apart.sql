-- compatible with the code before: yes
-- Estimated amounts stand apart from what is owed by contracts, also in months and in the views of reports.

-- The part of commission_owed that rests on an estimate. Null: not known, because it was recorded before this was kept.
alter table closed_months add column commission_owed_estimated numeric(30, 10);
alter table month_adjustments add column commission_owed_estimated numeric(30, 10);

grant select (owed_estimated) on scored_rows to cas_report_views;
grant select (commission_owed_estimated) on rollups to cas_report_views;

-- A view keeps its columns; new ones are the last.
set local role cas_report_views;

create or replace view report.comparisons as
  select s.member_ref_id::text as member_ref_id, s.carrier_id::text as carrier_id, s.workspace_id::text as workspace_id,
    s.period::text as period, s.status, s.flags, s.commission_amount, s.prev_commission_amount, s.expected_amount,
    coalesce(s.commission_owed, 0) as commission_owed, s.chargeback_amount,
    s.compared_against_period::text as compared_against_period, j.job_id::text as job_id,
    left(s.member_name, 1000) as member_name, left(s.member_external_id, 1000) as member_external_id,
    left(s.policy_number, 1000) as policy_number, s.status = 'red' and s.counted and coalesce(m.is_open, false) as provisional,
    s.owed_estimated
  from public.scored_rows s
  left join public.jobs j on j.file_id = s.file_id and j.mode in ('ingest', 'append', 'replace')
  left join public.book_months m on m.account_id = s.account_id and m.workspace_id = s.workspace_id and m.carrier_id = s.carrier_id
    and m.period = s.period
  where s.status <> 'carried';

create or replace view report.statuses as
  select member_ref_id, carrier_id, workspace_id, period, status, flags, commission_amount, prev_commission_amount, expected_amount,
    commission_owed, chargeback_amount, compared_against_period, job_id, provisional, owed_estimated
  from report.comparisons;

create or replace view report.rollups as
  select r.carrier_id::text as carrier_id, r.workspace_id::text as workspace_id, r.period::text as period, r.member_count, r.green,
    r.yellow, r.red, r.new, r.reappeared, r.commission_dropped + r.commission_reduced as commission_at_risk, r.commission_dropped,
    r.commission_reduced, r.yellow as reduced_count, r.commission_owed, r.owed_evaluated, r.owed_total, r.owed_estimated,
    r.chargeback_count, r.chargeback_amount, coalesce(round(r.red::numeric / nullif(r.member_count + r.red, 0), 6), 0) as attrition_rate,
    coalesce(m.is_open, false) as provisional,
    coalesce(r.commission_owed_estimated, case when r.owed_estimated then r.commission_owed else 0 end) as commission_owed_estimated
  from public.rollups r
  left join public.book_months m on m.account_id = r.account_id and m.workspace_id = r.workspace_id and m.carrier_id = r.carrier_id
    and m.period = r.period;

reset role;
