-- compatible with the code before: yes
-- The role that keeps the schedule of saved reports on AWS, with no right to anything else (docs/adr/0059-a-role-for-scheduled-reports.md).

do $$ begin create role cas_scheduler nologin; exception when duplicate_object then null; end $$;
grant cas_scheduler to current_user;
-- It sees and ends the server's processes of reports, as cas_system does.
grant cas_report to cas_scheduler;
grant usage on schema public, report_private to cas_scheduler;

-- Due reports of all accounts, and the fields that a run changes.
grant select (report_id, account_id, name, question, sql, cadence, next_due_at, taken_at, lease_epoch, claimed_until, attempts),
  update (next_due_at, taken_at, lease_epoch, claimed_until, attempts, last_ran_at, last_status, last_rows, last_truncated, last_error)
  on saved_reports to cas_scheduler;
create policy scheduler on saved_reports to cas_scheduler using (true) with check (true);

grant select (account_id, status, email) on accounts to cas_scheduler;
create policy scheduler on accounts for select to cas_scheduler using (true);

-- The months that an email calls open.
grant select (account_id, period, is_open) on book_months to cas_scheduler;
create policy scheduler on book_months for select to cas_scheduler using (true);

grant select, insert, update, delete on report_places to cas_scheduler;
create policy scheduler on report_places to cas_scheduler using (true) with check (true);

-- It records its own runs and can read no other entry.
grant insert on audit_entries, task_runs to cas_scheduler;
create policy scheduler on audit_entries for insert to cas_scheduler
  with check (account_id is not null and actor = 'schedule' and action = 'report.run');

grant execute on function restore_report_role() to cas_scheduler;
set local role cas_report_views;
grant execute on function report_private.issue_token(uuid) to cas_scheduler;
reset role;

-- 0115-report-walls.sql took these from PUBLIC, unless the server belongs to somebody else.
do $$ begin
  grant execute on function pg_terminate_backend(integer, bigint), clock_timestamp() to cas_scheduler;
exception when insufficient_privilege then raise warning 'some functions stay closed to the role cas_scheduler: %', sqlerrm;
end $$;
