-- compatible with the code before: yes
-- A book that moved to another agent is that agent's from the month of the move on (docs/reference/agents.md#books-that-moved).

-- The moves of the pay setup in force, in its order. A trigger copies them, so that queries need not read whole setups.
create table book_moves (
  account_id uuid not null references accounts,
  number integer not null,
  from_month period not null,
  agent_id uuid not null,
  to_agent_id uuid not null,
  -- Null for the whole book.
  carrier_id uuid,
  member_ref_id uuid,
  primary key (account_id, number),
  foreign key (account_id, agent_id) references agents (account_id, agent_id) on delete cascade,
  foreign key (account_id, to_agent_id) references agents (account_id, agent_id) on delete cascade
);
create index on book_moves (account_id, agent_id, from_month, number);
create index on book_moves (account_id, to_agent_id);
call protect_tenant_table('book_moves');

create function copy_moves_of_setup() returns trigger language plpgsql as $$
begin
  delete from public.book_moves where account_id = new.account_id;
  insert into public.book_moves (account_id, number, from_month, agent_id, to_agent_id, carrier_id, member_ref_id)
  select new.account_id, m.number, m.move ->> 'from', a.agent_id, b.agent_id, (m.move ->> 'carrierId')::uuid, (m.move ->> 'memberRefId')::uuid
  from jsonb_array_elements(new.setup -> 'moves') with ordinality as m (move, number)
  join public.agents a on a.account_id = new.account_id and a.agent_id = (m.move ->> 'agentId')::uuid
  join public.agents b on b.account_id = new.account_id and b.agent_id = (m.move ->> 'toAgentId')::uuid;
  return null;
end $$;
create trigger copy_moves after insert on pay_setups for each row execute function copy_moves_of_setup();

insert into book_moves (account_id, number, from_month, agent_id, to_agent_id, carrier_id, member_ref_id)
select s.account_id, m.number, m.move ->> 'from', a.agent_id, b.agent_id, (m.move ->> 'carrierId')::uuid, (m.move ->> 'memberRefId')::uuid
from (select distinct on (account_id) account_id, setup from pay_setups order by account_id, revision desc) s
cross join lateral jsonb_array_elements(s.setup -> 'moves') with ordinality as m (move, number)
join agents a on a.account_id = s.account_id and a.agent_id = (m.move ->> 'agentId')::uuid
join agents b on b.account_id = s.account_id and b.agent_id = (m.move ->> 'toAgentId')::uuid;

-- --------------------------------------------------------------------------------------------------- whose a row is

-- The record to which a row of a month belongs: that of the statement, after the moves of its book up to the month, in their order.
create function agent_of_row(carrier uuid, number text, name text, member uuid, month text) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  account uuid := current_account();
  owner uuid := agent_record_of(carrier, number, name);
  last_month text := '';
  last_number integer := 0;
  move record;
begin
  while owner is not null loop
    select m.to_agent_id, m.from_month, m.number into move from book_moves m
    where m.account_id = account and m.agent_id = owner and m.from_month <= month
      and (m.from_month::text, m.number) > (last_month, last_number)
      and (m.carrier_id is null or m.carrier_id = carrier)
      and (m.member_ref_id is null or m.member_ref_id = member or exists (
        select from member_aliases a
        where a.account_id = account and a.alias_ref_id = m.member_ref_id and a.member_ref_id = member and a.removed_at is null))
    order by m.from_month, m.number limit 1;
    exit when not found;
    owner := move.to_agent_id;
    last_month := move.from_month;
    last_number := move.number;
  end loop;
  return owner;
end $$;

-- ------------------------------------------------------------------------------------------- the agent's own view

