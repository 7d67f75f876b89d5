-- compatible with the code before: yes
-- The results of scoring a book: a row for each member and month, the changes between months, and the sums of a month.

-- A row also carries what scoring the next period needs, so scoring reads the neighbouring period only, and the last row of a member who
-- returns. It has no foreign keys, for the reason of statement_lines.
create table scored_rows (
  account_id uuid not null,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  member_ref_id uuid not null,
  -- carried: absent but paid ahead. It is no result and only leads to the next period.
  status text not null check (status in ('green', 'yellow', 'red', 'new', 'reappeared', 'carried')),
  -- False for a chargeback after the drop: the row is shown, but in no count.
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

  -- The member, as the largest record of the period shows it.
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
  rate numeric(14, 6),
  agent_id text,
  agent_name text,
  effective_date date,
  term_date date,
  state text,
  carrier_status text,
  -- The file of the largest record; for a member who is missing, the newest file of the period.
  file_id uuid not null,

  -- The history of the member's presence and pay (core/scoring/member-history.ts).
  first_seen_period period not null,
  last_present_period period not null,
  last_present_amount numeric(16, 4) not null,
  paid_through date,
  paid_months smallint not null default 1,
  paid_total numeric(16, 4) not null default 0,
  last_paid_period period,
  last_paid_amount numeric(16, 4) not null default 0,
  unpaid_since period,
  -- The missed months that the last payment caught up, and the part of it that caught up months or was paid twice.
  extra_months smallint not null default 0,
  extra_amount numeric(16, 4) not null default 0,
  -- The first of the missed months that no statement has caught up yet, and their number.
  missed_since period,
  missed_months smallint,
  -- The pay before an unexplained cut and its month; reported in each month until as much is paid again.
  full_pay numeric(16, 4),
  full_pay_period period,
  -- The coverages that the member was last paid for, with their amounts. Null for a member with one coverage.
  coverages_paid text[],

  -- Chargebacks: their sum, the sum since the last payment without endorsements, and the earlier ones, newest last.
  clawed_total numeric(16, 4) not null default 0,
  clawed_open numeric(16, 4) not null default 0,
  chargebacks_seen text[] not null default '{}',
  -- The effective date of the enrollment whose rapid disenrollment was reported already.
  rapid_told_for date,

  -- Medicare: the calendar year with its pay, and the year in which the carrier says that the member is not new to CMS.
  plan_year smallint,
  plan_year_paid numeric(16, 4) not null default 0,
  not_new_year smallint,

  -- A hash of the score. A rescore writes only rows whose hash changed.
  digest uuid,
  -- Each month has its own range of the key. Reports search by account alone, and use the key too.
  primary key (account_id, workspace_id, carrier_id, period, member_ref_id)
    -- A changed row gets a second entry beside its first. Free space in the leaf pages avoids splitting them.
    with (fillfactor = 75)
) with (autovacuum_vacuum_cost_limit = 1000);
-- A member's rows are found from the month it was first seen in, month by month of its book.
create index scored_rows_first_seen on scored_rows (account_id, member_ref_id) where period = first_seen_period;
-- A member who returns is compared with the row it dropped with, which is found without a look-up for each month between.
create index scored_rows_dropped on scored_rows (account_id, member_ref_id, period) where status = 'red';
call protect_tenant_table('scored_rows');
-- Reports can't search by these columns, nor does the service, except for the filter by signal, where the planner guesses.
alter table scored_rows
  alter column counted set statistics 0, alter column signals set statistics 0, alter column reason set statistics 0,
  alter column owed_estimated set statistics 0, alter column email set statistics 0, alter column policy_ref_id set statistics 0,
  alter column plan_code set statistics 0, alter column product_type set statistics 0, alter column premium_amount set statistics 0,
  alter column lives set statistics 0, alter column rate set statistics 0, alter column agent_id set statistics 0,
  alter column state set statistics 0, alter column carrier_status set statistics 0, alter column last_present_period set statistics 0,
  alter column last_present_amount set statistics 0, alter column paid_through set statistics 0, alter column paid_months set statistics 0,
  alter column paid_total set statistics 0, alter column last_paid_period set statistics 0, alter column last_paid_amount set statistics 0,
  alter column unpaid_since set statistics 0, alter column extra_months set statistics 0, alter column extra_amount set statistics 0,
  alter column missed_since set statistics 0, alter column missed_months set statistics 0, alter column full_pay set statistics 0,
  alter column full_pay_period set statistics 0, alter column coverages_paid set statistics 0, alter column clawed_total set statistics 0,
  alter column clawed_open set statistics 0, alter column chargebacks_seen set statistics 0, alter column rapid_told_for set statistics 0,
  alter column plan_year set statistics 0, alter column plan_year_paid set statistics 0, alter column not_new_year set statistics 0,
  alter column digest set statistics 0;

