-- Two roles without login; the pools of the service switch to one of them (adapters/postgres/database.ts).
-- cas_service: everything done for one account. Row-level security shows it the rows of app.account_id only.
-- cas_system: tokens, claims, relays, scheduled tasks: work that belongs to no account or to all.
do $$ begin create role cas_service nologin; exception when duplicate_object then null; end $$;
do $$ begin create role cas_system nologin; exception when duplicate_object then null; end $$;
grant cas_service, cas_system to current_user;

create function current_account() returns uuid language sql stable as
  $$ select nullif(current_setting('app.account_id', true), '')::uuid $$;

-- Every tenant table gets the same two policies, so that none can be forgotten in a variant of its own.
-- The sub-select makes PostgreSQL ask for the setting once a query, not once a row.
create procedure protect_tenant_table(tenant_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('create policy tenant on %s to cas_service using (account_id = (select current_account())) with check (account_id = (select current_account()))', tenant_table);
  execute format('create policy system on %s to cas_system using (true) with check (true)', tenant_table);
  execute format('grant select, insert, update, delete on %s to cas_service, cas_system', tenant_table);
end $$;

create domain period as text check (value ~ '^\d{4}-(0[1-9]|1[0-2])$');

-- ---------------------------------------------------------------------------------------------- accounts and access

create table accounts (
  account_id uuid primary key,
  name text not null,
  tier text not null check (tier in ('standard', 'enterprise')),
  status text not null check (status in ('active', 'pending', 'suspended')),
  email text,
  rate_limit_per_minute integer check (rate_limit_per_minute > 0),
  -- Signs per-upload callbacks. Kept readable because it has to sign; shown once.
  callback_secret text,
  created_at timestamptz not null default now()
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
-- No tenant policy: nothing that runs for an account has a reason to read tokens.
alter table api_tokens enable row level security;
create policy system on api_tokens to cas_system using (true) with check (true);
grant select, insert, update, delete on api_tokens to cas_system;

-- Requests of a token in its current window. Unlogged: losing the counts in a crash costs nobody anything,
-- and a write-ahead record for every request would.
create unlogged table token_windows (
  token_id uuid primary key,
  window_started_at timestamptz not null,
  requests integer not null
) with (fillfactor = 50);
grant select, insert, update, delete on token_windows to cas_system;

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

create table audit_entries (
  audit_id uuid primary key,
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  actor text not null,
  action text not null,
  target text,
  meta jsonb not null default '{}',
  ip text,
  created_at timestamptz not null default now()
);
create index on audit_entries (account_id, position desc);
call protect_tenant_table('audit_entries');
-- What was done can't be undone in the books about it.
revoke update, delete on audit_entries from cas_service, cas_system;

-- ------------------------------------------------------------------------------------------ carriers and their formats

create table carrier_groups (
  group_id uuid primary key,
  name text not null,
  slug text not null unique
);
grant select on carrier_groups to cas_service;
grant select, insert, update, delete on carrier_groups to cas_system;

create table carriers (
  carrier_id uuid primary key,
  -- Null: a carrier of the catalogue that every account sees.
  account_id uuid references accounts,
  group_id uuid references carrier_groups,
  name text not null,
  slug text not null,
  product_line text check (product_line in ('medicare', 'major_medical', 'med_supp', 'ancillary', 'group')),
  created_at timestamptz not null default now(),
  unique nulls not distinct (account_id, slug)
);
alter table carriers enable row level security;
create policy tenant on carriers to cas_service
  using (account_id = (select current_account()) or account_id is null)
  with check (account_id = (select current_account()));
create policy system on carriers to cas_system using (true) with check (true);
grant select, insert, update, delete on carriers to cas_service, cas_system;

create table statement_configs (
  config_id uuid primary key,
  carrier_id uuid not null references carriers on delete cascade,
  -- Null: the shared configuration of a catalogue carrier. An account's own versions override it.
  account_id uuid references accounts,
  version integer not null check (version > 0),
  config jsonb not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (carrier_id, account_id, version)
);
alter table statement_configs enable row level security;
create policy tenant on statement_configs to cas_service
  using (account_id = (select current_account()) or account_id is null)
  with check (account_id = (select current_account()));
create policy system on statement_configs to cas_system using (true) with check (true);
grant select, insert, update, delete on statement_configs to cas_service, cas_system;

-- ------------------------------------------------------------------------------------------------------ files and jobs

-- A book is everything one workspace has from one carrier. Its row is the lock under which periods are rebuilt.
create table books (
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  -- Whether rates are estimated where none is contracted: decided when the first statement is scored.
  estimates boolean not null default false,
  primary key (workspace_id, carrier_id)
);
call protect_tenant_table('books');

create table files (
  file_id uuid primary key,
  -- Cursor of the list: a place that no deletion moves.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  original_filename text not null,
  byte_size integer not null,
  checksum_sha256 text not null,
  source text not null check (source in ('api', 'sftp', 'email')),
  status text not null check (status in ('pending', 'active', 'failed', 'canceled', 'replaced', 'retracted')),
  object_key text not null,
  rows_ingested integer,
  stated_total numeric(16, 4),
  uploaded_at timestamptz not null default now(),
  superseded_at timestamptz,
  raw_purged_at timestamptz
);
create index files_by_book on files (workspace_id, carrier_id, period);
create index files_by_account on files (account_id, position desc);
call protect_tenant_table('files');

create table jobs (
  job_id uuid primary key,
  -- Order of acceptance: decides which of several files and retractions of a period counts, whatever order they run in.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  file_id uuid not null references files,
  mode text not null check (mode in ('ingest', 'append', 'replace', 'retract', 'rescore')),
  status text not null check (status in ('queued', 'processing', 'completed', 'failed', 'canceled')),
  attempts integer not null default 0,
  -- Grows by one with every claim and never goes back: a worker that lost its claim can't write.
  lease_epoch integer not null default 0,
  config_id uuid references statement_configs,
  config_version integer,
  stats jsonb,
  warnings jsonb not null default '[]',
  error text,
  error_code text,
  progress_stage text not null default 'queued',
  progress_percent integer not null default 0,
  exception_headers text[],
  exception_row_count integer not null default 0,
  webhook_url text,
  idempotency_key text,
  request_fingerprint text,
  request_id text,
  created_at timestamptz not null default now(),
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz
);
-- Has the last word on concurrent repeats: of many requests with one key exactly one inserts a job.
create unique index one_job_per_key on jobs (account_id, idempotency_key) where idempotency_key is not null;
create index jobs_by_account on jobs (account_id, position desc);
create index jobs_by_book on jobs (workspace_id, carrier_id, period, position);
create index jobs_by_file on jobs (file_id);
create index jobs_open on jobs (status, queued_at) where status in ('queued', 'processing');
call protect_tenant_table('jobs');

-- The states of section 3.1 of the specification; any other change is a fault of the program and must not be stored.
create function guard_job_transition() returns trigger language plpgsql as $$
begin
  if new.status = old.status and new.lease_epoch = old.lease_epoch then return new; end if;
  if (old.status, new.status) = ('queued', 'processing') and new.lease_epoch = old.lease_epoch + 1 then return new; end if;
  if new.lease_epoch = old.lease_epoch and (old.status, new.status) in (
    ('processing', 'completed'), ('processing', 'failed'), ('processing', 'queued'),
    ('queued', 'failed'), ('queued', 'canceled'), ('failed', 'queued')) then return new; end if;
  raise exception 'job % can not go from % (epoch %) to % (epoch %)', old.job_id, old.status, old.lease_epoch, new.status, new.lease_epoch;
end $$;
create trigger guard_job_transition before update on jobs for each row execute function guard_job_transition();

create table job_exceptions (
  account_id uuid not null references accounts,
  job_id uuid not null references jobs,
  sheet smallint not null,
  row_number integer not null,
  errors text[] not null,
  cells jsonb not null,
  primary key (job_id, sheet, row_number)
);
call protect_tenant_table('job_exceptions');

-- Messages and events are written with the change they tell of; a relay sends them afterwards.
create table outbox (
  position bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  topic text not null check (topic in ('statement', 'job.completed', 'job.failed')),
  body jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_unsent on outbox (topic, position) where sent_at is null;
call protect_tenant_table('outbox');

-- What reached a dead-letter queue, for the operator.
create table dead_letters (
  dead_letter_id uuid primary key,
  queue text not null,
  message_id text not null unique,
  body text not null,
  receive_count integer not null,
  recorded_at timestamptz not null default now()
);
grant select, insert, delete on dead_letters to cas_system;

create table task_runs (
  task_run_id uuid primary key,
  position bigint generated always as identity unique,
  task text not null,
  ran_at timestamptz not null default now(),
  duration_ms integer not null,
  counts jsonb not null
);
grant select, insert on task_runs to cas_system;

-- ---------------------------------------------------------------------------------------------------- lines and scores

create table statement_lines (
  account_id uuid not null references accounts,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  file_id uuid not null references files,
  sheet smallint not null,
  row_number integer not null,
  member_ref_id uuid not null,
  member_external_id text not null,
  amount numeric(14, 4) not null,
  policy_ref_id uuid,
  policy_number text,
  member_name text,
  email text,
  plan_name text,
  plan_code text,
  product_type text,
  premium numeric(14, 4),
  lives numeric(12, 2),
  rate numeric(14, 6),
  effective_date date,
  term_date date,
  term_reason text,
  coverage_month period,
  paid_date date,
  paid_through date,
  months_paid numeric(12, 2),
  transaction_type text,
  agent_id text,
  agent_name text,
  state text,
  carrier_status text,
  renewal_date date,
  primary key (file_id, sheet, row_number)
);
call protect_tenant_table('statement_lines');

-- One row per member, carrier and period; it also carries what scoring the next period needs, so that no period has to
-- read more than its neighbour (and, for a member who comes back, that member's latest row).
create table scored_rows (
  account_id uuid not null references accounts,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  member_ref_id uuid not null,
  -- carried: absent but paid ahead; not a result, only the way to the next period.
  status text not null check (status in ('green', 'yellow', 'red', 'new', 'reappeared', 'carried')),
  -- False for a chargeback after the drop: shown, but in no count.
  counted boolean not null,
  flags text[] not null,
  signals jsonb not null default '[]',
  reason text,
  commission_amount numeric(16, 4) not null,
  prev_commission_amount numeric(16, 4) not null,
  compared_against_period period,
  expected_amount numeric(26, 10),
  commission_owed numeric(26, 10),
  owed_estimated boolean not null,
  chargeback_amount numeric(16, 4) not null,
  member_external_id text not null,
  member_name text,
  email text,
  policy_ref_id uuid,
  policy_number text,
  plan_name text,
  plan_code text,
  product_type text,
  premium_amount numeric(16, 4),
  lives numeric(12, 2),
  agent_id text,
  agent_name text,
  effective_date date,
  term_date date,
  state text,
  carrier_status text,
  first_seen_period period not null,
  last_present_period period not null,
  last_present_amount numeric(16, 4) not null,
  paid_through date,
  -- The file that holds the member's largest record; for a member who is missing, the newest file of the period.
  file_id uuid not null,
  primary key (workspace_id, carrier_id, period, member_ref_id)
);
-- Latest row of a member before a period, and the members list.
create index scored_rows_by_member on scored_rows (account_id, member_ref_id, period);
call protect_tenant_table('scored_rows');

create table deltas (
  account_id uuid not null references accounts,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  member_ref_id uuid not null,
  field text not null,
  prev_value text,
  curr_value text,
  change_type text not null check (change_type in ('added', 'removed', 'modified')),
  primary key (workspace_id, carrier_id, period, member_ref_id, field)
);
call protect_tenant_table('deltas');

-- One row per period with data: what reports read, and how the next period finds its baseline.
create table rollups (
  account_id uuid not null references accounts,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  baseline_period period,
  -- The configuration whose scoring options this period was scored with.
  config_id uuid not null references statement_configs,
  member_count integer not null,
  green integer not null,
  yellow integer not null,
  red integer not null,
  new integer not null,
  reappeared integer not null,
  commission_dropped numeric(20, 4) not null,
  commission_reduced numeric(20, 4) not null,
  commission_owed numeric(30, 10) not null,
  owed_evaluated integer not null,
  owed_total integer not null,
  owed_estimated boolean not null,
  chargeback_count integer not null,
  chargeback_amount numeric(20, 4) not null,
  gross_amount numeric(20, 4) not null,
  line_count integer not null,
  primary key (workspace_id, carrier_id, period)
);
create index rollups_by_account on rollups (account_id, period);
call protect_tenant_table('rollups');

create table expected_rates (
  rate_id uuid primary key,
  account_id uuid not null references accounts,
  carrier_id uuid not null references carriers,
  -- Set on estimates, which belong to a book; a contracted rate holds for the account's every workspace.
  workspace_id uuid references workspaces,
  source text not null check (source in ('contracted', 'estimated')),
  plan_code text,
  rate_type text not null check (rate_type in ('flat_per_member', 'percent_of_premium')),
  rate_value numeric(16, 6) not null,
  tier text check (tier in ('initial', 'renewal')),
  state text,
  effective_from date,
  effective_to date,
  basis_period period,
  sample_size integer,
  created_at timestamptz not null default now(),
  check ((source = 'estimated') = (workspace_id is not null)),
  unique nulls not distinct (account_id, carrier_id, workspace_id, plan_code, tier, state, effective_from)
);
call protect_tenant_table('expected_rates');
