-- compatible with the code before: yes
-- One rule says whose a row is after the moves of books, also in saved reports and for members whose ids were joined.

-- The record to which a row of an account belongs. Nobody calls it but the two functions below, which know the account.
create function agent_of_account_row(account uuid, carrier uuid, number text, name text, member uuid, month text) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  owner uuid := coalesce(
    (select n.agent_id from agent_names n
      where n.account_id = account and n.kind = 'number' and n.folded = lower(number) and n.agent_id is not null
        and (n.carrier_id is null or n.carrier_id = carrier) limit 1),
    (select n.agent_id from agent_names n
      where n.account_id = account and n.kind = 'name' and n.folded = lower(name) and n.agent_id is not null
        and (n.carrier_id is null or n.carrier_id = carrier) limit 1));
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

-- The members of an account with moves of their own, by their ids of now.
create function moved_members_of(account uuid) returns setof uuid
language sql stable security definer rows 10 set search_path = pg_catalog, public as $$
  select coalesce(a.member_ref_id, m.member_ref_id) from book_moves m
  left join member_aliases a on a.account_id = account and a.alias_ref_id = m.member_ref_id and a.removed_at is null
  where m.account_id = account and m.member_ref_id is not null
$$;

revoke execute on function agent_of_account_row(uuid, uuid, text, text, uuid, text), moved_members_of(uuid) from public;
grant execute on function agent_of_account_row(uuid, uuid, text, text, uuid, text), moved_members_of(uuid) to cas_report_views;

-- For the account of the transaction.
create or replace function agent_of_row(carrier uuid, number text, name text, member uuid, month text) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, public as
  $$ begin return agent_of_account_row(current_account(), carrier, number, name, member, month); end $$;
create function moved_members() returns setof uuid
language sql stable security definer rows 10 set search_path = pg_catalog, public as
  $$ select moved_members_of(current_account()) $$;

-- For the account of the report that runs. Both tell no more than the views do.
set local role cas_report_views;
create function report_private.agent_of_row(carrier uuid, number text, name text, member uuid, month text) returns uuid
language plpgsql stable security definer set search_path = pg_catalog as
  $$ begin return public.agent_of_account_row(report_private.current_account(), carrier, number, name, member, month); end $$;
create function report_private.moved_members() returns setof uuid
language sql stable security definer rows 10 set search_path = pg_catalog as
  $$ select public.moved_members_of(report_private.current_account()) $$;
revoke execute on function report_private.agent_of_row(uuid, text, text, uuid, text), report_private.moved_members() from public;
grant execute on function report_private.agent_of_row(uuid, text, text, uuid, text), report_private.moved_members() to cas_report;
reset role;

