-- compatible with the code before: yes
-- Several ids of one member (docs/adr/0033-ids-of-a-member.md), and the list of policies that an agency keeps.

-- An external id that belongs to a member with another id.
create table member_aliases (
  account_id uuid not null references accounts,
  workspace_id uuid not null,
  carrier_id uuid not null,
  -- The member id that the external id makes by itself.
  alias_ref_id uuid not null,
  member_ref_id uuid not null,
  external_id text not null,
  source text not null check (source in ('alternate_id', 'relayout', 'manual')),
  -- The month that brought the alias; null when it was linked by hand.
  period text,
  created_at timestamptz not null default clock_timestamp(),
  -- Set when the link was undone. The row remains, so that no later statement links the same id again by itself.
  removed_at timestamptz,
  primary key (account_id, workspace_id, carrier_id, alias_ref_id),
  check (alias_ref_id <> member_ref_id)
);
create index member_aliases_by_member on member_aliases (account_id, member_ref_id);
call protect_tenant_table('member_aliases');

-- Finds members by a second id that their lines show. A row alone proves nothing: a stored line must confirm it.
-- It has no foreign keys, for the reason of statement_lines.
create table member_second_ids (
  account_id uuid not null,
  workspace_id uuid not null,
  carrier_id uuid not null,
  -- Normalised by the carrier's rule of member ids.
  second_key text not null,
  member_ref_id uuid not null,
  primary key (account_id, workspace_id, carrier_id, second_key, member_ref_id)
);
call protect_tenant_table('member_second_ids');

-- An agency's own list of policies, which each month's scores are compared with. Its texts name people (docs/retention.md).
create table listed_policies (
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  -- A carrier without statements can be deleted, together with its list.
  carrier_id uuid not null references carriers on delete cascade,
  -- SHA-256 of the normalised id, plan and first day, which are unique in a list (core/policies/policy-columns.ts).
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
  -- The time when the row was added or last changed.
  listed_at timestamptz not null default now(),
  primary key (account_id, workspace_id, carrier_id, policy_key)
);
call protect_tenant_table('listed_policies');
