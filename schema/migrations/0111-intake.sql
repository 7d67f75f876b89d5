-- compatible with the code before: yes
-- Statements that arrive by SFTP and email.

-- Logins of SFTP. The row of a deleted user remains, because its name is a folder: another account with the same name would find the
-- files in it.
create table sftp_users (
  user_id uuid primary key,
  -- The order of the list.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  -- Null: the account's only workspace.
  workspace_id uuid references workspaces,
  username text not null unique check (username ~ '^[a-z0-9][a-z0-9_-]{2,31}$'),
  -- One line of OpenSSH, without its comment.
  public_key text not null,
  -- Null: every carrier that the account sees.
  carrier_ids uuid[],
  -- Bytes in the user's /incoming when the folder was last listed.
  incoming_bytes bigint not null default 0 check (incoming_bytes >= 0),
  -- One sweep has the folder to itself until this time, so that its files are taken in the order of their arrival.
  swept_until timestamptz,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);
create index sftp_users_by_account on sftp_users (account_id, position desc);
call protect_tenant_table('sftp_users');

-- The user names of deleted accounts. They are never assigned again, because an open session may still write into the folder.
-- Only a hash is kept, since a name may name an agency.
create table retired_sftp_names (
  name_sha256 bytea primary key
);
grant select, insert on retired_sftp_names to cas_system;
grant select on retired_sftp_names to cas_service;

-- Addresses to which a carrier's statements can be mailed. A revoked address is kept, so that it is never assigned again.
create table email_addresses (
  address_id uuid primary key,
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  carrier_id uuid not null references carriers on delete cascade,
  workspace_id uuid references workspaces,
  -- At least 128 random bits, so that nobody can guess an address.
  local_part text not null unique check (local_part ~ '^[a-z2-7]{26,}$'),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index email_addresses_by_account on email_addresses (account_id, position desc);
call protect_tenant_table('email_addresses');

-- Every file dropped by SFTP or email, with its outcome.
create table intake_items (
  item_id uuid primary key,
  -- Cursor of the list: a place that no deletion moves.
  position bigint generated always as identity unique,
  -- Null: sent to an address that belongs to nobody; counted and never shown.
  account_id uuid references accounts,
  source text not null check (source in ('sftp', 'email')),
  -- Identifies the drop, however often it is read (core/intake/drop-off-settings.ts).
  drop_id text not null unique,
  received_at timestamptz not null default now(),
  -- The SFTP user, or the sender's address.
  origin text not null,
  name text not null,
  -- The time when a purge replaced the name (docs/retention.md).
  name_purged_at timestamptz,
  byte_size bigint not null,
  -- Null: too large to be read, or missing.
  checksum_sha256 text,
  carrier_id uuid references carriers on delete set null,
  period period,
  outcome text not null check (outcome in ('accepted', 'rejected', 'duplicate', 'held', 'waiting')),
  reason text,
  file_id uuid references files,
  job_id uuid references jobs,
  -- The place of the bytes in the bucket of drops; null once they are deleted.
  object_key text,
  -- Bytes that the item keeps in the bucket of drops. Null: as many as byte_size.
  object_bytes bigint check (object_bytes >= 0),
  message_id text
);
create index intake_items_by_account on intake_items (account_id, position desc);
create index intake_items_by_object on intake_items (object_key) where object_key is not null;
-- Sums the stored bytes of an account.
create index intake_items_stored on intake_items (account_id, object_key) include (object_bytes, byte_size) where object_key is not null;
-- The scheduled tasks look for these items every quarter of an hour.
create index intake_items_waiting on intake_items (origin) where outcome = 'waiting';
create index intake_items_with_bytes on intake_items (received_at) where object_key is not null;
create index intake_items_with_expiring_names on intake_items (received_at) where name_purged_at is null and file_id is null;
-- Deleting a file or a job finds its drops by these, without reading the drops of all accounts.
create index intake_items_by_file on intake_items (file_id) where file_id is not null;
create index intake_items_by_job on intake_items (job_id) where job_id is not null;
call protect_tenant_table('intake_items');
