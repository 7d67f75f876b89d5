-- compatible with the code before: yes
-- One record for each agent, with the names and numbers by which carriers' statements know the agent (docs/reference/agents.md).

create table agents (
  agent_id uuid primary key,
  account_id uuid not null references accounts,
  name text not null,
  -- The agent's number in the National Insurance Producer Registry.
  npn text,
  email text,
  phone text,
  address text,
  upline_id uuid references agents on delete set null,
  -- The first month in which the agent is no longer with the agency.
  left_from period,
  -- The agency's own account.
  is_house boolean not null default false,
  -- The day when a tax form was put on file. Its numbers are not stored.
  tax_form_on date,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (account_id, agent_id),
  unique (account_id, npn),
  constraint agents_check check (upline_id <> agent_id)
);
create index on agents (upline_id);
create unique index one_house on agents (account_id) where is_house;
call protect_tenant_table('agents');

-- A name or number belongs to one agent: for all carriers, where carrier_id is null, or for one. The store refuses a text for one carrier
-- that belongs to another agent for all carriers.
create table agent_names (
  name_id uuid primary key,
  account_id uuid not null references accounts,
  -- Null for a text that people took away from an agent. It then belongs to nobody, and is proposed to nobody.
  agent_id uuid,
  kind text not null check (kind in ('name', 'number')),
  text text not null,
  -- Compared with agent_name and agent_id of statements in lower case.
  folded text not null generated always as (lower(text)) stored,
  carrier_id uuid references carriers on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (account_id, kind, folded, carrier_id),
  foreign key (account_id, agent_id) references agents (account_id, agent_id) on delete cascade
);
create index on agent_names (account_id, agent_id);
create index on agent_names (carrier_id);
call protect_tenant_table('agent_names');

-- The record of a person with the role "agent"; null for a person who is known by a name or number of statements only.
alter table team_members
  add column agent_record_id uuid,
  add constraint team_members_agent_record_check check (role = 'agent' or agent_record_id is null),
  add constraint team_members_account_id_agent_record_id_fkey
    foreign key (account_id, agent_record_id) references agents (account_id, agent_id);
create index on team_members (account_id, agent_record_id);

-- --------------------------------------------------------------------------------------------------- whose a row is

-- The record to which a row of a statement belongs: that of its number, else that of its name. Null where neither has one. At most one
-- row of each kind matches, and a unique index leads to it.
create function agent_record_of(carrier uuid, number text, name text) returns uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(
    (select n.agent_id from agent_names n
      where n.account_id = current_account() and n.kind = 'number' and n.folded = lower(number) and n.agent_id is not null
        and (n.carrier_id is null or n.carrier_id = carrier) limit 1),
    (select n.agent_id from agent_names n
      where n.account_id = current_account() and n.kind = 'name' and n.folded = lower(name) and n.agent_id is not null
        and (n.carrier_id is null or n.carrier_id = carrier) limit 1))
$$;

-- ------------------------------------------------------------------------------------------- the agent's own view

-- Begins the work of an agent, who is named by the id of a record or by a name or number of statements. A text that belongs to several
-- records leads to none of them.
create function begin_agent(account uuid, agent text) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  text_of_agent text := lower(btrim(agent));
  records uuid[];
begin
  select array_agg(a.agent_id) into records from agents a where a.account_id = account and a.agent_id::text = text_of_agent;
  if records is null then
    select array_agg(distinct n.agent_id) into records from agent_names n
    where n.account_id = account and n.folded = text_of_agent and n.agent_id is not null;
  end if;
  perform set_config('app.account_id', account::text, true), set_config('app.agent', agent, true);
  if cardinality(records) = 1 then
    perform set_config('app.agent_record', records[1]::text, true), set_config('app.agent_spellings', (
      select coalesce(array_agg(n.folded), '{}')::text from agent_names n
      where n.account_id = account and n.agent_id = records[1]), true);
  else
    perform set_config('app.agent_record', '', true), set_config('app.agent_spellings', array[text_of_agent]::text, true);
  end if;
end $$;
revoke execute on function begin_agent(uuid, text) from public;
grant execute on function begin_agent(uuid, text) to cas_service;

