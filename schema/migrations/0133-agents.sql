-- compatible with the code before: yes
-- What people with the role "agent" may read: rows that name them (docs/adr/0056-agents-in-the-database.md).

-- A transaction for an agent switches to cas_agent. It can read the views of the schema `own` and nothing else, and write nothing.
do $$ begin create role cas_agent nologin; exception when duplicate_object then null; end $$;
-- cas_agent_views owns the views. Row-level security shows it the rows of app.account_id that name app.agent.
do $$ begin create role cas_agent_views nologin; exception when duplicate_object then null; end $$;
grant cas_agent, cas_agent_views to current_user;
-- The service may switch to cas_agent, and has none of its rights before it does.
grant cas_agent to cas_service with inherit false, set true;
grant usage on schema public to cas_agent, cas_agent_views;

-- The agent of the transaction in lower case; null, and with it no row that names an agent, when none is set.
create function current_agent() returns text language sql stable as
  $$ select lower(nullif(btrim(current_setting('app.agent', true)), '')) $$;

create procedure show_to_agents(tenant_table regclass, condition text) language plpgsql as $$
begin
  execute format('create policy agent on %s for select to cas_agent_views using (%s)', tenant_table, condition);
  execute format('grant select on %s to cas_agent_views', tenant_table);
end $$;

do $$
declare
  own_account text := 'account_id = (select current_account())';
  own_or_shared text := 'account_id = (select current_account()) or account_id is null';
  own_agent text := 'account_id = (select current_account())
    and (lower(agent_name) = (select current_agent()) or lower(agent_id) = (select current_agent()))';
  name text;
begin
  foreach name in array array['scored_rows', 'statement_lines', 'unassigned_lines'] loop
    call show_to_agents(name::regclass, own_agent);
  end loop;
  foreach name in array array['deltas', 'files', 'jobs', 'rollups', 'book_months', 'workspaces', 'member_aliases'] loop
    call show_to_agents(name::regclass, own_account);
  end loop;
  foreach name in array array['carriers', 'statement_configs'] loop
    call show_to_agents(name::regclass, own_or_shared);
  end loop;
end $$;
drop procedure show_to_agents(regclass, text);

-- ------------------------------------------------------------------------------------- the book of a member

-- The first month of each member, which leads to the member's book. Another agent may have had the member then, so an agent gets these
-- ids of every member of the account; they hold no name and no amount.
create view first_rows with (security_invoker = true) as
  select account_id, workspace_id, carrier_id, period, member_ref_id from scored_rows where period = first_seen_period;
grant select on first_rows to cas_service, cas_system;

-- ------------------------------------------------------------------------------------------------- the views

create schema own authorization cas_agent_views;
-- The owner of the tables owns this view: row-level security does not limit it, so its condition does.
create view own.first_rows as
  select account_id, workspace_id, carrier_id, period, member_ref_id from public.scored_rows
  where period = first_seen_period and account_id = (select public.current_account());

-- The views have the names of the tables, and an agent's transaction looks for names in this schema first. The reads are then the same
-- for everybody. What no view has, an agent may not read.

-- Signals and reason without the name of the agent that a member had before.
do $$
declare
  columns text := (
    select string_agg(case attname
        when 'signals' then $sql$case when s.signals @> '[{"code":"AGENT_CHANGED"}]' then (
          select coalesce(jsonb_agg(signal.value order by signal.ordinality), '[]')
          from jsonb_array_elements(s.signals) with ordinality signal where signal.value ->> 'code' <> 'AGENT_CHANGED')
          else s.signals end as signals$sql$
        when 'reason' then $sql$case when s.signals @> '[{"code":"AGENT_CHANGED"}]' then replace(s.reason, ' ' || (
          select signal.value ->> 'detail' from jsonb_array_elements(s.signals) signal
          where signal.value ->> 'code' = 'AGENT_CHANGED' limit 1), '') else s.reason end as reason$sql$
        else format('s.%I', attname) end, ', ' order by attnum)
    from pg_attribute where attrelid = 'public.scored_rows'::regclass and attnum > 0 and not attisdropped);
begin
  set local role cas_agent_views;
  execute format('create view own.scored_rows as select %s from public.scored_rows s', columns);
  reset role;
end $$;

set local role cas_agent_views;

create view own.statement_lines as select * from public.statement_lines;
create view own.unassigned_lines as select * from public.unassigned_lines;

-- Fields of own members that changed, without the agents before and after.
create view own.deltas as
  select d.* from public.deltas d
  where d.field not in ('agent_id', 'agent_name') and exists (
    select from public.scored_rows s
    where s.account_id = d.account_id and s.workspace_id = d.workspace_id and s.carrier_id = d.carrier_id and s.period = d.period
      and s.member_ref_id = d.member_ref_id);

-- A file may be named after an agent. Its name is shown where it has rows that name this agent.
create view own.files as
  select f.account_id, f.file_id, f.position, f.workspace_id, f.carrier_id, f.period, f.status, f.statement_mode, f.uploaded_at,
    case when exists (select from public.statement_lines l where l.account_id = f.account_id and l.file_id = f.file_id)
        or exists (select from public.unassigned_lines u where u.account_id = f.account_id and u.file_id = f.file_id)
      then f.original_filename else 'A statement of the month' end as original_filename
  from public.files f;

create view own.jobs as select account_id, job_id, file_id, carrier_id, period, mode, config_id from public.jobs;
create view own.statement_configs as
  select account_id, config_id, jsonb_build_object('statementMode', config -> 'statementMode') as config from public.statement_configs;

-- The months that books have data in, without their sums.
create view own.rollups as select account_id, workspace_id, carrier_id, period, baseline_period from public.rollups;
create view own.book_months as select account_id, workspace_id, carrier_id, period, is_open, note from public.book_months;

create view own.carriers as select account_id, carrier_id, name, slug from public.carriers;
create view own.workspaces as select account_id, workspace_id, name from public.workspaces;

-- Further ids of own members.
create view own.member_aliases as
  select a.account_id, a.member_ref_id, a.external_id, a.removed_at from public.member_aliases a
  where exists (
    select from public.rollups r
    join public.scored_rows s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
      and s.period = r.period and s.member_ref_id = a.member_ref_id
    where r.account_id = a.account_id and r.workspace_id = a.workspace_id and r.carrier_id = a.carrier_id);

reset role;
grant usage on schema own to cas_agent;
grant select on all tables in schema own to cas_agent;