-- As before, and an agent is also looked for under the names and numbers of those from whom a book came.
create or replace function begin_agent(account uuid, agent text) returns void
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
      with recursive before as (
        select records[1] as agent_id
        union
        select m.agent_id from before b join book_moves m on m.account_id = account and m.to_agent_id = b.agent_id
      )
      select coalesce(array_agg(distinct n.folded), '{}')::text from before b
      join agent_names n on n.account_id = account and n.agent_id = b.agent_id), true);
  else
    perform set_config('app.agent_record', '', true), set_config('app.agent_spellings', array[text_of_agent]::text, true);
  end if;
end $$;

do $$
declare
  name text;
  member text;
begin
  for name, member in values ('scored_rows', 'member_ref_id'), ('statement_lines', 'member_ref_id'), ('pay_differences', 'member_ref_id'),
    ('unassigned_lines', 'null::uuid') loop
    execute format($policy$
      alter policy agent on %I using (account_id = (select current_account())
        and (lower(agent_name) = any ((select current_agent_spellings())::text[])
          or lower(agent_id) = any ((select current_agent_spellings())::text[]))
        and agent_of_row(carrier_id, agent_id, agent_name, %s, period) is not distinct from (select current_agent_record()))
    $policy$, name, member);
  end loop;
end $$;

-- An agent reads the moves that brought a book.
create policy agent on book_moves for select to cas_agent_views
  using (account_id = (select current_account()) and to_agent_id = (select current_agent_record()));
grant select on book_moves to cas_agent_views;
set local role cas_agent_views;
create view own.book_moves as select * from public.book_moves;
reset role;
grant select on own.book_moves to cas_agent;

-- ------------------------------------------------------------------------------------------------------ the reports

create policy report on book_moves for select to cas_report_views using (account_id = (select report_private.current_account()));
grant select (account_id, number, from_month, agent_id, to_agent_id, carrier_id, member_ref_id) on book_moves to cas_report_views;

