-- compatible with the code before: yes
-- What a file says, the deposit that the bank shows for a month, and who signed a closed month.
-- A file that was read before has nulls; its figures are then summed from its rows.
alter table files
  add column member_count integer,
  add column net_amount numeric(20, 4),
  add column printed_total numeric(20, 4);

alter table closed_months
  add column signed_by text,
  -- What was open when the month was closed, in sentences.
  add column left_open text[];

create table statement_deposits (
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  amount numeric(16, 4) not null,
  deposited_on date not null,
  note text,
  -- The name of the person at that time; null when a program wrote it.
  author text,
  entered_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, carrier_id, period)
);
create index statement_deposits_by_account on statement_deposits (account_id, period);
call protect_tenant_table('statement_deposits');

-- The history of a statement reads the entries of its files and of its carrier.
create index audit_entries_by_target on audit_entries (account_id, target);
