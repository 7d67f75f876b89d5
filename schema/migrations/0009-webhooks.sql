-- Where an account wants to hear of its jobs.
create table webhooks (
  webhook_id uuid primary key,
  account_id uuid not null references accounts,
  url text not null,
  events text[] not null,
  enabled boolean not null default true,
  -- Encrypted (adapters/secret-box): a delivery has to sign with it, so it can't be a hash.
  secret_sealed text not null,
  -- Signs beside the new one until then, so that a receiver can change over without missing anything.
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  -- Health of the endpoint: failed attempts since the last success, and since when. Ten open the circuit.
  failures_in_row integer not null default 0,
  failing_since timestamptz,
  -- While the circuit is open nothing is sent before this.
  probe_at timestamptz,
  -- Since when it is switched off, and why when the service did it by itself.
  disabled_at timestamptz,
  disabled_reason text,
  -- Order of the list, which no two share.
  position bigint generated always as identity unique,
  created_at timestamptz not null default now(),
  check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  check (enabled = (disabled_at is null)),
  check (disabled_reason is null or not enabled)
);
create index webhooks_by_account on webhooks (account_id, position desc);
call protect_tenant_table('webhooks');

-- Signs the callbacks of single uploads; sealed like the others. Nothing was ever signed with the readable one, so it goes, and
-- the next upload with a callback makes and shows one that is kept sealed.
alter table accounts
  drop column callback_secret,
  add column callback_secret_sealed text,
  add column previous_callback_secret_sealed text,
  add column previous_callback_secret_until timestamptz,
  add check ((previous_callback_secret_sealed is null) = (previous_callback_secret_until is null));

-- One event for one receiver. Its id is the `webhook-id` of every attempt, its body is sent unchanged every time.
create table webhook_deliveries (
  delivery_id uuid primary key,
  -- Cursor of the log: a place that no deletion moves.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  -- Null: the one-off callback of an upload, signed with the account's callback secret.
  webhook_id uuid references webhooks on delete set null,
  -- Of a callback; a webhook's deliveries go where the webhook points when they are sent.
  callback_url text,
  event text not null,
  -- Null: a test.
  job_id uuid references jobs,
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'discarded')),
  -- Attempts of the present budget of six; a redelivery by hand begins a new one.
  attempts integer not null default 0,
  redelivered boolean not null default false,
  -- Null once nothing more is to be sent.
  next_attempt_at timestamptz,
  -- A message for the next attempt is on its way since; null: the relay has to send one.
  queued_at timestamptz,
  -- A sender is at work on it until then at most.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_by_account on webhook_deliveries (account_id, position desc);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, position desc);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_unqueued on webhook_deliveries (next_attempt_at, position) where status = 'pending' and queued_at is null;
create index webhook_deliveries_claimed on webhook_deliveries (webhook_id, claimed_until) where claimed_until is not null;
create index webhook_deliveries_by_job on webhook_deliveries (job_id);
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where status <> 'pending';
call protect_tenant_table('webhook_deliveries');

create table webhook_attempts (
  account_id uuid not null references accounts,
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  -- 1 for the first of all; goes on counting over redeliveries.
  number integer not null,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  -- What kind of failure, in one word; nothing of the response itself and no address.
  error text,
  primary key (delivery_id, number)
);
call protect_tenant_table('webhook_attempts');
