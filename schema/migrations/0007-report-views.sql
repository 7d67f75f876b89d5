-- What analysts' SQL may read: the views of schema report, and nothing else (docs/adr/0011-walls-around-reports.md).
-- cas_report: logs in to run a report. It owns nothing and is a member of nothing, so that there is nothing to switch to.
-- cas_report_views: owns the views and the key; nobody logs in as it. It reads the tables below, and by row-level security
-- only the rows of the account that the transaction's token names.
do $$ begin create role cas_report login connection limit 40; exception when duplicate_object then null; end $$;
do $$ begin create role cas_report_views nologin; exception when duplicate_object then null; end $$;
-- To the system's role, so that it can end a report that does not end by itself.
grant cas_report to cas_system;
grant cas_report_views to current_user;

-- Only a superuser may set these; a managed server's administrator may be none, and then sets them for the role by hand.
do $$ begin
  alter role cas_report set temp_file_limit = '256MB';
  -- One report must not see the text of another that runs at the same time.
  alter role cas_report set track_activities = off;
  alter role cas_report set lc_messages = 'C';
exception when insufficient_privilege then raise warning 'the limits of the role cas_report need a superuser';
end $$;

-- What PostgreSQL gives everybody, and a report has no use for. Where the server is not ours to change, these only warn.
do $$
declare taken regprocedure;
begin
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant temporary on database %I to cas_service, cas_system', current_database());
  for taken in
    select oid::regprocedure from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace
      and (proname like 'lo\_%' or proname in ('loread', 'lowrite', 'pg_cancel_backend', 'pg_terminate_backend'))
  loop
    execute format('revoke execute on function %s from public', taken);
    if taken::text ~ 'backend' then execute format('grant execute on function %s to cas_system', taken); end if;
  end loop;
exception when insufficient_privilege then raise warning 'some functions stay open to the role cas_report: %', sqlerrm;
end $$;
revoke all on schema public from public;
grant usage on schema public to cas_service, cas_system, cas_report_views;

-- --------------------------------------------------------------------------------------------- which account a report is for

create schema report authorization cas_report_views;
create schema report_private authorization cas_report_views;
grant usage on schema report, report_private to cas_report;
grant usage on schema report_private to cas_system;

set local role cas_report_views;

-- Two keys that know nothing of each other make the nested hash a message authentication code, as HMAC's two paddings do.
-- A random UUID has 122 random bits, four have 488.
create table report_private.signing_key (
  only_one boolean primary key default true check (only_one),
  inner_key bytea not null,
  outer_key bytea not null
);
create function report_private.random_key() returns bytea language sql volatile set search_path = pg_catalog as
  $$ select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) $$;
insert into report_private.signing_key (inner_key, outer_key) values (report_private.random_key(), report_private.random_key());

create function report_private.sign(message text) returns text language sql stable set search_path = pg_catalog as
  $$ select encode(sha256(outer_key || sha256(inner_key || convert_to(message, 'UTF8'))), 'hex') from report_private.signing_key $$;

-- The right to read one account's rows for a minute: `account.expiry.signature`. Only the system's role may ask for it.
create function report_private.issue_token(account uuid) returns text
language sql volatile security definer set search_path = pg_catalog as $$
  select claim || '.' || report_private.sign(claim)
  from (values (account || '.' || floor(extract(epoch from clock_timestamp()) + 60))) claims (claim)
$$;

-- The account whose token the transaction holds; null, and with it no row of any view, for a token that is missing, forged or was
-- too old when the transaction began. Nothing of a token is read before its signature is found to be ours.
create function report_private.current_account() returns uuid
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  part text[] := string_to_array(current_setting('report.token', true), '.');
begin
  if cardinality(part) is distinct from 3 then return null; end if;
  if report_private.sign(part[1] || '.' || part[2]) is distinct from part[3] then return null; end if;
  if to_timestamp(part[2]::bigint) < transaction_timestamp() then return null; end if;
  return part[1]::uuid;
end $$;