-- As before, with members that moved by themselves in rows of their own, and records after the moves of books. The reports write the rule
-- of agent_of_row out, because their role may call none of the service's functions.
do $$
declare
  own_record text := '(n.account_id = (select report_private.current_account()) and n.agent_id is not null
    and (n.carrier_id is null or n.carrier_id::text = p.carrier_id))';
  record text := '(with recursive owner as (
    select coalesce(
      (select n.agent_id from public.agent_names n
        where n.kind = ''number'' and n.folded = lower(p.agent_id) and ' || own_record || ' limit 1),
      (select n.agent_id from public.agent_names n
        where n.kind = ''name'' and n.folded = lower(p.agent_name) and ' || own_record || ' limit 1)) as agent_id,
      ''''::text as month, 0 as number
    union all
    select m.to_agent_id, m.from_month::text, m.number from owner o cross join lateral (
      select m.to_agent_id, m.from_month, m.number from public.book_moves m
      where m.account_id = (select report_private.current_account()) and m.agent_id = o.agent_id and m.from_month <= p.period
        and (m.from_month::text, m.number) > (o.month, o.number) and (m.carrier_id is null or m.carrier_id::text = p.carrier_id)
        and (m.member_ref_id is null or m.member_ref_id::text = p.moved_member_id)
      order by m.from_month, m.number limit 1) m)
    select o.agent_id from owner o order by o.month desc, o.number desc limit 1)';
  record_name text := '
    (select left(a.name, 1000) as agent_record_name from public.agents a where a.agent_id = ' || record || ') as agent_record_name';
  moves text := 'select m.member_ref_id from public.book_moves m';
  -- Ids that were joined with another one are not for the reports.
  joined text := ' union select a.member_ref_id from public.book_moves m
    join public.member_aliases a on a.account_id = m.account_id and a.alias_ref_id = m.member_ref_id and a.removed_at is null';
  paid text := $paid$
  select account_id, workspace_id, carrier_id, period, agent_id, agent_name, sum(gross)::numeric(20, 4) as gross,
    sum(chargebacks)::numeric(20, 4) as chargebacks, moved_member_id
  from (
    select l.account_id, l.workspace_id, l.carrier_id, l.period, l.agent_id, l.agent_name, l.gross, l.chargebacks, l.moved_member_id
    from (
      select account_id, workspace_id, carrier_id, period, agent_id, agent_name, moved_member_id, sum(greatest(amount, 0)) as gross,
        sum(greatest(-amount, 0)) as chargebacks, sum(sum(greatest(amount, 0))) over book as book_gross,
        sum(sum(greatest(-amount, 0))) over book as book_chargebacks
      from (select account_id, workspace_id, carrier_id, period, agent_id, agent_name, amount, case when member_ref_id in (MOVED) then member_ref_id end as moved_member_id
        from public.statement_lines) lines
      group by account_id, workspace_id, carrier_id, period, agent_id, agent_name, moved_member_id
      window book as (partition by account_id, workspace_id, carrier_id, period)
    ) l
    join public.rollups r using (account_id, workspace_id, carrier_id, period)
    where r.gross_amount = l.book_gross and r.chargeback_amount = l.book_chargebacks
    union all
    select s.account_id, s.workspace_id, s.carrier_id, s.period, s.agent_id, s.agent_name, s.commission_amount + s.chargeback_amount,
      s.chargeback_amount, case when member_ref_id in (MOVED) then member_ref_id end as moved_member_id
    from public.scored_rows s
    join public.rollups r using (account_id, workspace_id, carrier_id, period)
    left join (
      select account_id, workspace_id, carrier_id, period, sum(greatest(amount, 0)) as gross, sum(greatest(-amount, 0)) as chargebacks
      from public.statement_lines
      group by account_id, workspace_id, carrier_id, period
    ) b using (account_id, workspace_id, carrier_id, period)
    where (r.gross_amount, r.chargeback_amount) is distinct from (coalesce(b.gross, 0), coalesce(b.chargebacks, 0))
    union all
    select u.account_id, u.workspace_id, u.carrier_id, u.period, u.agent_id, u.agent_name, greatest(u.amount, 0), greatest(-u.amount, 0),
      null
    from public.unassigned_lines u
    join public.files f on f.account_id = u.account_id and f.file_id = u.file_id and f.status = 'active'
    join public.rollups r on r.account_id = u.account_id and r.workspace_id = u.workspace_id and r.carrier_id = u.carrier_id
      and r.period = u.period
    where u.is_counted
  ) paid
  group by account_id, workspace_id, carrier_id, period, agent_id, agent_name, moved_member_id
  having sum(gross) <> 0 or sum(chargebacks) <> 0
  $paid$;
begin
  execute 'create or replace view public.paid_by_agent with (security_invoker = true) as ' || replace(paid, 'MOVED', moves || joined);
  set local role cas_report_views;
  execute 'create or replace view report.commission_paid as
    select carrier_id, workspace_id, period, max(agent_id) as agent_id, left(max(agent_name), 1000) as agent_name, sum(gross - chargebacks) as net,
      sum(gross)::numeric(20, 4) as gross, sum(chargebacks)::numeric(20, 4) as chargebacks,
      left((select name from public.agents a where a.agent_id = p.record_id), 1000) as agent_record_name
    from (
      select p.*, ' || record || ' as record_id from (
        select carrier_id::text as carrier_id, workspace_id::text as workspace_id, period::text as period,
          left(agent_id, 1000) as agent_id, agent_name, gross, chargebacks, moved_member_id::text as moved_member_id
        from (' || replace(paid, 'MOVED', moves) || ') paid) p) p
    group by carrier_id, workspace_id, period, record_id, case when record_id is null then agent_id end,
      case when record_id is null and agent_id is null then agent_name end';
  execute 'create or replace view report.members as select p.member_ref_id, p.carrier_id, p.workspace_id, p.member_external_id,
    p.member_name, p.policy_number, p.plan_name, p.agent_name, p.effective_date, p.term_date, ' || record_name || $members$ from (select *, member_ref_id as moved_member_id from (
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
      r.effective_date, r.term_date, r.agent_id, q.period::text as period
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
  ) latest) latest) p$members$;
  reset role;
end $$;
