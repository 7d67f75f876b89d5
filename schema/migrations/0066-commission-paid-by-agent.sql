-- compatible with the code before: yes
-- What a carrier paid and took back in a month, by agent: a line's own agent where the lines of the month add up to its rollup. They do
-- not where a statement prints totals of the year; there a member's whole pay is its agent's. Either way the agents of a month add up to
-- its rollup and its money without a member. Row-level security is that of whoever asks.
-- The same query is two views: one that the service reads as itself, and one that reports read as the owner of their views.
grant select (gross_amount) on rollups to cas_report_views;
grant select (workspace_id, agent_id, agent_name) on statement_lines to cas_report_views;
grant select (agent_id) on scored_rows to cas_report_views;
grant select (account_id, workspace_id, carrier_id, period, file_id, amount, is_counted, agent_id, agent_name)
  on unassigned_lines to cas_report_views;
create policy report on unassigned_lines for select to cas_report_views using (account_id = (select report_private.current_account()));

do $migration$
declare
  paid text := $$
  select account_id, workspace_id, carrier_id, period, agent_id, max(agent_name) as agent_name, sum(gross)::numeric(20, 4) as gross,
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
    join public.rollups r on r.account_id = u.account_id and r.workspace_id = u.workspace_id and r.carrier_id = u.carrier_id and r.period = u.period
    where u.is_counted
  ) paid
  -- An agent is known by its number, else by its name.
  group by account_id, workspace_id, carrier_id, period, agent_id, case when agent_id is null then agent_name end
  having sum(gross) <> 0 or sum(chargebacks) <> 0
  $$;
begin
  execute 'create view public.paid_by_agent with (security_invoker = true) as ' || paid;
  grant select on public.paid_by_agent to cas_service;
  set local role cas_report_views;
  execute 'create view report.commission_paid as
    select carrier_id::text as carrier_id, workspace_id::text as workspace_id, period::text as period, left(agent_id, 1000) as agent_id,
      left(agent_name, 1000) as agent_name, gross - chargebacks as net, gross, chargebacks
    from (' || paid || ') paid';
  grant select on report.commission_paid to cas_report;
  reset role;
end
$migration$;
