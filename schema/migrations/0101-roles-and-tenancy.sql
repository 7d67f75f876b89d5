-- compatible with the code before: yes
-- Roles, the wall between accounts, and what all tables share. Files 0101 to 0115 are the baseline: they make a new database by subject.

-- ------------------------------------------------------------------------------------------------------------ roles

-- The pools of the service switch to one of these two roles (adapters/postgres/connection/database.ts).
-- cas_service does the work of one account. Row-level security shows it the rows of app.account_id only.
do $$ begin create role cas_service nologin; exception when duplicate_object then null; end $$;
-- cas_system does the work of no account or of all: tokens, claims, relays and scheduled tasks.
do $$ begin create role cas_system nologin; exception when duplicate_object then null; end $$;

-- cas_report logs in to run a saved report. It owns nothing and is a member of nothing, so it can't switch to another role.
-- Four processes with all their places taken need 16 connections. A process keeps a place until the server's process behind it has ended,
-- so the limit also holds when a process of the service is lost.
do $$ begin create role cas_report login connection limit 16; exception when duplicate_object then null; end $$;
-- cas_report_views owns the views of reports and the key of their tokens. Nobody logs in as it.
do $$ begin create role cas_report_views nologin; exception when duplicate_object then null; end $$;

grant cas_service, cas_system, cas_report_views to current_user;
-- cas_system can then end a report that does not end by itself.
grant cas_report to cas_system;

-- Only a superuser may set these. The administrator of a managed server is none, and sets them for the role by hand.
do $$ begin
  alter role cas_report set temp_file_limit = '256MB';
  -- A report must not see the text of another report that runs at the same time.
  alter role cas_report set track_activities = off;
  alter role cas_report set lc_messages = 'C';
exception when insufficient_privilege then raise warning 'the limits of the role cas_report need a superuser';
end $$;

-- -------------------------------------------------------------------------------------------------- server and schema

-- Error messages, their details and failed statements quote values, such as names of members. The service logs the code of each error.
-- Only a superuser may set these; a managed server has them in its parameter group (lib/database.ts).
do $$ begin
  execute format('alter database %I set log_min_messages = ''log''', current_database());
  execute format('alter database %I set log_min_error_statement = ''panic''', current_database());
  execute format('alter database %I set log_error_verbosity = ''terse''', current_database());
exception when insufficient_privilege then raise warning 'the server may log names of members: keeping them out needs a superuser';
end $$;

revoke all on schema public from public;
grant usage on schema public to cas_service, cas_system, cas_report_views;

-- ------------------------------------------------------------------------------------------------------------ tenancy

-- The account of the transaction; null, and with it no row, when none is set.
create function current_account() returns uuid language sql stable as
  $$ select nullif(current_setting('app.account_id', true), '')::uuid $$;

-- Gives every tenant table the same two policies, so that no table gets a variant of its own.
-- The sub-select makes PostgreSQL read the setting once a query, not once a row.
create procedure protect_tenant_table(tenant_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('create policy tenant on %s to cas_service using (account_id = (select current_account())) '
    'with check (account_id = (select current_account()))', tenant_table);
  execute format('create policy system on %s to cas_system using (true) with check (true)', tenant_table);
  execute format('grant select, insert, update, delete on %s to cas_service, cas_system', tenant_table);
end $$;

-- A calendar month, as YYYY-MM.
create domain period as text check (value ~ '^\d{4}-(0[1-9]|1[0-2])$');
