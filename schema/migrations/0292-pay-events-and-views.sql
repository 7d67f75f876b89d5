-- compatible with the code before: yes
-- Events about pay runs, and views of pay for saved reports (docs/reference/webhooks.md#pay-runs).

alter table outbox drop constraint outbox_topic_check,
  add constraint outbox_topic_check check (topic in ('statement', 'job.completed', 'job.failed', 'pay_run.approved', 'pay_run.paid'));

-- ------------------------------------------------------------------------------------------------- the saved reports

create policy report on pay_runs for select to cas_report_views using (account_id = (select report_private.current_account()));
create policy report on pay_entries for select to cas_report_views using (account_id = (select report_private.current_account()));
grant select (npn, upline_id, left_from, is_house) on agents to cas_report_views;
grant select (run_id, account_id, pay_date, months, state, paid_on, received, people, house, held, paid) on pay_runs to cas_report_views;
grant select (account_id, run_id, number, party, agent_id, amount, why, line) on pay_entries to cas_report_views;

set local role cas_report_views;
create view report.agents as
  select agent_id::text as agent_record_id, left(name, 1000) as agent_record_name, left(npn, 1000) as npn, upline_id::text as upline_record_id,
    left_from::text as left_from, is_house
  from public.agents;
create view report.pay_runs as
  select run_id::text as run_id, pay_date, state, left(array_to_string(months, ', '), 1000) as months, received, people, house, held, paid,
    paid_on
  from public.pay_runs where state in ('approved', 'paid');
create view report.pay_lines as
  select e.run_id::text as run_id, e.number as line_number, e.party, e.agent_id::text as agent_record_id,
    left((select a.name from public.agents a where a.agent_id = e.agent_id), 1000) as agent_record_name,
    e.line ->> 'memberRefId' as member_ref_id, left(e.line ->> 'memberExternalId', 1000) as member_external_id,
    left(e.line ->> 'memberName', 1000) as member_name, left(e.line ->> 'policy', 1000) as policy_number,
    left(e.line ->> 'planName', 1000) as plan_name, e.line ->> 'carrierId' as carrier_id, e.line ->> 'period' as period,
    e.line ->> 'coverageMonth' as coverage_month, e.line ->> 'kind' as kind,
    ((e.line ->> 'received')::numeric / 10000)::numeric(20, 4) as received, e.amount, left(e.why, 1000) as why
  from public.pay_entries e;
reset role;
grant select on report.agents, report.pay_runs, report.pay_lines to cas_report;
