-- compatible with the code before: yes

-- Statistics of the large tables by a number of rows, as vacuums are: a new month is three hundredths of a long history, and the planner
-- would take it for empty until a tenth of a part has changed.

do $$
declare part record;
begin
  for part in
    select i.inhrelid::regclass as name from pg_inherits i
    where i.inhparent in ('public.statement_lines'::regclass, 'public.scored_rows'::regclass, 'public.deltas'::regclass)
  loop
    execute format('alter table %s set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000)', part.name);
  end loop;
end $$;