-- Fields of a member that changed from one period to the next. It has no foreign keys, for the reason of statement_lines.
create table deltas (
  account_id uuid not null,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  member_ref_id uuid not null,
  field text not null,
  prev_value text,
  curr_value text,
  change_type text not null check (change_type in ('added', 'removed', 'modified')),
  primary key (workspace_id, carrier_id, period, member_ref_id, field)
) with (autovacuum_vacuum_cost_limit = 1000);
create index deltas_by_account on deltas (account_id, period);
call protect_tenant_table('deltas');

-- The sums of a period with data. Reports read them, and the next period finds its baseline by them.
create table rollups (
  account_id uuid not null references accounts,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  baseline_period period,
  -- The configuration whose scoring options the period was scored with.
  config_id uuid not null references statement_configs,
  member_count integer not null,
  green integer not null,
  yellow integer not null,
  red integer not null,
  new integer not null,
  reappeared integer not null,
  -- Members who are paid ahead and on no statement of the period. The next period compares with them too.
  carried integer not null default 0,
  commission_dropped numeric(20, 4) not null,
  commission_reduced numeric(20, 4) not null,
  commission_owed numeric(30, 10) not null,
  -- The part of commission_owed that rests on an estimate. Null: all of it, if owed_estimated is true.
  commission_owed_estimated numeric(30, 10),
  owed_evaluated integer not null,
  owed_total integer not null,
  owed_estimated boolean not null,
  chargeback_count integer not null,
  chargeback_amount numeric(20, 4) not null,
  gross_amount numeric(20, 4) not null,
  line_count integer not null,
  -- Of a month in which many members left and came: the missing members, and those that seem to be present under another id.
  -- Null: the month was not examined.
  missing_members integer,
  returning_members integer,
  primary key (workspace_id, carrier_id, period)
);
create index rollups_by_account on rollups (account_id, period);
call protect_tenant_table('rollups');

-- What a carrier did to many members of a book in one period: a change of pay, or a block of members that left
-- (docs/adr/0035-carrier-events.md).
create table carrier_events (
  event_id uuid primary key,
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  kind text not null check (kind in ('pay_reduced', 'pay_increased', 'members_left')),
  scope_field text not null check (scope_field in ('carrier', 'plan_code', 'plan_name', 'product_type', 'agent', 'state')),
  scope_value text not null,
  -- Identifies the scope in any spelling.
  scope_key text not null,
  members integer not null,
  compared integer not null,
  -- The pay now divided by the pay before.
  ratio numeric(16, 6),
  amount numeric(20, 4) not null,
  rate_type text check (rate_type in ('flat_per_member', 'percent_of_premium')),
  rate_value numeric(16, 6),
  no_rate_reason text,
  detail text not null,
  -- The decision of the account. It is kept when the period is scored again and the same event is found.
  state text not null default 'open' check (state in ('open', 'accepted', 'disputed')),
  -- The rate that accepting the event created, or the dispute that disputing it opened.
  rate_id uuid,
  dispute_id uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((rate_type is null) = (rate_value is null)),
  unique (workspace_id, carrier_id, period, kind, scope_field, scope_key)
);
create index carrier_events_by_account on carrier_events (account_id, period);
call protect_tenant_table('carrier_events');
