-- compatible with the code before: yes
-- Months of a book: how many files they have, and what changed after they were closed (docs/adr/0036-open-and-closed-months.md).

-- A month of a book for which the number of files is known. A month without a row is complete with its first file.
create table book_months (
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  files_received integer not null,
  files_expected integer not null,
  known text not null check (known in ('set', 'learned')),
  -- True while files are still to come: absences are provisional.
  is_open boolean not null,
  -- Appended to the reason of a missing member; null unless the month is open.
  note text,
  -- The job whose file completed the month. Only this job reports absences as final.
  completed_job_id uuid,
  primary key (workspace_id, carrier_id, period)
);
create index book_months_by_account on book_months (account_id, period);
call protect_tenant_table('book_months');

-- The figures of a month when it was closed.
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

-- The changes of a closed month's figures, one row for each job or change of rates that changed them.
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
  commission_owed numeric(30, 10) not null,
  -- Null: not known.
  commission_at_risk numeric(20, 4)
);
create index month_adjustments_by_month on month_adjustments (workspace_id, carrier_id, period, position);
create index month_adjustments_by_account on month_adjustments (account_id);
call protect_tenant_table('month_adjustments');
