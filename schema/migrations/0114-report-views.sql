-- compatible with the code before: yes
-- The views that SQL of analysts may read, and nothing else (docs/adr/0011-walls-around-reports.md).

-- ---------------------------------------------------------------------------------------- the account of a report

create schema report authorization cas_report_views;
create schema report_private authorization cas_report_views;
grant usage on schema report, report_private to cas_report;
grant usage on schema report_private to cas_system;

set local role cas_report_views;

-- Two independent keys make the nested hash a message authentication code, as the two paddings of HMAC do.
-- A random UUID has 122 random bits; four have 488.
create table report_private.signing_key (
  only_one boolean primary key default true check (only_one),
  inner_key bytea not null,
  outer_key bytea not null
);
create function report_private.random_key() returns bytea language sql volatile set search_path = pg_catalog as
  $$ select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) $$;
insert into report_private.signing_key (inner_key, outer_key) values (report_private.random_key(), report_private.random_key());

create function report_private.sign(message text) returns text language sql stable set search_path = pg_catalog as
  $$ select encode(sha256(outer_key || sha256(inner_key || convert_to(message, 'UTF8'))), 'hex') from report_private.signing_key $$;

-- A token that shows one account's rows for a minute: `account.expiry.signature`. Only the role of the system may call it.
create function report_private.issue_token(account uuid) returns text
language sql volatile security definer set search_path = pg_catalog as $$
  select claim || '.' || report_private.sign(claim)
  from (values (account || '.' || floor(extract(epoch from clock_timestamp()) + 60))) claims (claim)
$$;

-- The account of the transaction's token. Null, and with it no row of any view, for a token that is missing, forged, or was too old when
-- the transaction began. The signature is checked before any other part of the token is read.
create function report_private.current_account() returns uuid
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  part text[] := string_to_array(current_setting('report.token', true), '.');
begin
  if cardinality(part) is distinct from 3 then return null; end if;
  if report_private.sign(part[1] || '.' || part[2]) is distinct from part[3] then return null; end if;
  if to_timestamp(part[2]::bigint) < transaction_timestamp() then return null; end if;
  return part[1]::uuid;
end $$;

-- The password of the role cas_report, for a server that asks for one. It has no dot, so it is no token's signature.
create function report_private.login_password() returns text
language sql stable security definer set search_path = pg_catalog as
  $$ select report_private.sign('login') $$;

-- Makes every token and the password invalid. A running report ends normally; the next login sets the new password.
create function report_private.rotate_key() returns void
language sql volatile security definer set search_path = pg_catalog as $$
  update report_private.signing_key set inner_key = report_private.random_key(), outer_key = report_private.random_key()
$$;

revoke execute on all functions in schema report_private from public;
grant execute on function report_private.current_account() to cas_report;
grant execute on function report_private.issue_token(uuid), report_private.login_password(), report_private.rotate_key() to cas_system;
reset role;

-- ------------------------------------------------------------------------------------- the rows and columns of a report

-- The wall between accounts. It is on the tables, so that no view can omit it, and so that the planner can use the indexes by account:
-- PostgreSQL checks these conditions before an analyst's, unless the analyst's can reveal nothing about a row.
create procedure show_to_reports(tenant_table regclass, columns text, condition text) language plpgsql as $$
begin
  execute format('create policy report on %s for select to cas_report_views using (%s)', tenant_table, condition);
  execute format('grant select (%s) on %s to cas_report_views', columns, tenant_table);
end $$;