-- The views ask whose a row is once for each agent, member with a move, and month. Each month of a book is read by the keys of its files and
-- rows, because a planner without statistics would compare all lines with all rows.
do $$
declare
  paid text := $paid$
  select r.account_id, r.workspace_id, r.carrier_id, r.period, p.agent_id, p.agent_name, p.gross::numeric(20, 4) as gross,
    p.chargebacks::numeric(20, 4) as chargebacks, p.moved_member_id
  from public.rollups r
  cross join lateral (
    select coalesce(sum(greatest(l.amount, 0)), 0) as gross, coalesce(sum(greatest(-l.amount, 0)), 0) as chargebacks
    from LINES
  ) sums
  cross join lateral (
    select agent_id, agent_name, moved_member_id, sum(gross) as gross, sum(chargebacks) as chargebacks
    from (
      select l.agent_id, l.agent_name, case when l.member_ref_id in (select SCHEMA.moved_members()) then l.member_ref_id end as moved_member_id,
        greatest(l.amount, 0) as gross, greatest(-l.amount, 0) as chargebacks
      from LINES and (r.gross_amount, r.chargeback_amount) is not distinct from (sums.gross, sums.chargebacks)
      union all
      select s.agent_id, s.agent_name, case when s.member_ref_id in (select SCHEMA.moved_members()) then s.member_ref_id end,
        s.commission_amount + s.chargeback_amount, s.chargeback_amount
      from public.scored_rows s
      where s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id and s.period = r.period
        and (r.gross_amount, r.chargeback_amount) is distinct from (sums.gross, sums.chargebacks)
      union all
      select u.agent_id, u.agent_name, null, greatest(u.amount, 0), greatest(-u.amount, 0)
      from public.files f
      cross join lateral (
        select u.agent_id, u.agent_name, u.amount from public.unassigned_lines u
        where u.account_id = f.account_id and u.period = f.period and u.file_id = f.file_id and u.is_counted offset 0
      ) u
      where FILES
    ) parts
    group by agent_id, agent_name, moved_member_id
    having sum(gross) <> 0 or sum(chargebacks) <> 0
  ) p
  $paid$;
  files text := 'f.account_id = r.account_id and f.workspace_id = r.workspace_id and f.carrier_id = r.carrier_id and f.period = r.period
    and f.status = ''active''';
  lines text := 'public.files f cross join lateral (
      select l.agent_id, l.agent_name, l.member_ref_id, l.amount from public.statement_lines l
      where l.account_id = f.account_id and l.period = f.period and l.file_id = f.file_id offset 0) l where FILES';
begin
  paid := replace(replace(paid, 'LINES', lines), 'FILES', files);
  execute 'create or replace view public.paid_by_agent with (security_invoker = true) as ' || replace(paid, 'SCHEMA', 'public');
  set local role cas_report_views;
  execute 'create or replace view report.commission_paid as
    select carrier_id, workspace_id, period, max(agent_id) as agent_id, left(max(agent_name), 1000) as agent_name, sum(gross - chargebacks) as net,
      sum(gross)::numeric(20, 4) as gross, sum(chargebacks)::numeric(20, 4) as chargebacks,
      left((select name from public.agents a where a.agent_id = p.record_id), 1000) as agent_record_name
    from (
      select paid.carrier_id::text as carrier_id, paid.workspace_id::text as workspace_id, paid.period::text as period,
        left(paid.agent_id, 1000) as agent_id, paid.agent_name, paid.gross, paid.chargebacks, owner.record_id
      from (' || replace(paid, 'SCHEMA', 'report_private') || ') paid
      cross join lateral (
        select report_private.agent_of_row(paid.carrier_id, paid.agent_id, paid.agent_name, paid.moved_member_id, paid.period) as record_id
        offset 0
      ) owner
    ) p
    group by carrier_id, workspace_id, period, record_id, case when record_id is null then agent_id end,
      case when record_id is null and agent_id is null then agent_name end';
  execute $members$create or replace view report.members as
    select member_ref_id::text as member_ref_id, carrier_id::text as carrier_id, workspace_id::text as workspace_id,
      left(member_external_id, 1000) as member_external_id, left(member_name, 1000) as member_name,
      left(policy_number, 1000) as policy_number, left(plan_name, 1000) as plan_name, left(agent_name, 1000) as agent_name,
      effective_date, term_date, left(record_name, 1000) as agent_record_name
    from (
      select *, first_value(name_of_first) over alike as record_name
      from (
        -- The inner select makes PostgreSQL call the function once, and not for each agent.
        select n.*, case when n.number = 1 then (select a.name from public.agents a where a.agent_id = (
          select report_private.agent_of_row(n.carrier_id, n.agent_id, n.agent_name, n.moved_member_id, n.period))) end as name_of_first
        from (
          select moved.*, row_number() over alike as number
          from (
            select *, case when member_ref_id in (select report_private.moved_members()) then member_ref_id end as moved_member_id
            from (
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
                select r.*, q.period from (
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
              ) latest
            ) latest
          ) moved
          window alike as (partition by carrier_id, period, agent_id, agent_name, moved_member_id order by member_ref_id)
        ) n
        offset 0
      ) numbered
      window alike as (partition by carrier_id, period, agent_id, agent_name, moved_member_id order by member_ref_id)
    ) named$members$;
  reset role;
end $$;
