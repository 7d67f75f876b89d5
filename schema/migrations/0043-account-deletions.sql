-- compatible with the code before: yes
-- Deletions of whole accounts. A row outlives its account: it holds the certificate of what was removed, and no name.
create table account_deletions (
  deletion_id uuid primary key,
  -- Order of the list, which no two share.
  position bigint generated always as identity unique,
  -- Not called account_id, and no reference: the account is gone when the deletion is complete.
  deleted_account_id uuid not null unique,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  -- What is to be done next (app/delete-accounts.ts).
  stage text not null default 'jobs' check (stage in ('jobs', 'objects', 'rows', 'account', 'leftovers', 'completed')),
  -- Folders to empty. Cleared at the end.
  sftp_usernames text[] not null default '{}',
  -- What has been removed so far.
  removed jsonb not null default '{}',
  completed_at timestamptz,
  -- The exact text that its SHA-256 was made of.
  certificate text,
  certificate_sha256 text,
  check ((stage = 'completed') = (completed_at is not null)),
  check ((completed_at is null) = (certificate is null) and (certificate is null) = (certificate_sha256 is null))
);
create index account_deletions_open on account_deletions (position) where completed_at is null;
alter table account_deletions enable row level security;
create policy system on account_deletions to cas_system using (true) with check (true);
grant select, insert, update on account_deletions to cas_system;

-- User names of SFTP are folders. The name of a deleted account's user is never given out again, because a session that is still
-- open may write into that folder. Only a hash is kept, since a name may name an agency.
create table retired_sftp_names (
  name_sha256 bytea primary key
);
grant select, insert on retired_sftp_names to cas_system;
grant select on retired_sftp_names to cas_service;

-- Removes rows of an account that is being deleted, and of no other. It runs as the owner, because nobody else may remove entries of
-- the audit trail. Returns how many rows it removed.
create function delete_account_rows(doomed uuid, tenant_table regclass, at_most integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare removed integer;
begin
  if not exists (select from public.account_deletions where deleted_account_id = doomed and completed_at is null) then
    raise exception 'account % is not being deleted', doomed;
  end if;
  execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where account_id = $1 limit $2))', tenant_table)
    using doomed, at_most;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function delete_account_rows(uuid, regclass, integer) from public;
grant execute on function delete_account_rows(uuid, regclass, integer) to cas_system;
