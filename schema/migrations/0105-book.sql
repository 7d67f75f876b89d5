-- compatible with the code before: yes
-- A book: the lines of the statements that one workspace has from one carrier.

-- The row of a book is the lock under which its periods are scored.
create table books (
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  -- Whether rates are estimated where none is contracted: decided when the first statement is scored.
  estimates boolean not null default false,
  primary key (workspace_id, carrier_id)
);
call protect_tenant_table('books');

-- It has no foreign keys: checking them for every line took a sixth of PostgreSQL's work for a statement. Lines are written only for a
-- book, whose locked row names the account, and for a file whose row the same transaction updates.
create table statement_lines (
  account_id uuid not null,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  file_id uuid not null,
  sheet smallint not null,
  row_number integer not null,
  member_ref_id uuid not null,
  -- The member id that the line's own external id makes, when an alias files the line under another member id. Else null.
  own_member_ref_id uuid,
  member_external_id text not null,
  -- A second id of the member that the statement shows.
  alternate_member_id text,
  -- After the sign rule: below zero is money taken back.
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
  -- The agent's share of the payment.
  split numeric(14, 6),
  effective_date date,
  term_date date,
  term_reason text,
  coverage_month period,
  paid_date date,
  paid_through date,
  months_paid numeric(12, 2),
  transaction_type text,
  -- What the statement says of the payment beside its type, such as "Override" or "Broker Level".
  description text,
  agent_id text,
  agent_name text,
  state text,
  carrier_status text,
  renewal_date date,
  primary key (file_id, sheet, row_number)
) with (
  -- A rescore leaves dead rows, and autovacuum with its default pauses does not keep up with many rescores.
  autovacuum_vacuum_cost_limit = 1000
);
-- Each month has its own range of the index. An index that begins with the member would be touched everywhere by every statement.
create index statement_lines_by_month on statement_lines (account_id, period, member_ref_id);
-- A policy is looked up without a month, so all its lines share one entry. Lines without a policy need none.
create index statement_lines_by_policy on statement_lines (account_id, policy_ref_id) where policy_ref_id is not null;
call protect_tenant_table('statement_lines');
-- No statement searches by these columns. Sampling them for the planner took half of the time to write a statement.
alter table statement_lines
  alter column own_member_ref_id set statistics 0, alter column member_external_id set statistics 0,
  alter column alternate_member_id set statistics 0, alter column policy_number set statistics 0,
  alter column member_name set statistics 0, alter column email set statistics 0,
  alter column plan_name set statistics 0, alter column plan_code set statistics 0,
  alter column product_type set statistics 0, alter column premium set statistics 0,
  alter column lives set statistics 0, alter column rate set statistics 0,
  alter column split set statistics 0, alter column effective_date set statistics 0,
  alter column term_date set statistics 0, alter column term_reason set statistics 0,
  alter column coverage_month set statistics 0, alter column paid_through set statistics 0,
  alter column months_paid set statistics 0, alter column transaction_type set statistics 0,
  alter column description set statistics 0, alter column agent_id set statistics 0,
  alter column agent_name set statistics 0, alter column state set statistics 0,
  alter column carrier_status set statistics 0, alter column renewal_date set statistics 0;

-- Money of a statement that belongs to no member: bonuses, fees, balances carried forward. A sum of it joins the active files, because
-- the rows of superseded files remain.
create table unassigned_lines (
  account_id uuid not null references accounts,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  file_id uuid not null references files,
  sheet smallint not null,
  row_number integer not null,
  -- After the sign rule: below zero is money taken back.
  amount numeric(14, 4) not null,
  kind text not null,
  -- The words of the row.
  description text not null,
  -- False: a balance carried forward that the statement's own total leaves out.
  is_counted boolean not null,
  agent_id text,
  agent_name text,
  coverage_month period,
  primary key (file_id, sheet, row_number)
);
create index unassigned_lines_by_month on unassigned_lines (account_id, period);
call protect_tenant_table('unassigned_lines');
