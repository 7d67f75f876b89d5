-- compatible with the code before: yes
-- Accounts, their tokens and workspaces, the audit trail, repeated requests, and deletions of accounts.

create table accounts (
  account_id uuid primary key,
  name text not null,
  tier text not null check (tier in ('standard', 'enterprise')),
  status text not null check (status in ('active', 'pending', 'suspended')),
  email text,
  -- Null: the limit of the tier.
  rate_limit_per_minute integer check (rate_limit_per_minute > 0),
  -- Null: the quota of the tier. The stored bytes are summed from the rows that name objects, so no counter can drift.
  storage_bytes_max bigint check (storage_bytes_max > 0),
  -- Signs the callbacks of single uploads. It is encrypted, because a hash can't sign.
  callback_secret_sealed text,
  -- Signs beside the new secret until this time, so that a receiver can change over.
  previous_callback_secret_sealed text,
  previous_callback_secret_until timestamptz,
  created_at timestamptz not null default now(),
  check ((previous_callback_secret_sealed is null) = (previous_callback_secret_until is null))
);
call protect_tenant_table('accounts');

create table api_tokens (
  token_id uuid primary key,
  account_id uuid not null references accounts,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null unique,
  label text,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index on api_tokens (account_id);
-- It has no tenant policy, because work for an account never reads tokens.
alter table api_tokens enable row level security;
create policy system on api_tokens to cas_system using (true) with check (true);
grant select, insert, update, delete on api_tokens to cas_system;

-- Requests of a token in its current window. Unlogged: a crash may lose the counts, and each request saves a write-ahead record.
create unlogged table token_windows (
  token_id uuid primary key,
  window_started_at timestamptz not null,
  requests integer not null,
  -- The count before the last statement. One statement counts concurrent requests together, and each derives its own place from this.
  requests_before integer not null default 0
) with (fillfactor = 50);
grant select, insert, update, delete on token_windows to cas_system;

-- Requests of all tokens of an account in its current window, so that many tokens don't multiply the account's limit.
create unlogged table account_windows (
  account_id uuid primary key,
  window_started_at timestamptz not null,
  requests integer not null,
  requests_before integer not null
) with (fillfactor = 50);
grant select, insert, update, delete on account_windows to cas_system;

create table workspaces (
  workspace_id uuid primary key,
  account_id uuid not null references accounts,
  name text not null,
  is_default boolean not null,
  created_at timestamptz not null default now(),
  unique (account_id, name)
);
create unique index one_default_workspace on workspaces (account_id) where is_default;
call protect_tenant_table('workspaces');

-- --------------------------------------------------------------------------------------------------------- audit trail

create table audit_entries (
  audit_id uuid primary key,
  position bigint generated always as identity unique,
  -- Null: what an operator did to the shared catalogue or the whole service. Row-level security shows such entries to cas_system only.
  account_id uuid references accounts,
  actor text not null,
  action text not null,
  target text,
  meta jsonb not null default '{}',
  ip text,
  created_at timestamptz not null default now()
);
create index on audit_entries (account_id, position desc);
call protect_tenant_table('audit_entries');
-- The service can't change or remove entries of the audit trail.
revoke update, delete on audit_entries from cas_service, cas_system;

-- ---------------------------------------------------------------------------------------------------- repeated requests

-- Requests that created something under an Idempotency-Key, with their replies, so that a repeat creates nothing.
create table idempotency_keys (
  -- Null: the operator.
  account_id uuid references accounts,
  key text not null,
  -- SHA-256 of the operation and the whole request.
  fingerprint text not null,
  -- Names the process that runs the request. Another process may take over the key of a lost one.
  claim_id uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  -- Null until the request has succeeded. Encrypted, because some replies hold secrets that are shown once.
  reply_sealed text,
  created_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (account_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
call protect_tenant_table('idempotency_keys');

-- -------------------------------------------------------------------------------------------------- deletion of accounts

-- A row outlives its account: it holds the certificate of the removal, and no name.
create table account_deletions (
  deletion_id uuid primary key,
  position bigint generated always as identity unique,
  -- Without a reference, because the account is gone at the end; with another name, so that no tenant rule takes it for a tenant table.
  deleted_account_id uuid not null unique,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  -- The next step of the deletion.
  stage text not null default 'jobs' check (stage in ('jobs', 'objects', 'rows', 'account', 'leftovers', 'completed')),
  -- Folders to empty. Cleared at the end.
  sftp_usernames text[] not null default '{}',
  -- Counts of the removed things so far.
  removed jsonb not null default '{}',
  completed_at timestamptz,
  -- The exact text that the SHA-256 was made of.
  certificate text,
  certificate_sha256 text,
  check ((stage = 'completed') = (completed_at is not null)),
  check ((completed_at is null) = (certificate is null) and (certificate is null) = (certificate_sha256 is null))
);
create index account_deletions_open on account_deletions (position) where completed_at is null;
alter table account_deletions enable row level security;
create policy system on account_deletions to cas_system using (true) with check (true);
grant select, insert, update on account_deletions to cas_system;

-- Removes at most so many rows of an account that is being deleted, and returns their number. It refuses any other account.
-- It runs as the owner, because nobody else may remove entries of the audit trail.
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
