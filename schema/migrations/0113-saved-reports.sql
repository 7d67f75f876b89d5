-- compatible with the code before: yes
-- Saved reports, the places in which they run, and the settings of the role that runs them.

create table saved_reports (
  report_id uuid primary key,
  -- The order of the list, newest first.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  name text not null,
  question text,
  sql text not null,
  cadence text not null default 'off' check (cadence in ('off', 'weekly', 'monthly')),
  next_due_at timestamptz,
  -- The time when a run last took the report. Due reports are taken in turn by account.
  taken_at timestamptz,
  -- Grows by one with every claim. As with jobs, a run writes only under the epoch that it was given.
  lease_epoch integer not null default 0,
  claimed_until timestamptz,
  -- Claims for the current due date. They are limited, because a report may kill its process.
  attempts integer not null default 0,
  last_ran_at timestamptz,
  last_status text check (last_status in ('ok', 'failed')),
  last_rows integer,
  last_truncated boolean,
  last_error text,
  created_at timestamptz not null default now(),
  check ((cadence = 'off') = (next_due_at is null)),
  check ((last_ran_at is null) = (last_status is null))
);
create index saved_reports_by_account on saved_reports (account_id, position desc);
create index saved_reports_due on saved_reports (next_due_at) where next_due_at is not null;
call protect_tenant_table('saved_reports');

-- Reports that run or wait to run in all processes of the service together: each row is a place, or the wait for one
-- (docs/adr/0022-places-of-reports.md). A row outlives its process, because the server's process of a report can outlive it too.
create table report_places (
  place_id uuid primary key,
  account_id uuid not null references accounts,
  -- The order of arrival.
  position bigint generated always as identity unique,
  -- The process renews a waiting row. A row that is not renewed belongs to a lost process.
  asked_at timestamptz not null default clock_timestamp(),
  -- Null while the report waits. Then the time by which it must have begun, and once it has begun, have ended.
  due_at timestamptz,
  -- The server's process that runs the report. Process numbers are used again, never with the same start.
  backend_pid integer,
  backend_started_at timestamptz,
  check ((backend_pid is null) = (backend_started_at is null)),
  check (backend_pid is null or due_at is not null)
) with (
  -- Vacuum skips the table while a place is assigned, and would log each time.
  log_autovacuum_min_duration = -1
);
-- It has no tenant policy, because work for an account never reads places.
alter table report_places enable row level security;
create policy system on report_places to cas_system using (true) with check (true);
grant select, insert, update, delete on report_places to cas_system;

-- A role may store settings that its next session begins with, and PostgreSQL can't forbid it. This removes the settings that cas_report
-- has stored, except those of migrations; each run calls it before it logs in. Settings that only a superuser may store remain.
-- It belongs to the owner of the role, because the role of the system may not change it.
create function restore_report_role() returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  stored record;
  place text;
  entry text;
begin
  if not exists (
    select from pg_db_role_setting, unnest(setconfig) setting
    where setrole = 'cas_report'::regrole and setting !~ '^(temp_file_limit|track_activities|lc_messages)='
  ) then return; end if;
  for stored in
    select datname, coalesce(array_agg(its.text) filter (where context <> 'user'), '{}') as kept
    from pg_db_role_setting cross join unnest(setconfig) its (text)
      left join pg_settings on name = split_part(its.text, '=', 1) left join pg_database on pg_database.oid = setdatabase
    where setrole = 'cas_report'::regrole
    group by datname having bool_or(coalesce(context, 'user') = 'user')
  loop
    place := case when stored.datname is null then '' else format('in database %I', stored.datname) end;
    -- One by one, role and session_authorization can't be reset by a function like this one.
    execute format('alter role cas_report %s reset all', place);
    foreach entry in array stored.kept loop
      begin
        execute format('alter role cas_report %s set %I = %L', place, split_part(entry, '=', 1), substr(entry, position('=' in entry) + 1));
      -- A user who may not set it has not reset it either.
      exception when insufficient_privilege then null;
      end;
    end loop;
  end loop;
-- internal_error: another run does the same at this moment.
exception when insufficient_privilege or internal_error then raise warning 'the settings of the role cas_report were not reset: %', sqlerrm;
end $$;
revoke execute on function restore_report_role() from public;
grant execute on function restore_report_role() to cas_system;
