-- Who may drop statements by SFTP. The row of one that was deleted stays, because its name is a folder: another account that could
-- take the name would find what lies there.
create table sftp_users (
  user_id uuid primary key,
  -- Order of the list, which no two share.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  -- Null: the account's only one.
  workspace_id uuid references workspaces,
  username text not null unique check (username ~ '^[a-z0-9][a-z0-9_-]{2,31}$'),
  -- One line of OpenSSH, without its comment.
  public_key text not null,
  -- Null: every carrier the account sees.
  carrier_ids uuid[],
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  -- Until then one sweep has the folder to itself, so that its files are taken in the order in which they came.
  swept_until timestamptz
);
create index sftp_users_by_account on sftp_users (account_id, position desc);
call protect_tenant_table('sftp_users');

-- Addresses to which a carrier's statements can be mailed. A revoked one is kept, so that it is never given to somebody else.
create table email_addresses (
  address_id uuid primary key,
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  carrier_id uuid not null references carriers on delete cascade,
  workspace_id uuid references workspaces,
  -- At least 128 random bits: whoever knows it was told.
  local_part text not null unique check (local_part ~ '^[a-z2-7]{26,}$'),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index email_addresses_by_account on email_addresses (account_id, position desc);
call protect_tenant_table('email_addresses');

-- Everything that was dropped by SFTP or email, and what became of it.
create table intake_items (
  item_id uuid primary key,
  -- Cursor of the list: a place that no deletion moves.
  position bigint generated always as identity unique,
  -- Null: sent to an address that is nobody's; counted and never shown.
  account_id uuid references accounts,
  source text not null check (source in ('sftp', 'email')),
  -- What makes the drop this very one (core/intake/drop-id.ts), however often it is looked at.
  drop_id text not null unique,
  received_at timestamptz not null default now(),
  -- The SFTP user, or the sender's address.
  origin text not null,
  name text not null,
  byte_size bigint not null,
  -- Null: too large to be read, or not there.
  checksum_sha256 text,
  carrier_id uuid references carriers on delete set null,
  period period,
  outcome text not null check (outcome in ('accepted', 'rejected', 'duplicate', 'held', 'waiting')),
  reason text,
  file_id uuid references files,
  job_id uuid references jobs,
  -- Where the bytes lie in the bucket of drops; null once they are gone.
  object_key text,
  message_id text
);
create index intake_items_by_account on intake_items (account_id, position desc);
create index intake_items_with_bytes on intake_items (received_at) where object_key is not null;
create index intake_items_by_object on intake_items (object_key) where object_key is not null;
call protect_tenant_table('intake_items');

-- The same bytes dropped again are found by their sum.
create index files_by_checksum on files (account_id, carrier_id, checksum_sha256);
