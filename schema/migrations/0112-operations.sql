-- compatible with the code before: yes
-- The queues of one machine, dead letters, and runs of scheduled tasks.

-- The queues of a single machine (docs/adr/0005-queue-in-postgresql.md). On AWS, SQS replaces them and the table is empty.
create table queue_messages (
  message_id bigint generated always as identity primary key,
  queue text not null,
  body text not null,
  -- Groups share the queue fairly. A message without a group is a group of its own.
  group_id text,
  -- The round in which the message is served: one message of each group a round. Send assigns it.
  turn bigint not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- In the future for a delayed message, and for a message that a receiver holds.
  visible_at timestamptz not null,
  -- The receipt is message_id with this count. It grows with every receive, so an older receipt is void.
  receive_count integer not null default 0
) with (fillfactor = 80);
-- Receive reads it from the front: by round, and within a round in the order sent. It has no column that a receive changes, so receives
-- and changes of visibility are heap-only updates.
create index queue_messages_turn on queue_messages (queue, turn, message_id);
-- Send reads the last turn of each of its groups.
create index queue_messages_group on queue_messages (queue, group_id, turn);
create index queue_messages_expiry on queue_messages (expires_at);
-- It has no tenant policy, because work for an account never reads the queue.
alter table queue_messages enable row level security;
create policy system on queue_messages to cas_system using (true) with check (true);
grant select, insert, update, delete on queue_messages to cas_system;

-- Messages that reached a dead-letter queue, for the operator.
create table dead_letters (
  dead_letter_id uuid primary key,
  queue text not null,
  message_id text not null unique,
  body text not null,
  receive_count integer not null,
  recorded_at timestamptz not null default now()
);
create index dead_letters_by_time on dead_letters (recorded_at);
grant select, insert, delete on dead_letters to cas_system;

create table task_runs (
  task_run_id uuid primary key,
  position bigint generated always as identity unique,
  task text not null,
  ran_at timestamptz not null default now(),
  duration_ms integer not null,
  counts jsonb not null
);
-- GET /v1/ready reads the last run of each task.
create index task_runs_by_task on task_runs (task, position desc);
-- Some five hundred runs a day are deleted when they are old.
create index task_runs_by_time on task_runs (ran_at);
grant select, insert, delete on task_runs to cas_system;
