-- compatible with the code before: yes
-- Stored objects that a request gave up and may not delete itself. The task purge_files deletes them and then their rows.
create table due_deletions (
  store text not null check (store in ('raw', 'drop')),
  object_key text not null,
  asked_at timestamptz not null default now(),
  primary key (store, object_key)
);
grant select, insert, delete on due_deletions to cas_system;