-- The record of the transaction's agent; null when the agent has none.
create function current_agent_record() returns uuid language sql stable as
  $$ select nullif(current_setting('app.agent_record', true), '')::uuid $$;

-- The names and numbers of the transaction's agent in lower case.
create function current_agent_spellings() returns text[] language sql stable as
  $$ select coalesce(nullif(current_setting('app.agent_spellings', true), '')::text[], array[current_agent()]) $$;

-- The texts come first: they are cheap, and leave few rows of which the record is looked up.
do $$
declare name text;
begin
  foreach name in array array['scored_rows', 'statement_lines', 'unassigned_lines'] loop
    execute format($policy$
      alter policy agent on %I using (account_id = (select current_account())
        and (lower(agent_name) = any ((select current_agent_spellings())::text[])
          or lower(agent_id) = any ((select current_agent_spellings())::text[]))
        and agent_record_of(carrier_id, agent_id, agent_name) is not distinct from (select current_agent_record()))
    $policy$, name);
  end loop;
end $$;

-- An agent reads the own record, and who the agents are to which rows belong.
create policy agent on agents for select to cas_agent_views using (account_id = (select current_account()));
create policy agent on agent_names for select to cas_agent_views using (account_id = (select current_account()));
grant select on agents, agent_names to cas_agent_views;
set local role cas_agent_views;
create view own.agents as select * from public.agents where agent_id = (select public.current_agent_record());
create view own.agent_names as select * from public.agent_names where agent_id = (select public.current_agent_record());
reset role;
grant select on own.agents, own.agent_names to cas_agent;

-- ------------------------------------------------------------------------------------------------- the saved reports

create policy report on agents for select to cas_report_views using (account_id = (select report_private.current_account()));
create policy report on agent_names for select to cas_report_views using (account_id = (select report_private.current_account()));
grant select (agent_id, account_id, name) on agents to cas_report_views;
grant select (account_id, agent_id, kind, folded, carrier_id) on agent_names to cas_report_views;

-- Both views of payments by agent have a row for each number and name: a number may stand for several agents, of whom one has a record.
-- The reports add the rows of a record up, and those of a number without one. The number counts before the name, as in agent_record_of.
-- The name of the record is the last column.
do $$
declare
  own_record text := '(n.account_id = (select report_private.current_account()) and n.agent_id is not null
    and (n.carrier_id is null or n.carrier_id::text = p.carrier_id))';
  record text := '(select coalesce(
    (select n.agent_id from public.agent_names n
      where n.kind = ''number'' and n.folded = lower(p.agent_id) and ' || own_record || ' limit 1),
    (select n.agent_id from public.agent_names n
      where n.kind = ''name'' and n.folded = lower(p.agent_name) and ' || own_record || ' limit 1)))';
  record_name text := '
    (select left(a.name, 1000) as agent_record_name from public.agents a where a.agent_id = ' || record || ') as agent_record_name';
  paid text := $paid$
  select account_id, workspace_id, carrier_id, period, agent_id, agent_name, sum(gross)::numeric(20, 4) as gross,
    sum(chargebacks)::numeric(20, 4) as chargebacks
  from (
    select l.account_id, l.workspace_id, l.carrier_id, l.period, l.agent_id, l.agent_name, l.gross, l.chargebacks
    from (
      select account_id, workspace_id, carrier_id, period, agent_id, agent_name, sum(greatest(amount, 0)) as gross,
        sum(greatest(-amount, 0)) as chargebacks, sum(sum(greatest(amount, 0))) over book as book_gross,
        sum(sum(greatest(-amount, 0))) over book as book_chargebacks
      from public.statement_lines
      group by account_id, workspace_id, carrier_id, period, agent_id, agent_name
      window book as (partition by account_id, workspace_id, carrier_id, period)
    ) l
    join public.rollups r using (account_id, workspace_id, carrier_id, period)
    where r.gross_amount = l.book_gross and r.chargeback_amount = l.book_chargebacks
    union all
    select s.account_id, s.workspace_id, s.carrier_id, s.period, s.agent_id, s.agent_name, s.commission_amount + s.chargeback_amount,
      s.chargeback_amount
    from public.scored_rows s
    join public.rollups r using (account_id, workspace_id, carrier_id, period)
    left join (
      select account_id, workspace_id, carrier_id, period, sum(greatest(amount, 0)) as gross, sum(greatest(-amount, 0)) as chargebacks
      from public.statement_lines
      group by account_id, workspace_id, carrier_id, period
    ) b using (account_id, workspace_id, carrier_id, period)
    where (r.gross_amount, r.chargeback_amount) is distinct from (coalesce(b.gross, 0), coalesce(b.chargebacks, 0))
    union all
    select u.account_id, u.workspace_id, u.carrier_id, u.period, u.agent_id, u.agent_name, greatest(u.amount, 0), greatest(-u.amount, 0)
    from public.unassigned_lines u
    join public.files f on f.account_id = u.account_id and f.file_id = u.file_id and f.status = 'active'
    join public.rollups r on r.account_id = u.account_id and r.workspace_id = u.workspace_id and r.carrier_id = u.carrier_id
      and r.period = u.period
    where u.is_counted
  ) paid
  group by account_id, workspace_id, carrier_id, period, agent_id, agent_name
  having sum(gross) <> 0 or sum(chargebacks) <> 0
  $paid$;
