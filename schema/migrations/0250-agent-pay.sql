-- compatible with the code before: yes
-- What agents are paid: the agreed rules by revision, pay runs, and what approved runs gave of each line (docs/reference/agent-pay.md).

create table pay_setups (
  account_id uuid not null references accounts,
  revision integer not null,
  setup jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (account_id, revision)
);
call protect_tenant_table('pay_setups');

create table pay_runs (
  run_id uuid primary key,
  position bigint generated always as identity,
  account_id uuid not null references accounts,
  pay_date date not null,
  -- The months received that the run names.
  months period[] not null,
  -- From this month covered on, today's rules also count for lines that were paid.
  reapply_from period,
  state text not null default 'draft' check (state in ('draft', 'reviewed', 'approved', 'paid')),
  note text,
  revision integer,
  -- What the reviewer saw. A run that has changed since is reviewed again.
  digest text,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  reviewed_by text,
  reviewed_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  paid_on date,
  method text,
  reference text,
  received numeric(14, 4),
  people numeric(14, 4),
  house numeric(14, 4),
  held numeric(14, 4),
  paid numeric(14, 4),
  unique (account_id, run_id)
);
create index on pay_runs (account_id, position);
create unique index one_open_run on pay_runs (account_id) where state in ('draft', 'reviewed');
call protect_tenant_table('pay_runs');

create table pay_adjustments (
  adjustment_id uuid primary key,
  account_id uuid not null,
  run_id uuid not null,
  agent_id uuid not null,
  kind text not null check (kind in ('fee', 'bonus', 'draw', 'correction', 'advance', 'release')),
  amount numeric(14, 4) not null,
  reason text not null,
  made_by text not null,
  made_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, run_id) references pay_runs (account_id, run_id) on delete cascade,
  foreign key (account_id, agent_id) references agents (account_id, agent_id)
);
create index on pay_adjustments (account_id, run_id);
create index on pay_adjustments (account_id, agent_id);
call protect_tenant_table('pay_adjustments');

-- What an approved run gave of a line. Rows are never changed.
create table pay_entries (
  account_id uuid not null,
  run_id uuid not null,
  number bigint not null,
  line_key text not null,
  party text not null check (party in ('agent', 'house', 'held')),
  agent_id uuid,
  amount numeric(14, 4) not null,
  why text not null,
  line jsonb not null,
  primary key (run_id, number),
  foreign key (account_id, run_id) references pay_runs (account_id, run_id),
  foreign key (account_id, agent_id) references agents (account_id, agent_id),
  constraint pay_entries_check check ((party = 'agent') = (agent_id is not null))
);
create index on pay_entries (account_id, line_key);
create index on pay_entries (account_id, agent_id, run_id);
call protect_tenant_table('pay_entries');

create table pay_settlements (
  account_id uuid not null,
  run_id uuid not null,
  agent_id uuid not null,
  agent_name text not null,
  earned numeric(14, 4) not null,
  taken_back numeric(14, 4) not null,
  adjustments numeric(14, 4) not null,
  advance numeric(14, 4) not null,
  held_back numeric(14, 4) not null,
  released numeric(14, 4) not null,
  recovered numeric(14, 4) not null,
  paid numeric(14, 4) not null,
  waiting_before numeric(14, 4) not null,
  holdback_before numeric(14, 4) not null,
  debt_before numeric(14, 4) not null,
  waiting numeric(14, 4) not null,
  holdback numeric(14, 4) not null,
  debt numeric(14, 4) not null,
  primary key (run_id, agent_id),
  foreign key (account_id, run_id) references pay_runs (account_id, run_id),
  foreign key (account_id, agent_id) references agents (account_id, agent_id)
);
create index on pay_settlements (account_id, agent_id);
call protect_tenant_table('pay_settlements');