call show_to_reports('workspaces', 'account_id, workspace_id, name', 'account_id = (select report_private.current_account())');
-- A shared carrier belongs to every account, but not to a transaction without an account.
call show_to_reports('carriers', 'account_id, carrier_id, name, product_line',
  'account_id = (select report_private.current_account())
   or (account_id is null and (select report_private.current_account()) is not null)');
call show_to_reports('files',
  'account_id, file_id, workspace_id, carrier_id, period, status, original_filename, byte_size, rows_ingested, stated_total, uploaded_at',
  'account_id = (select report_private.current_account())');
call show_to_reports('jobs',
  'account_id, job_id, file_id, carrier_id, period, status, mode, attempts, created_at, started_at, completed_at',
  'account_id = (select report_private.current_account())');
call show_to_reports('scored_rows',
  'account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags, commission_amount, prev_commission_amount,
   compared_against_period, expected_amount, commission_owed, chargeback_amount, member_external_id, member_name, policy_number,
   plan_name, agent_id, agent_name, effective_date, term_date, first_seen_period, file_id',
  'account_id = (select report_private.current_account())');
call show_to_reports('statement_lines',
  'account_id, workspace_id, carrier_id, period, file_id, sheet, row_number, member_ref_id, amount, paid_date, agent_id, agent_name',
  'account_id = (select report_private.current_account())');
call show_to_reports('unassigned_lines',
  'account_id, workspace_id, carrier_id, period, file_id, amount, is_counted, agent_id, agent_name',
  'account_id = (select report_private.current_account())');
call show_to_reports('deltas',
  'account_id, workspace_id, carrier_id, period, member_ref_id, field, prev_value, curr_value, change_type',
  'account_id = (select report_private.current_account())');
call show_to_reports('rollups',
  'account_id, workspace_id, carrier_id, period, member_count, green, yellow, red, new, reappeared, commission_dropped,
   commission_reduced, commission_owed, owed_evaluated, owed_total, owed_estimated, chargeback_count, chargeback_amount, gross_amount',
  'account_id = (select report_private.current_account())');
call show_to_reports('book_months', 'account_id, workspace_id, carrier_id, period, is_open',
  'account_id = (select report_private.current_account())');
drop procedure show_to_reports(regclass, text, text);

-- ------------------------------------------------------------------------------------------------------------- the views

-- Ids are text, as everywhere outside of the tables: an invalid id finds nothing, and min(), string_agg(), LIKE and coalesce() accept
-- them. Reports then can't use the indexes by id; the indexes by account remain.
-- Texts of customers and carriers are cut to 1,000 characters. A cell of a statement may have thirty thousand, and some functions take
-- time by the product of two such lengths (docs/adr/0021-bounded-calculations.md).
set local role cas_report_views;

create view report.workspaces as select workspace_id::text as workspace_id, left(name, 1000) as name from public.workspaces;

create view report.carriers as
  select carrier_id::text as carrier_id, left(name, 1000) as carrier_name, product_line from public.carriers;

create view report.files as
  select file_id::text as file_id, workspace_id::text as workspace_id, carrier_id::text as carrier_id, period::text as period, status,
    left(original_filename, 1000) as file_name, byte_size as size_bytes, rows_ingested as row_count, stated_total, uploaded_at
  from public.files;

create view report.jobs as
  select job_id::text as job_id, file_id::text as file_id, carrier_id::text as carrier_id, period::text as period, status, mode, attempts,
    created_at, started_at, completed_at as finished_at
  from public.jobs;

-- A month paid ahead ('carried') is no result, as in every other read. What is owed is zero where it is not known.
-- An absence is provisional while its month waits for files.
create view report.comparisons as
  select s.member_ref_id::text as member_ref_id, s.carrier_id::text as carrier_id, s.workspace_id::text as workspace_id,
    s.period::text as period, s.status, s.flags, s.commission_amount, s.prev_commission_amount, s.expected_amount,
    coalesce(s.commission_owed, 0) as commission_owed, s.chargeback_amount,
    s.compared_against_period::text as compared_against_period, j.job_id::text as job_id,
    left(s.member_name, 1000) as member_name, left(s.member_external_id, 1000) as member_external_id,
    left(s.policy_number, 1000) as policy_number, s.status = 'red' and s.counted and coalesce(m.is_open, false) as provisional
  from public.scored_rows s
  left join public.jobs j on j.file_id = s.file_id and j.mode in ('ingest', 'append', 'replace')
  left join public.book_months m on m.account_id = s.account_id and m.workspace_id = s.workspace_id and m.carrier_id = s.carrier_id
    and m.period = s.period
  where s.status <> 'carried';

create view report.statuses as
  select member_ref_id, carrier_id, workspace_id, period, status, flags, commission_amount, prev_commission_amount, expected_amount,
    commission_owed, chargeback_amount, compared_against_period, job_id, provisional
  from report.comparisons;

-- Each member as of the latest month that is a result, which is usually one of the last of its book. The recursion finds each member from
-- the one before. It and the limits hold the planner to index look-ups, whatever its statistics say.
create view report.members as
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
      r.effective_date, r.term_date
    from (
      select p.period from public.rollups p
      where p.workspace_id = walk.workspace_id and p.carrier_id = walk.carrier_id and p.period >= walk.period
      order by p.period desc
    ) p
    cross join lateral (
      select s.member_ref_id, s.carrier_id, s.workspace_id, s.member_external_id, s.member_name, s.policy_number, s.plan_name,
        s.agent_name, s.effective_date, s.term_date, s.status
      from public.scored_rows s
      where s.workspace_id = walk.workspace_id and s.carrier_id = walk.carrier_id and s.period = p.period
        and s.member_ref_id = walk.member_ref_id
      limit 1
    ) r
    where r.status <> 'carried' order by p.period desc limit 1
  ) latest;

