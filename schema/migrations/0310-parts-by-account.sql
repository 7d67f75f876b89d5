-- compatible with the code before: yes
-- The three tables that grow by a row for each member and month are kept in 16 parts by account, so that an index, a vacuum and the rows
-- of an account stay small (docs/adr/0067-large-tables-in-parts.md). The parts are in a schema of their own, where nobody has rights:
-- every role reads and writes the table, whose policies hold.
create schema parts;

-- ------------------------------------------------------------------------------------------------- the views of them

-- A view belongs to the table as it was. Each is kept with its owner and rights, and made again from its own text.
create temp table views_of_large_tables on commit drop as
with recursive using_them(view, depth) as (
  select r.ev_class, 1 from pg_depend d join pg_rewrite r on r.oid = d.objid
  where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass
    and d.refobjid in ('public.scored_rows'::regclass, 'public.statement_lines'::regclass, 'public.deltas'::regclass)
  union
  select r.ev_class, u.depth + 1 from using_them u join pg_depend d on d.refobjid = u.view and d.refclassid = 'pg_class'::regclass
    join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
  where r.ev_class <> u.view
)
select format('%I.%I', c.relnamespace::regnamespace, c.relname) as name, max(u.depth) as depth, null::text as query, c.relowner::regrole::text as owner,
  array_to_string(c.reloptions, ', ') as options, (
    select string_agg(format('grant %s on %s.%I to %s', x.privilege_type, c.relnamespace::regnamespace, c.relname, x.grantee::regrole), '; ')
    from aclexplode(c.relacl) x where x.grantee <> c.relowner
  ) as grants
from using_them u join pg_class c on c.oid = u.view group by c.oid, c.relname, c.relnamespace, c.relowner, c.reloptions, c.relacl;

-- Without a search path PostgreSQL writes every name with its schema.
set local search_path = '';
update pg_temp.views_of_large_tables set query = pg_get_viewdef(name::regclass);

do $$
declare shown record;
begin
  for shown in select * from pg_temp.views_of_large_tables order by depth desc loop
    execute format('drop view %s', shown.name);
  end loop;
end $$;

-- ---------------------------------------------------------------------------------------------------------- the tables

create procedure pg_temp.keep_in_parts(name text, key text, settings text) language plpgsql as $$
declare
  whole regclass := format('public.%I', name)::regclass;
  columns text;
  again text[];
  statement text;
begin
  -- What belongs to the table and is no column of it. The first key is given, because it has to name the account.
  select array_agg(t.line) into again from (
    select pg_get_indexdef(i.indexrelid) as line
    from pg_index i where i.indrelid = whole and not i.indisprimary
    union all
    select format('create policy %I on public.%I for %s to %s using (%s)', p.policyname, name, p.cmd, array_to_string(p.roles, ', '), p.qual)
      || coalesce(' with check (' || p.with_check || ')', '')
    from pg_catalog.pg_policies p where p.schemaname = 'public' and p.tablename = name
    union all
    select format('grant %s on public.%I to %s', x.privilege_type, name, x.grantee::regrole)
    from pg_class c, aclexplode(c.relacl) x where c.oid = whole and x.grantee <> c.relowner
    union all
    select format('grant %s (%I) on public.%I to %s', x.privilege_type, a.attname, name, x.grantee::regrole)
    from pg_attribute a, aclexplode(a.attacl) x where a.attrelid = whole
    union all
    select format('alter table public.%I alter column %I set statistics %s', name, a.attname, a.attstattarget)
    from pg_attribute a where a.attrelid = whole and a.attnum > 0 and not a.attisdropped and a.attstattarget >= 0
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t where t.tgrelid = whole and not t.tgisinternal
  ) t;
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
  from pg_attribute a where a.attrelid = whole and a.attnum > 0 and not a.attisdropped;

  execute format('alter table public.%I rename to %I', name, name || '_whole');
  execute format('create table public.%I (like public.%I including defaults including constraints) partition by hash (account_id)',
    name, name || '_whole');
  for part in 0..15 loop
    execute format('create table parts.%I partition of public.%I for values with (modulus 16, remainder %s) with (%s)',
      name || '_' || part, name, part, settings);
  end loop;
  execute format('insert into public.%I (%s) select %s from public.%I', name, columns, columns, name || '_whole');
  execute format('drop table public.%I', name || '_whole');
  execute format('alter table public.%I add %s', name, key);
  execute format('alter table public.%I enable row level security', name);
  foreach statement in array again loop
    execute statement;
  end loop;
end $$;

-- The key of deltas begins with the account and the month's book now, so it serves what this index did.
drop index public.deltas_by_account;

-- Vacuum by a number of rows, since a share of a large part would come too late. A line is never changed, so its page is frozen with the
-- first vacuum instead of by the one that holds up a table years later.
call pg_temp.keep_in_parts('statement_lines', 'constraint statement_lines_pkey primary key (account_id, file_id, sheet, row_number)',
  'autovacuum_vacuum_cost_limit = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000,
   autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 200000, autovacuum_freeze_min_age = 0');
call pg_temp.keep_in_parts('scored_rows',
  -- A changed row gets a second entry beside its first. Free space in the leaf pages avoids splitting them.
  'constraint scored_rows_pkey primary key (account_id, workspace_id, carrier_id, period, member_ref_id) with (fillfactor = 75)',
  'autovacuum_vacuum_cost_limit = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
   autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 200000');
call pg_temp.keep_in_parts('deltas',
  'constraint deltas_pkey primary key (account_id, workspace_id, carrier_id, period, member_ref_id, field)',
  'autovacuum_vacuum_cost_limit = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
   autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 200000');

-- ----------------------------------------------------------------------------------------------------- the views, again

do $$
declare shown record;
begin
  for shown in select * from pg_temp.views_of_large_tables order by depth loop
    execute format('set local role %s', shown.owner);
    execute format('create view %s%s as %s', shown.name, coalesce(' with (' || shown.options || ')', ''), shown.query);
    if shown.grants is not null then execute shown.grants; end if;
    reset role;
  end loop;
end $$;
-- The default search path, as every migration finds it.
reset search_path;

-- ------------------------------------------------------------------------------------------------------- deleting rows

-- A place in a table (ctid) is one row of each part, so the account is named with it: its rows are in one part.
create or replace function delete_account_rows(doomed uuid, tenant_table regclass, at_most integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare removed integer;
begin
  if not exists (select from public.account_deletions where deleted_account_id = doomed and completed_at is null) then
    raise exception 'account % is not being deleted', doomed;
  end if;
  execute format(
    'delete from %1$s where account_id = $1 and ctid = any (array(select ctid from %1$s where account_id = $1 limit $2))', tenant_table)
    using doomed, at_most;
  get diagnostics removed = row_count;
  return removed;
end $$;
