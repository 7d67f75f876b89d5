-- compatible with the code before: yes
-- File names may name people. A purge replaces them, and remembers when (docs/retention.md).
alter table files add column name_purged_at timestamptz;
alter table intake_items add column name_purged_at timestamptz;
-- Names of files that no longer count, and of drops that became no file, expire after a while.
create index files_with_expiring_names on files (coalesce(superseded_at, uploaded_at))
  where name_purged_at is null and status in ('failed', 'canceled', 'replaced', 'retracted');
create index intake_items_with_expiring_names on intake_items (received_at) where name_purged_at is null and file_id is null;
-- A purge finds the drops of a file by these. Without them every deleted file or job would read all drops of all accounts.
create index intake_items_by_file on intake_items (file_id) where file_id is not null;
create index intake_items_by_job on intake_items (job_id) where job_id is not null;

-- The warnings of a job without what they quote of a purged file: its name, which warnings of other jobs may quote too, and the headers
-- and sheets that a warning of its own job (`of_file`) may quote.
create function warnings_without_file(warnings jsonb, of_file boolean, old_name text, new_name text) returns jsonb
language sql immutable set search_path = pg_catalog as $$
  select coalesce(jsonb_agg(
    case
      when w ->> 'code' = 'duplicate_content'
        then jsonb_set(w, '{detail}', to_jsonb(replace(w ->> 'detail', '"' || old_name || '"', '"' || new_name || '"')))
      when of_file and w ->> 'code' = 'header_drift'
        then jsonb_set(w, '{detail}', to_jsonb('What this warning quoted was purged with the file.'::text))
      else w
    end order by place), '[]')
  from jsonb_array_elements(warnings) with ordinality as each (w, place)
$$;
