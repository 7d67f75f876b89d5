-- compatible with the code before: yes
-- What a carrier did to many members of a book in one period: a change of pay, or a block that left (docs/adr/0035-carrier-events.md).
create table carrier_events (
  event_id uuid primary key,
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  kind text not null check (kind in ('pay_reduced', 'pay_increased', 'members_left')),
  scope_field text not null check (scope_field in ('carrier', 'plan_code', 'plan_name', 'product_type', 'agent', 'state')),
  scope_value text not null,
  -- Tells scopes apart whatever their spelling.
  scope_key text not null,
  members integer not null,
  compared integer not null,
  -- Pay now by pay before.
  ratio numeric(16, 6),
  amount numeric(20, 4) not null,
  rate_type text check (rate_type in ('flat_per_member', 'percent_of_premium')),
  rate_value numeric(16, 6),
  no_rate_reason text,
  detail text not null,
  -- Decided by somebody of the account; kept when the period is scored again and the same event is found.
  state text not null default 'open' check (state in ('open', 'accepted', 'disputed')),
  rate_id uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((rate_type is null) = (rate_value is null)),
  unique (workspace_id, carrier_id, period, kind, scope_field, scope_key)
);
create index carrier_events_by_account on carrier_events (account_id, period);
call protect_tenant_table('carrier_events');
