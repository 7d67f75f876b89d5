-- compatible with the code before: yes
-- Members are listed by the name of their agent, and agents search among their own members only.
alter table search_words drop constraint search_words_kind_check, add constraint search_words_kind_check
  check (kind = any (array['word'::text, 'policy'::text, 'name'::text, 'agent'::text]));

-- The beginning of the entries of an agent, whose texts are compared in lower case. The last character is below all that a name has.
create function agent_prefix(agent text) returns text language sql immutable parallel safe as
  $$ select left(lower(agent), 300) || E'\x1f' $$;

-- The entries of a member's row: words, policy and name as before, and for each text that names the agent the name behind that text.
create function search_entries(member_name text, external_id text, policy_number text, agent_name text, agent_id text)
returns table (kind text, word text, label text, terms text) language plpgsql immutable parallel safe as $$
declare
  listed text;
begin
  for kind, word, label, terms in select * from public.search_entries(member_name, external_id, policy_number) loop
    if kind = 'name' then listed := word; end if;
    return next;
  end loop;
  kind := 'agent';
  label := null;
  terms := '';
  for word in
    select distinct public.agent_prefix(text_of_agent) || listed from unnest(array[agent_name, agent_id]) as text_of_agent
    where text_of_agent is not null
  loop return next; end loop;
end $$;

-- A member who returns, and money taken back after the member left, have no deltas of their texts, so their rows are read as well.
create or replace function add_words_of_new_members() returns trigger language plpgsql as $$
begin
  insert into public.search_words as w (account_id, kind, word, member_ref_id, workspace_id, carrier_id, label, terms)
  select n.account_id, e.kind, e.word, n.member_ref_id, n.workspace_id, n.carrier_id, e.label, e.terms
  from new_rows n
  cross join lateral public.search_entries(n.member_name, n.member_external_id, n.policy_number, n.agent_name, n.agent_id) e
  where n.period = n.first_seen_period or n.status = 'reappeared' or (n.status = 'red' and n.commission_amount < 0)
  on conflict (account_id, kind, word, member_ref_id) do update set terms = left(excluded.terms || w.terms, 400)
    where strpos(w.terms, excluded.terms) = 0;
  return null;
end $$;

create or replace function add_changed_words() returns trigger language plpgsql as $$
begin
  insert into public.search_words as w (account_id, kind, word, member_ref_id, workspace_id, carrier_id, label, terms)
  select s.account_id, e.kind, e.word, s.member_ref_id, s.workspace_id, s.carrier_id, e.label, e.terms
  from (
    select distinct account_id, workspace_id, carrier_id, period, member_ref_id from new_deltas
    where field in ('member_name', 'policy_number', 'agent_name', 'agent_id')
  ) d
  join public.scored_rows s on s.account_id = d.account_id and s.workspace_id = d.workspace_id and s.carrier_id = d.carrier_id
    and s.period = d.period and s.member_ref_id = d.member_ref_id
  cross join lateral public.search_entries(s.member_name, s.member_external_id, s.policy_number, s.agent_name, s.agent_id) e
  on conflict (account_id, kind, word, member_ref_id) do update set terms = left(excluded.terms || w.terms, 400)
    where strpos(w.terms, excluded.terms) = 0;
  return null;
end $$;

-- What is stored already: the agents of all members, and the names under which members returned.
insert into search_words (account_id, kind, word, member_ref_id, workspace_id, carrier_id, label, terms)
select s.account_id, 'agent', agent_prefix(agent) || left(search_fold(coalesce(s.member_name, s.member_external_id)), 200),
  s.member_ref_id, s.workspace_id, s.carrier_id, null, ''
from scored_rows s cross join lateral unnest(array[s.agent_name, s.agent_id]) as agent
where agent is not null and (
  s.period = s.first_seen_period or s.status = 'reappeared' or (s.status = 'red' and s.commission_amount < 0) or exists (
    select from deltas d
    where d.workspace_id = s.workspace_id and d.carrier_id = s.carrier_id and d.period = s.period and d.member_ref_id = s.member_ref_id
      and d.field in ('member_name', 'agent_name', 'agent_id')))
order by 1, 2, 3
on conflict do nothing;
insert into search_words (account_id, kind, word, member_ref_id, workspace_id, carrier_id, label, terms)
select s.account_id, e.kind, e.word, s.member_ref_id, s.workspace_id, s.carrier_id, e.label, e.terms
from scored_rows s cross join lateral search_entries(s.member_name, s.member_external_id, s.policy_number) e
where s.status = 'reappeared' or (s.status = 'red' and s.commission_amount < 0)
on conflict do nothing;

-- An agent's words. The entries of the agent's texts say quickly which members may be the agent's own; the rows say which are. IS TRUE
-- keeps the planner from joining: the set is one hash for the whole search, and rows are looked up for its members only. Prefixes and
-- members are computed apart, because row security uses no index for a condition that calls a function or has a query in it.
set local role cas_agent_views;
create or replace view own.search_words as
  select w.* from public.search_words w
  cross join lateral (
    select coalesce((
      select a.member_ref_id from public.member_aliases a
      where a.account_id = w.account_id and a.workspace_id = w.workspace_id and a.carrier_id = w.carrier_id
        and a.alias_ref_id = w.member_ref_id and a.removed_at is null), w.member_ref_id) as member_ref_id
    offset 0
  ) o
  where (w.member_ref_id in (
      with prefixes as materialized (
        select public.agent_prefix(spelling) collate "C" as first, (public.agent_prefix(spelling) || E'\U0010FFFF') collate "C" as last
        from unnest((select public.current_agent_spellings())) as spelling
      ), named as materialized (
        select e.member_ref_id
        from prefixes p
        join public.search_words e on e.account_id = (select public.current_account()) and e.kind = 'agent'
          and e.word >= p.first and e.word < p.last
      )
      select member_ref_id from named
      union all
      select a.alias_ref_id from public.member_aliases a
      join named on named.member_ref_id = a.member_ref_id
      where a.account_id = (select public.current_account()) and a.removed_at is null)) is true
    and (w.kind <> 'agent' or exists (
      select from unnest((select public.current_agent_spellings())) as spelling
      where starts_with(w.word, public.agent_prefix(spelling))))
    and (
      select true from public.rollups r
      join public.scored_rows s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
        and s.period = r.period
      where r.account_id = w.account_id and r.workspace_id = w.workspace_id and r.carrier_id = w.carrier_id
        and s.member_ref_id = o.member_ref_id
      limit 1);
reset role;
