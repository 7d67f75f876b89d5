-- compatible with the code before: yes
-- Requests that created something under an Idempotency-Key, with their replies, so that a repeat creates nothing (app/idempotency-ports.ts).
create table idempotency_keys (
  -- Null: the operator.
  account_id uuid references accounts,
  key text not null,
  -- SHA-256 of the operation and of everything the request said.
  fingerprint text not null,
  -- Names the process that runs the request. Another may take over what a dead one left.
  claim_id uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  -- Null until the request has succeeded. Sealed, because some replies hold secrets that are shown once.
  reply_sealed text,
  created_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (account_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
call protect_tenant_table('idempotency_keys');
