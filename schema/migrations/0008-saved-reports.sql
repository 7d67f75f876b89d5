create table saved_reports (
  report_id uuid primary key,
  -- Newest first, in an order that no two share.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  name text not null,
  question text,
  sql text not null,
  cadence text not null default 'off' check (cadence in ('off', 'weekly', 'monthly')),
  next_due_at timestamptz,
  -- The claim of the run that has taken it: as with jobs, who writes names the epoch it was given.
  lease_epoch integer not null default 0,
  claimed_until timestamptz,
  -- Claims of the date that is due now. A report that kills its process must not be tried for ever.
  attempts integer not null default 0,
  last_ran_at timestamptz,
  last_status text check (last_status in ('ok', 'failed')),
  last_rows integer,
  last_truncated boolean,
  last_error text,
  created_at timestamptz not null default now(),
  check ((cadence = 'off') = (next_due_at is null)),
  check ((last_ran_at is null) = (last_status is null))
);
create index saved_reports_by_account on saved_reports (account_id, position desc);
create index saved_reports_due on saved_reports (next_due_at) where next_due_at is not null;
call protect_tenant_table('saved_reports');
