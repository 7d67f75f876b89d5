-- compatible with the code before: yes
-- Statements of pay that were mailed to agents, and pairs of names that people said are two agents.

create table pay_mails (
  account_id uuid not null,
  run_id uuid not null,
  agent_id uuid not null,
  sent_to text not null,
  sent_by text not null,
  -- While a process sends the mail nobody else does.
  claimed_at timestamptz not null default clock_timestamp(),
  -- Null until the mail server has taken it.
  sent_at timestamptz,
  primary key (run_id, agent_id),
  foreign key (run_id, agent_id) references pay_settlements (run_id, agent_id),
  foreign key (account_id, run_id) references pay_runs (account_id, run_id)
);
create index on pay_mails (account_id, run_id);
call protect_tenant_table('pay_mails');

-- Names of statements that people said are two agents, in lower case and in the order of their texts.
create table agent_pairs_apart (
  account_id uuid not null references accounts,
  one text not null,
  other text not null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (account_id, one, other)
);
call protect_tenant_table('agent_pairs_apart');
