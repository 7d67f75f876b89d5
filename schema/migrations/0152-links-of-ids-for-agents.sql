-- compatible with the code before: yes
-- A search looks for the own ids of joined members: in their book, and only where people joined them. Agents search their members so too.
set local role cas_agent_views;
create or replace view own.member_aliases as
  select a.account_id, a.member_ref_id, a.external_id, a.removed_at, a.workspace_id, a.carrier_id, a.source
  from public.member_aliases a
  where exists (
    select from public.rollups r
    join public.scored_rows s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
      and s.period = r.period and s.member_ref_id = a.member_ref_id
    where r.account_id = a.account_id and r.workspace_id = a.workspace_id and r.carrier_id = a.carrier_id);
reset role;
