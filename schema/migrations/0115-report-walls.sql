-- compatible with the code before: yes
-- Takes from the role cas_report what PostgreSQL gives every role, so that it lacks them even where the guard of reports errs
-- (docs/adr/0011-walls-around-reports.md, docs/adr/0021-bounded-calculations.md).

-- Temporary tables, large objects, and signals to other processes. A server that belongs to somebody else only warns.
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

-- Every volatile function (it locks, waits, writes, notifies, tells the time or runs a text as a query), all of XML, the statistics of
-- tables, and the functions that take a transaction number. Reports keep set_config, by which a run gets its token, and
-- pg_stat_get_activity, by which it finds its own process.
do $$
declare
  taken regprocedure;
begin
  -- On a managed server a superuser of the provider owns these functions, and nobody else can take them from PUBLIC.
  if not pg_has_role(current_user, (select proowner from pg_proc where oid = 'pg_catalog.lower(text)'::regprocedure), 'usage') then
    raise warning 'functions of PostgreSQL stay open to the role cas_report: % does not own them', current_user;
    return;
  end if;
  for taken in
    select p.oid::regprocedure
    from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and exists (
        select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl where acl.grantee = 0)
      and p.proname not in ('set_config', 'pg_stat_get_activity')
      -- Only the server itself calls these: nobody can name a value of type internal, and triggers need no permission.
      and not ('internal'::regtype = any (p.proargtypes::oid[]))
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'language_handler'::regtype)
      and (
        p.provolatile = 'v'
        or p.proname ~ 'xml|^xpath|^pg_stat_get_|^txid_current$|^pg_current_xact_id$'
        or 'xml'::regtype = any (p.proargtypes::oid[])
        or p.prorettype = 'xml'::regtype)
  loop
    execute format('grant execute on routine %s to cas_service, cas_system, cas_report_views, pg_monitor', taken);
    execute format('revoke execute on routine %s from public', taken);
  end loop;
end $$;

-- Every role may write PL/pgSQL by default, and DO runs such code. Reports need none; the other roles keep it.
do $$
begin
  if not pg_has_role(current_user, (select lanowner from pg_language where lanname = 'plpgsql'), 'usage') then
    raise warning 'the language plpgsql stays open to the role cas_report: % does not own it', current_user;
    return;
  end if;
  grant usage on language plpgsql to cas_service, cas_system, cas_report_views;
  revoke usage on language plpgsql from public;
end $$;
