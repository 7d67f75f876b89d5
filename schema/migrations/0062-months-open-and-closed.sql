-- compatible with the code before: yes
-- Months whose statement comes in several files, and months that were closed (docs/adr/0036-open-and-closed-months.md).

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

-- One row for each month of a book for which it is known how many files it has. A month without a row is complete with its first file.
create table book_months (
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  files_received integer not null,
  files_expected integer not null,
  known text not null check (known in ('set', 'learned')),
  -- Files are still to come: who is missing is missing provisionally.
  is_open boolean not null,
  -- Appended to the reason of whoever is missing; null unless the month is open.
  note text,
  -- The job whose file was the last that the month needed: the only one that tells that absences are final.
  completed_job_id uuid,
  primary key (workspace_id, carrier_id, period)
);
create index book_months_by_account on book_months (account_id, period);
call protect_tenant_table('book_months');

-- What a month's figures were when it was closed.
create table closed_months (
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  closed_at timestamptz not null default clock_timestamp(),
  closed_by text not null,
  member_count integer not null,
  red integer not null,
  gross_amount numeric(20, 4) not null,
  chargeback_amount numeric(20, 4) not null,
  commission_owed numeric(30, 10) not null,
  primary key (workspace_id, carrier_id, period)
);
create index closed_months_by_account on closed_months (account_id, period);
call protect_tenant_table('closed_months');

-- What changed in the figures of a closed month afterwards, one row for each job, or change of rates, that changed them.
create table month_adjustments (
  adjustment_id uuid primary key,
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  -- Null: a change of rates that was scored at once.
  job_id uuid,
  recorded_at timestamptz not null default clock_timestamp(),
  member_count integer not null,
  red integer not null,
  gross_amount numeric(20, 4) not null,
  chargeback_amount numeric(20, 4) not null,
  commission_owed numeric(30, 10) not null
);
create index month_adjustments_by_month on month_adjustments (workspace_id, carrier_id, period, position);
create index month_adjustments_by_account on month_adjustments (account_id);
call protect_tenant_table('month_adjustments');
