-- compatible with the code before: yes
-- Events of accounts, whether a webhook was registered or not, with the bytes that deliveries send (docs/reference/webhooks.md#catch-up).

create table account_events (
  event_id uuid primary key,
  -- The order of the list. Fan-outs run one after the other, so a position never appears after a greater one.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  event text not null,
  -- Null: the event is not about a job.
  job_id uuid references jobs,
  body text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index account_events_by_account on account_events (account_id, position);
create index account_events_by_age on account_events (created_at);
-- A purge of a file replaces the texts that its jobs' events quote.
create index account_events_by_job on account_events (job_id);
call protect_tenant_table('account_events');
