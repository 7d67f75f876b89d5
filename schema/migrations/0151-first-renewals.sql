-- compatible with the code before: yes
-- The period in which a member's pay was last marked as new business. A renewal after it may have a lower rate.
alter table scored_rows add column sold_in period;

-- The views of agents have every column of the rows. A view keeps its columns; new ones are the last.
do $$
declare
  shown text := pg_get_viewdef('own.scored_rows'::regclass);
begin
  set local role cas_agent_views;
  execute 'create or replace view own.scored_rows as '
    || regexp_replace(shown, '\n\s+FROM (public\.)?scored_rows s;$', E',\n s.sold_in\n FROM public.scored_rows s');
  reset role;
end $$;
