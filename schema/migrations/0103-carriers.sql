-- compatible with the code before: yes
-- Carriers, their statement formats, the rates that they contracted, and how many files a month of theirs has.

create table carrier_groups (
  group_id uuid primary key,
  name text not null,
  slug text not null unique
);
grant select on carrier_groups to cas_service;
grant select, insert, update, delete on carrier_groups to cas_system;

create table carriers (
  carrier_id uuid primary key,
  -- Null: a carrier of the shared catalogue, which every account sees.
  account_id uuid references accounts,
  group_id uuid references carrier_groups,
  name text not null,
  slug text not null,
  product_line text check (product_line in ('medicare', 'major_medical', 'med_supp', 'ancillary', 'group')),
  created_at timestamptz not null default now(),
  unique nulls not distinct (account_id, slug)
);
-- Every account sees the shared carriers and changes none. Each command has its own policy: with one policy for all commands an account
-- could delete a shared carrier, or take it over by giving it an account.
alter table carriers enable row level security;
create policy system on carriers to cas_system using (true) with check (true);
create policy tenant_reads on carriers for select to cas_service
  using (account_id = (select current_account()) or account_id is null);
create policy tenant_adds on carriers for insert to cas_service with check (account_id = (select current_account()));
-- It covers shared carriers too, because a row can be locked only where it can be updated. The check refuses the update itself.
create policy tenant_changes on carriers for update to cas_service
  using (account_id = (select current_account()) or account_id is null)
  with check (account_id = (select current_account()));
create policy tenant_removes on carriers for delete to cas_service using (account_id = (select current_account()));
grant select, insert, update, delete on carriers to cas_system;
grant select, insert, delete, update (name, slug, product_line, group_id) on carriers to cas_service;

create table statement_configs (
  config_id uuid primary key,
  carrier_id uuid not null references carriers on delete cascade,
  -- Null: the shared configuration of a shared carrier. An account's own versions override it.
  account_id uuid references accounts,
  version integer not null check (version > 0),
  config jsonb not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (carrier_id, account_id, version)
);
create index statement_configs_by_account on statement_configs (account_id);
-- An account can't change a version, because jobs state which version they used.
alter table statement_configs enable row level security;
create policy system on statement_configs to cas_system using (true) with check (true);
create policy tenant_reads on statement_configs for select to cas_service
  using (account_id = (select current_account()) or account_id is null);
create policy tenant_adds on statement_configs for insert to cas_service with check (account_id = (select current_account()));
create policy tenant_removes on statement_configs for delete to cas_service using (account_id = (select current_account()));
grant select, insert, update, delete on statement_configs to cas_system;
grant select, insert, delete on statement_configs to cas_service;

-- The version of the shared catalogue that was loaded last. An older program keeps a newer catalogue.
create table shared_catalogue (
  only_row boolean primary key default true check (only_row),
  version integer not null check (version > 0),
  loaded_at timestamptz not null default now()
);
grant select, insert, update on shared_catalogue to cas_system;

-- --------------------------------------------------------------------------------------------------------------- rates

create table expected_rates (
  rate_id uuid primary key,
  account_id uuid not null references accounts,
  carrier_id uuid not null references carriers,
  -- Set on estimates, which belong to a book. A contracted rate applies to all workspaces of the account.
  workspace_id uuid references workspaces,
  source text not null check (source in ('contracted', 'estimated')),
  product_type text,
  -- Estimates of a plan name or a product type have an empty plan code, which no statement has.
  plan_code text,
  plan_name text,
  rate_type text not null check (rate_type in ('flat_per_member', 'percent_of_premium')),
  rate_value numeric(16, 6) not null,
  -- The most lives of a household that the rate pays for.
  max_lives integer,
  tier text check (tier in ('initial', 'renewal')),
  state text,
  effective_from date,
  effective_to date,
  -- A rate with bounds has its first day here and a day far ahead in effective_from (docs/adr/0039-bounds-of-contracted-rates.md).
  bounded_from date,
  from_policy_month integer check (from_policy_month >= 1),
  to_policy_month integer,
  from_lives integer check (from_lives >= 1),
  to_lives integer,
  -- Of an estimate: the month and the number of members that it was made from.
  basis_period period,
  sample_size integer,
  created_at timestamptz not null default now(),
  check ((source = 'estimated') = (workspace_id is not null)),
  check (to_policy_month >= from_policy_month and to_policy_month >= 1),
  check (to_lives >= from_lives and to_lives >= 1),
  constraint expected_rates_once unique nulls not distinct (account_id, carrier_id, workspace_id, product_type, plan_code, plan_name, tier,
    state, effective_from, bounded_from, from_policy_month, to_policy_month, from_lives, to_lives)
);
call protect_tenant_table('expected_rates');

-- ------------------------------------------------------------------------------------------------------ files of a month

-- How many files a month of a carrier has, as the account set it.
create table expected_files (
  account_id uuid not null references accounts,
  carrier_id uuid not null references carriers,
  files integer not null check (files between 1 and 100),
  set_at timestamptz not null default clock_timestamp(),
  primary key (account_id, carrier_id)
);
create index expected_files_by_carrier on expected_files (carrier_id);
call protect_tenant_table('expected_files');
