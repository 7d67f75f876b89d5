-- compatible with the code before: yes
-- What an account has stored is summed from the rows that say where bytes lie, whenever it is asked: a sum can't drift from them.
alter table accounts add column storage_bytes_max bigint check (storage_bytes_max > 0);
-- Bytes that an item keeps in the bucket of drops. Null: written by the release before, which kept as many as the item has.
alter table intake_items add column object_bytes bigint check (object_bytes >= 0);
-- Bytes in the user's /incoming, as whoever listed the folder last found it.
alter table sftp_users add column incoming_bytes bigint not null default 0 check (incoming_bytes >= 0);
-- Bytes of the job's rejected rows, which are kept for some weeks.
alter table jobs add column exception_bytes bigint not null default 0 check (exception_bytes >= 0);

create index files_stored on files (account_id) include (byte_size) where raw_purged_at is null;
create index intake_items_stored on intake_items (account_id, object_key) include (object_bytes, byte_size) where object_key is not null;
create index jobs_with_exceptions on jobs (account_id, completed_at) include (exception_bytes) where exception_bytes > 0;
create index jobs_open_by_account on jobs (account_id) where status in ('queued', 'processing');
create index statement_configs_by_account on statement_configs (account_id);