-- What the role cas_report logs in with, where the server asks for a password. It holds no dot, so it is no token's signature.
create function report_private.login_password() returns text
language sql stable security definer set search_path = pg_catalog as
  $$ select report_private.sign('login') $$;

-- Makes every token and the password worthless. A report under way ends well; the next login sets the new password.
create function report_private.rotate_key() returns void
language sql volatile security definer set search_path = pg_catalog as $$
  update report_private.signing_key set inner_key = report_private.random_key(), outer_key = report_private.random_key()
$$;

revoke execute on all functions in schema report_private from public;
grant execute on function report_private.current_account() to cas_report;
grant execute on function report_private.issue_token(uuid), report_private.login_password(), report_private.rotate_key() to cas_system;
reset role;

-- ------------------------------------------------------------------------------------------- which rows and columns there are

-- The wall between accounts. It stands on the tables rather than in the views, so that a view can't forget it, and so that
-- the planner can use the tables' indexes by account: it checks these conditions before any that an analyst wrote, unless the
-- analyst's can't tell anything about a row. The sub-select asks for the account once a query, not once a row.
create procedure show_to_reports(tenant_table regclass, columns text, condition text) language plpgsql as $$
begin
  execute format('create policy report on %s for select to cas_report_views using (%s)', tenant_table, condition);
  execute format('grant select (%s) on %s to cas_report_views', columns, tenant_table);
end $$;

call show_to_reports('workspaces', 'account_id, workspace_id, name', 'account_id = (select report_private.current_account())');
-- A carrier of the catalogue belongs to everybody, but not to a transaction without an account.
call show_to_reports('carriers', 'account_id, carrier_id, name, product_line',
  'account_id = (select report_private.current_account()) or (account_id is null and (select report_private.current_account()) is not null)');
call show_to_reports('files',
  'account_id, file_id, workspace_id, carrier_id, period, status, original_filename, byte_size, rows_ingested, stated_total, uploaded_at',
  'account_id = (select report_private.current_account())');
call show_to_reports('jobs',
  'account_id, job_id, file_id, carrier_id, period, status, mode, attempts, created_at, started_at, completed_at',
  'account_id = (select report_private.current_account())');
call show_to_reports('scored_rows',
  'account_id, workspace_id, carrier_id, period, member_ref_id, status, flags, commission_amount, prev_commission_amount,
   compared_against_period, expected_amount, commission_owed, chargeback_amount, member_external_id, member_name, policy_number,
   plan_name, agent_name, effective_date, term_date, file_id',
  'account_id = (select report_private.current_account())');
call show_to_reports('statement_lines',
  'account_id, carrier_id, period, file_id, sheet, row_number, member_ref_id, amount, paid_date',
  'account_id = (select report_private.current_account())');
call show_to_reports('deltas',
  'account_id, workspace_id, carrier_id, period, member_ref_id, field, prev_value, curr_value, change_type',
  'account_id = (select report_private.current_account())');
call show_to_reports('rollups',
  'account_id, workspace_id, carrier_id, period, member_count, green, yellow, red, new, reappeared, commission_dropped,
   commission_reduced, commission_owed, owed_evaluated, owed_total, owed_estimated, chargeback_count, chargeback_amount',
  'account_id = (select report_private.current_account())');
drop procedure show_to_reports(regclass, text, text);

-- The other tables have an index that begins with the account already.
create index deltas_by_account on deltas (account_id, period);
-- A file is ingested by one job: a second one would count every line of it twice below.
create unique index one_ingest_of_a_file on jobs (file_id) where mode in ('ingest', 'append', 'replace');

-- ------------------------------------------------------------------------------------------------------------- the views

set local role cas_report_views;

-- Ids are text, as everywhere outside of the tables: an id that is none finds nothing, and min(), string_agg(), LIKE and coalesce()
-- take them. It costs the indexes by id; those by account remain.
create view report.workspaces as select workspace_id::text as workspace_id, name from public.workspaces;

create view report.carriers as select carrier_id::text as carrier_id, name as carrier_name, product_line from public.carriers;

