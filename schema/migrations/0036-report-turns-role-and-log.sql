-- compatible with the code before: yes
-- When a run last took the report: due reports are taken in turn by account.
alter table saved_reports add column taken_at timestamptz;

-- A role may store settings of its own that it begins with next time, and nothing in PostgreSQL forbids it. This takes away again
-- what cas_report has stored; each run calls it before it logs in. Settings that only a superuser may store are left alone.
-- It belongs to whoever made the role, because the role of the system may not change it.
create function restore_report_role() returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  stored record;
  place text;
  entry text;
begin
  -- What migrations gave it, and nothing else, is how it should be.
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
      -- Who may not set it has not reset it either.
      exception when insufficient_privilege then null;
      end;
    end loop;
  end loop;
-- Internal: another run does the same at this moment.
exception when insufficient_privilege or internal_error then raise warning 'the settings of the role cas_report were not reset: %', sqlerrm;
end $$;
revoke execute on function restore_report_role() from public;
grant execute on function restore_report_role() to cas_system;

-- Error messages, their details and failed statements quote values: names of members. The service logs the code of each error itself.
-- Only a superuser may set these; a managed server has them in its parameter group (lib/database.ts).
do $$ begin
  execute format('alter database %I set log_min_messages = ''log''', current_database());
  execute format('alter database %I set log_min_error_statement = ''panic''', current_database());
  execute format('alter database %I set log_error_verbosity = ''terse''', current_database());
exception when insufficient_privilege then raise warning 'the server may log names of members: keeping them out needs a superuser';
end $$;
