-- compatible with the code before: yes
-- Webhooks, deliveries and their attempts.

create table webhooks (
  webhook_id uuid primary key,
  -- The order of the list.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  url text not null,
  events text[] not null,
  enabled boolean not null default true,
  -- Encrypted (adapters/secret-box): a hash can't sign deliveries.
  secret_sealed text not null,
  -- Signs beside the new secret until this time, so that a receiver can change over without missing a delivery.
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  -- Failed attempts since the last success, and the time of the first of them. Ten open the circuit.
  failures_in_row integer not null default 0,
  failing_since timestamptz,
  -- While the circuit is open nothing is sent before this time.
  probe_at timestamptz,
  -- The time when it was disabled, and the reason if the service disabled it.
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(),
  check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  check (enabled = (disabled_at is null)),
  check (disabled_reason is null or not enabled)
);
create index webhooks_by_account on webhooks (account_id, position desc);
call protect_tenant_table('webhooks');

-- One event for one receiver. Its id is the `webhook-id` of every attempt, and every attempt sends the same body.
create table webhook_deliveries (
  delivery_id uuid primary key,
  -- Cursor of the log: a place that no deletion moves.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  -- Null: the callback of a single upload, signed with the account's callback secret.
  webhook_id uuid references webhooks on delete set null,
  -- The address of a callback. A webhook's deliveries go to the address that the webhook has when they are sent.
  callback_url text,
  event text not null,
  -- Null: a test.
  job_id uuid references jobs,
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'discarded')),
  -- Attempts of the current budget of six. A manual redelivery starts a new budget.
  attempts integer not null default 0,
  redelivered boolean not null default false,
  -- Null when no further attempt follows.
  next_attempt_at timestamptz,
  -- The time when a message for the next attempt was sent. Null: the relay has to send one.
  queued_at timestamptz,
  -- A sender holds the delivery until this time at most.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_by_account on webhook_deliveries (account_id, position desc);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, position desc);
-- Finds a few failed deliveries among hundreds of thousands.
create index webhook_deliveries_by_status on webhook_deliveries (account_id, status, position desc);
create index webhook_deliveries_by_job on webhook_deliveries (job_id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_unqueued on webhook_deliveries (next_attempt_at, position) where status = 'pending' and queued_at is null;
create index webhook_deliveries_claimed on webhook_deliveries (webhook_id, claimed_until) where claimed_until is not null;
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where status <> 'pending';
call protect_tenant_table('webhook_deliveries');

create table webhook_attempts (
  account_id uuid not null references accounts,
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  -- 1 for the first attempt; continues over redeliveries.
  number integer not null,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  -- The kind of failure, in one word. It holds nothing of the response and no address.
  error text,
  primary key (delivery_id, number)
);
call protect_tenant_table('webhook_attempts');
