-- What is looked for every quarter of an hour among rows that are never deleted, or kept for weeks: files whose bytes are still there, drops that
-- are waited for, and messages that were sent.
create index files_with_bytes on files (uploaded_at) where raw_purged_at is null;
create index intake_items_waiting on intake_items (origin) where outcome = 'waiting';
create index outbox_sent on outbox (sent_at) where sent_at is not null;
