-- compatible with the code before: yes
-- A replacement or a retraction of one file supersedes that file alone; null: every file of the period that was accepted before it.
-- No reference: files go only with their account, and the check would need an index of its own.
alter table jobs add column only_file_id uuid;

-- As before, and for the warning that names the files an upload replaced.
create or replace function warnings_without_file(warnings jsonb, of_file boolean, old_name text, new_name text) returns jsonb
language sql immutable set search_path = pg_catalog as $$
  select coalesce(jsonb_agg(
    case
      when w ->> 'code' in ('duplicate_content', 'several_files_replaced')
        then jsonb_set(w, '{detail}', to_jsonb(replace(w ->> 'detail', '"' || old_name || '"', '"' || new_name || '"')))
      when of_file and w ->> 'code' = 'header_drift'
        then jsonb_set(w, '{detail}', to_jsonb('What this warning quoted was purged with the file.'::text))
      else w
    end order by place), '[]')
  from jsonb_array_elements(warnings) with ordinality as each (w, place)
$$;
