-- compatible with the code before: yes
-- Money of a statement that belongs to no member: bonuses, fees, balances carried forward. Code before this version neither writes nor
-- deletes these rows, so whoever sums them joins the active files.
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
  -- What the row says of the money.
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