begin
  execute 'create or replace view public.paid_by_agent with (security_invoker = true) as ' || paid;
  set local role cas_report_views;
  execute 'create or replace view report.commission_paid as
    select carrier_id, workspace_id, period, max(agent_id) as agent_id, left(max(agent_name), 1000) as agent_name, sum(gross - chargebacks) as net,
      sum(gross)::numeric(20, 4) as gross, sum(chargebacks)::numeric(20, 4) as chargebacks,
      left((select name from public.agents a where a.agent_id = p.record_id), 1000) as agent_record_name
    from (
      select p.*, ' || record || ' as record_id from (
        select carrier_id::text as carrier_id, workspace_id::text as workspace_id, period::text as period,
          left(agent_id, 1000) as agent_id, agent_name, gross, chargebacks
        from (' || paid || ') paid) p) p
    group by carrier_id, workspace_id, period, record_id, case when record_id is null then agent_id end,
      case when record_id is null and agent_id is null then agent_name end';
  execute 'create or replace view report.members as select p.member_ref_id, p.carrier_id, p.workspace_id, p.member_external_id,
    p.member_name, p.policy_number, p.plan_name, p.agent_name, p.effective_date, p.term_date, ' || record_name || $members$ from (
  with recursive walk as (
    (select member_ref_id, workspace_id, carrier_id, period from public.scored_rows
      where period = first_seen_period order by member_ref_id desc limit 1)
    union all
    select next.* from walk
    cross join lateral (
      select s.member_ref_id, s.workspace_id, s.carrier_id, s.period from public.scored_rows s
      where s.member_ref_id < walk.member_ref_id and s.period = s.first_seen_period order by s.member_ref_id desc limit 1
    ) next
  )
  select latest.* from walk
  cross join lateral (
    select r.member_ref_id::text as member_ref_id, r.carrier_id::text as carrier_id, r.workspace_id::text as workspace_id,
      left(r.member_external_id, 1000) as member_external_id, left(r.member_name, 1000) as member_name,
      left(r.policy_number, 1000) as policy_number, left(r.plan_name, 1000) as plan_name, left(r.agent_name, 1000) as agent_name,
      r.effective_date, r.term_date, r.agent_id
    from (
      select q.period from public.rollups q
      where q.workspace_id = walk.workspace_id and q.carrier_id = walk.carrier_id and q.period >= walk.period
      order by q.period desc
    ) q
    cross join lateral (
      select s.member_ref_id, s.carrier_id, s.workspace_id, s.member_external_id, s.member_name, s.policy_number, s.plan_name,
        s.agent_id, s.agent_name, s.effective_date, s.term_date, s.status
      from public.scored_rows s
      where s.workspace_id = walk.workspace_id and s.carrier_id = walk.carrier_id and s.period = q.period
        and s.member_ref_id = walk.member_ref_id
      limit 1
    ) r
    where r.status <> 'carried' order by q.period desc limit 1
  ) latest) p$members$;
  reset role;
end $$;
