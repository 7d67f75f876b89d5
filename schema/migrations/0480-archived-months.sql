-- compatible with the code before: yes

-- Old months of a book may leave the database (docs/adr/0071-an-archive-of-old-months.md). Rows of months up to archived_through are in
-- objects, except those that later months read. held_through is the first month with data after them: it was compared with one of them.
alter table accounts add column archived_through period;
-- Mails of scheduled reports say it.
grant select (archived_through) on accounts to cas_scheduler;
alter table books add column archived_through period;
alter table books add column held_through period;
alter table books add column archived_months jsonb not null default '[]';
alter table books add constraint books_archived_check check (
  (archived_through is null) = (held_through is null) and (archived_through is not null or archived_months = '[]') and archived_through < held_through);

-- The archived or held month of a book that a change of this month would reach. An account that is being deleted holds none.
create function held_month(account uuid, workspace uuid, carrier uuid, month text) returns text
language sql stable security definer set search_path = pg_catalog, public as $$
  select b.archived_through::text from books b
  where b.workspace_id = workspace and b.carrier_id = carrier and b.held_through >= month
    and not exists (select from account_deletions d where d.deleted_account_id = account)
$$;

create function require_month_here(account uuid, workspace uuid, carrier uuid, month text) returns void
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  if held_month(account, workspace, carrier, month) is not null then
    raise exception using errcode = 'AM001', message = 'The month is archived, or was compared with an archived month', detail = month;
  end if;
end $$;

-- Every path that changes a month writes one of these small tables in the same transaction, so that none can be forgotten.
create function refuse_archived_month() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' then
    perform require_month_here(old.account_id, old.workspace_id, old.carrier_id, old.period);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  perform require_month_here(new.account_id, new.workspace_id, new.carrier_id,
    case tg_table_name when 'jobs' then least(new.period::text, to_jsonb(new) ->> 'rates_from') else new.period end);
  return new;
end $$;

create trigger archived_month before insert or update or delete on rollups
  for each row execute function refuse_archived_month();
create trigger archived_month before insert or update of period, status on files
  for each row execute function refuse_archived_month();
create trigger archived_month before insert on jobs
  for each row execute function refuse_archived_month();
create trigger archived_month_again before update of status on jobs
  for each row when (new.status = 'queued' and old.status <> all (array['queued', 'processing']))
  execute function refuse_archived_month();
create trigger archived_month before update of state, rate_id, dispute_id on carrier_events
  for each row execute function refuse_archived_month();
create trigger archived_month before insert or update or delete on closed_months
  for each row execute function refuse_archived_month();
create trigger archived_month before insert or update or delete on statement_deposits
  for each row execute function refuse_archived_month();

-- Pay runs are computed from the lines of all months since the first month of the setup.
create function refuse_archived_pay() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from accounts a where a.account_id = new.account_id and a.archived_through >= new.setup ->> 'firstMonth') then
    raise exception using errcode = 'AM001', message = 'Pay runs would need archived months', detail = new.setup ->> 'firstMonth';
  end if;
  return new;
end $$;

create trigger archived_month before insert or update on pay_setups
  for each row execute function refuse_archived_pay();

-- Joining an id with lines in archived months would move lines that are not here.
create function refuse_archived_alias() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  row record := case tg_op when 'DELETE' then old else new end;
  month text;
begin
  select s.period into month from scored_rows s
  where s.account_id = row.account_id and s.member_ref_id = row.alias_ref_id and s.period = s.first_seen_period
    and held_month(row.account_id, row.workspace_id, row.carrier_id, s.period) is not null;
  if month is not null then
    raise exception using errcode = 'AM001', message = 'The member has lines in archived months', detail = month;
  end if;
  return row;
end $$;

create trigger archived_month before insert or update or delete on member_aliases
  for each row execute function refuse_archived_alias();

revoke execute on function held_month(uuid, uuid, uuid, text), require_month_here(uuid, uuid, uuid, text) from public;
