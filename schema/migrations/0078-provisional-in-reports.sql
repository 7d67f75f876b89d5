-- compatible with the code before: yes
-- Reports tell which absences are provisional: those of months that still wait for files. The views are otherwise those of 0007 and 0034.
grant select (account_id, workspace_id, carrier_id, period, is_open) on book_months to cas_report_views;
create policy report on book_months for select to cas_report_views using (account_id = (select report_private.current_account()));
grant select (counted) on scored_rows to cas_report_views;

set local role cas_report_views;

create or replace view report.comparisons as
  select s.member_ref_id::text as member_ref_id, s.carrier_id::text as carrier_id, s.workspace_id::text as workspace_id,
    s.period::text as period, s.status, s.flags, s.commission_amount, s.prev_commission_amount, s.expected_amount,
    coalesce(s.commission_owed, 0) as commission_owed, s.chargeback_amount,
    s.compared_against_period::text as compared_against_period, j.job_id::text as job_id,
    left(s.member_name, 1000) as member_name, left(s.member_external_id, 1000) as member_external_id, left(s.policy_number, 1000) as policy_number,
    s.status = 'red' and s.counted and coalesce(m.is_open, false) as provisional
  from public.scored_rows s
  left join public.jobs j on j.file_id = s.file_id and j.mode in ('ingest', 'append', 'replace')
  left join public.book_months m on m.account_id = s.account_id and m.workspace_id = s.workspace_id and m.carrier_id = s.carrier_id
    and m.period = s.period
  where s.status <> 'carried';

create or replace view report.statuses as
  select member_ref_id, carrier_id, workspace_id, period, status, flags, commission_amount, prev_commission_amount, expected_amount,
    commission_owed, chargeback_amount, compared_against_period, job_id, provisional
  from report.comparisons;

create or replace view report.rollups as
  select r.carrier_id::text as carrier_id, r.workspace_id::text as workspace_id, r.period::text as period, r.member_count, r.green, r.yellow, r.red, r.new,
    r.reappeared, r.commission_dropped + r.commission_reduced as commission_at_risk, r.commission_dropped, r.commission_reduced,
    r.yellow as reduced_count, r.commission_owed, r.owed_evaluated, r.owed_total, r.owed_estimated, r.chargeback_count, r.chargeback_amount,
    coalesce(round(r.red::numeric / nullif(r.member_count + r.red, 0), 6), 0) as attrition_rate, coalesce(m.is_open, false) as provisional
  from public.rollups r
  left join public.book_months m on m.account_id = r.account_id and m.workspace_id = r.workspace_id and m.carrier_id = r.carrier_id
    and m.period = r.period;

reset role;
