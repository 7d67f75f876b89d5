-- The queues of a single machine (docs/adr/0005-queue-in-postgresql.md). On AWS, SQS does this and the table stays empty.
create table queue_messages (
  message_id bigint generated always as identity primary key,
  queue text not null,
  body text not null,
  -- Messages of one group share the queue fairly with other groups. Without a group a message is its own.
  group_id text,
  -- The round in which the message is served: one message of each group a round. Given out by send.
  turn bigint not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- In the future: delayed, or in the hands of a receiver.
  visible_at timestamptz not null,
  -- Together with message_id it is the receipt: it grows with every receive, so an older receipt fits no longer.
  receive_count integer not null default 0
) with (fillfactor = 80);

-- Receive reads it from the front: round by round, within a round in the order sent. It holds no column that a
-- receive changes, so receives and visibility changes stay heap-only updates.
create index queue_messages_turn on queue_messages (queue, turn, message_id);
-- Send asks for the last turn of each of its groups.
create index queue_messages_group on queue_messages (queue, group_id, turn);
create index queue_messages_expiry on queue_messages (expires_at);

-- No tenant policy: no work done for an account reads the queue itself.
alter table queue_messages enable row level security;
create policy system on queue_messages to cas_system using (true) with check (true);
grant select, insert, update, delete on queue_messages to cas_system;
