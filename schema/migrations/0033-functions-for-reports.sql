-- compatible with the code before: yes
-- Functions that a report never needs are taken from PUBLIC, so that cas_report lacks them even where the guard errs
-- (docs/adr/0021-bounded-calculations.md). These are all that are volatile (they lock, wait, write, notify, tell the time or run a
-- text as a query), all of XML, the statistics of tables, and those that take a transaction number.
-- What stays: set_config, by which a run gets its token, and pg_stat_get_activity, by which it finds its own process.
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
      -- Only the server itself calls these: nobody can name a value of type internal, and triggers ask for no permission.
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