create view report.files as
  select file_id::text as file_id, workspace_id::text as workspace_id, carrier_id::text as carrier_id, period::text as period, status,
    original_filename as file_name, byte_size as size_bytes, rows_ingested as row_count, stated_total, uploaded_at
  from public.files;

create view report.jobs as
  select job_id::text as job_id, file_id::text as file_id, carrier_id::text as carrier_id, period::text as period, status, mode, attempts,
    created_at, started_at, completed_at as finished_at
  from public.jobs;

-- A month paid ahead ('carried') is no result, here as in every other read. What is owed is zero where it could not be told.
create view report.comparisons as
  select s.member_ref_id::text as member_ref_id, s.carrier_id::text as carrier_id, s.workspace_id::text as workspace_id,
    s.period::text as period, s.status, s.flags, s.commission_amount, s.prev_commission_amount, s.expected_amount,
    coalesce(s.commission_owed, 0) as commission_owed, s.chargeback_amount,
    s.compared_against_period::text as compared_against_period, j.job_id::text as job_id, s.member_name, s.member_external_id, s.policy_number
  from public.scored_rows s
  left join public.jobs j on j.file_id = s.file_id and j.mode in ('ingest', 'append', 'replace')
  where s.status <> 'carried';

create view report.statuses as
  select member_ref_id, carrier_id, workspace_id, period, status, flags, commission_amount, prev_commission_amount, expected_amount,
    commission_owed, chargeback_amount, compared_against_period, job_id
  from report.comparisons;

-- Each member as of the latest month that is a result. The walk takes each member from the one before by scored_rows_by_member,
-- so it costs what there are members, however many months are stored, and sorts nothing.
create view report.members as
  with recursive walk as (
    (select member_ref_id from public.scored_rows order by member_ref_id desc limit 1)
    union all
    select (
      select s.member_ref_id from public.scored_rows s
      where s.member_ref_id < walk.member_ref_id order by s.member_ref_id desc limit 1)
    from walk where walk.member_ref_id is not null
  )
  select latest.* from walk
  cross join lateral (
    select s.member_ref_id::text as member_ref_id, s.carrier_id::text as carrier_id, s.workspace_id::text as workspace_id,
      s.member_external_id, s.member_name, s.policy_number, s.plan_name, s.agent_name, s.effective_date, s.term_date
    from public.scored_rows s
    where s.member_ref_id = walk.member_ref_id and s.status <> 'carried'
    order by s.period desc limit 1
  ) latest;

-- The job is the one that ingested the file of the member's row.
create view report.deltas as
  select (
      select j.job_id::text from public.scored_rows s join public.jobs j on j.file_id = s.file_id and j.mode in ('ingest', 'append', 'replace')
      where s.workspace_id = d.workspace_id and s.carrier_id = d.carrier_id and s.period = d.period and s.member_ref_id = d.member_ref_id
    ) as job_id,
    d.member_ref_id::text as member_ref_id, d.carrier_id::text as carrier_id, d.period::text as period, d.field, d.prev_value,
    d.curr_value, d.change_type
  from public.deltas d;

create view report.commission_lines as
  select l.file_id || '/' || l.sheet || '/' || l.row_number as line_id, l.file_id::text as file_id, j.job_id::text as job_id,
    l.member_ref_id::text as member_ref_id, l.carrier_id::text as carrier_id,
    l.period::text as period, l.paid_date, case when l.amount < 0 then 'chargeback' else 'commission' end as line_type, l.amount,
    l.row_number
  from public.statement_lines l
  left join public.jobs j on j.file_id = l.file_id and j.mode in ('ingest', 'append', 'replace');

create view report.rollups as
  select carrier_id::text as carrier_id, workspace_id::text as workspace_id, period::text as period, member_count, green, yellow, red, new, reappeared,
    commission_dropped + commission_reduced as commission_at_risk, commission_dropped, commission_reduced, yellow as reduced_count,
    commission_owed, owed_evaluated, owed_total, owed_estimated, chargeback_count, chargeback_amount,
    coalesce(round(red::numeric / nullif(member_count + red, 0), 6), 0) as attrition_rate
  from public.rollups;

grant select on all tables in schema report to cas_report;
reset role;
