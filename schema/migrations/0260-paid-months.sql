-- compatible with the code before: yes
-- The months in which a member was paid, as bits; 0 where they are unknown.
alter table scored_rows add column paid_in smallint not null default 0;

-- The views of agents have every column of the rows. A view keeps its columns; new ones are the last.
do $$
declare
  shown text := pg_get_viewdef('own.scored_rows'::regclass);
begin
  set local role cas_agent_views;
  execute 'create or replace view own.scored_rows as '
    || regexp_replace(shown, '\n\s+FROM (public\.)?scored_rows s;$', E',\n s.paid_in\n FROM public.scored_rows s');
  reset role;
end $$;