-- The job is the one that brought the file of the member's row.
create view report.deltas as
  select (
      select j.job_id::text from public.scored_rows s
      join public.jobs j on j.file_id = s.file_id and j.mode in ('ingest', 'append', 'replace')
      where s.workspace_id = d.workspace_id and s.carrier_id = d.carrier_id and s.period = d.period and s.member_ref_id = d.member_ref_id
    ) as job_id,
    d.member_ref_id::text as member_ref_id, d.carrier_id::text as carrier_id, d.period::text as period, d.field,
    left(d.prev_value, 1000) as prev_value, left(d.curr_value, 1000) as curr_value, d.change_type
  from public.deltas d;

create view report.commission_lines as
  select l.file_id || '/' || l.sheet || '/' || l.row_number as line_id, l.file_id::text as file_id, j.job_id::text as job_id,
    l.member_ref_id::text as member_ref_id, l.carrier_id::text as carrier_id,
    l.period::text as period, l.paid_date, case when l.amount < 0 then 'chargeback' else 'commission' end as line_type, l.amount,
    l.row_number
  from public.statement_lines l
  left join public.jobs j on j.file_id = l.file_id and j.mode in ('ingest', 'append', 'replace');

create view report.rollups as
  select r.carrier_id::text as carrier_id, r.workspace_id::text as workspace_id, r.period::text as period, r.member_count, r.green,
    r.yellow, r.red, r.new, r.reappeared, r.commission_dropped + r.commission_reduced as commission_at_risk, r.commission_dropped,
    r.commission_reduced, r.yellow as reduced_count, r.commission_owed, r.owed_evaluated, r.owed_total, r.owed_estimated,
    r.chargeback_count, r.chargeback_amount, coalesce(round(r.red::numeric / nullif(r.member_count + r.red, 0), 6), 0) as attrition_rate,
    coalesce(m.is_open, false) as provisional
  from public.rollups r
  left join public.book_months m on m.account_id = r.account_id and m.workspace_id = r.workspace_id and m.carrier_id = r.carrier_id
    and m.period = r.period;

grant select on all tables in schema report to cas_report;
reset role;

-- ------------------------------------------------------------------------------------------------- payments by agent

-- What a carrier paid and took back in a month, by agent. A line has its own agent where the lines of the month add up to its rollup.
-- They do not where a statement has totals of the year; there a member's whole pay is its agent's. Either way the agents of a month add
-- up to its rollup and its money without a member.
-- One query makes two views: the service reads the first under its own row-level security, and reports read the second under theirs.
do $baseline$
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
    join public.rollups r on r.account_id = u.account_id and r.workspace_id = u.workspace_id and r.carrier_id = u.carrier_id
      and r.period = u.period
    where u.is_counted
  ) paid
  -- An agent is identified by its number, else by its name.
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
$baseline$;
