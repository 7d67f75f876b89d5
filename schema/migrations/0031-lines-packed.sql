-- A file's lines once more, as scoring reads them (adapters/postgres/packed-lines.ts): all that is asked for when its month is scored again, and
-- as rows the dearest part of that. None for files read by code before, whose lines are read as rows; those of files that it supersedes stay, and are
-- not read any more. Compressed already, so PostgreSQL need not try.
create table packed_lines (
  account_id uuid not null,
  file_id uuid not null references files,
  portion smallint not null,
  -- What is packed of each line: other code, which needs something else, reads the rows.
  layout text not null,
  lines bytea not null,
  primary key (file_id, portion)
);
alter table packed_lines alter column lines set storage external;
call protect_tenant_table('packed_lines');
