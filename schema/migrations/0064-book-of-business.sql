-- compatible with the code before: yes
-- An agency's own list of policies (PUT /v1/policies), which each month's scores are compared with. Texts name people: docs/retention.md.
create table listed_policies (
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  -- A carrier without statements can be deleted, and the list of it goes too.
  carrier_id uuid not null references carriers on delete cascade,
  -- SHA-256 of the normalised id, plan and first day, which no two policies of a list share (core/policies/listed-policy.ts).
  policy_key bytea not null,
  policy_id text not null,
  policy_number text,
  member_name text,
  plan_name text,
  effective_date date,
  term_date date,
  premium numeric(14, 4),
  lives numeric(12, 2),
  rate numeric(14, 6),
  agent text,
  status text not null check (status in ('active', 'pending', 'ended')),
  -- When the row was added or last changed.
  listed_at timestamptz not null default now(),
  primary key (account_id, workspace_id, carrier_id, policy_key)
);
call protect_tenant_table('listed_policies');
