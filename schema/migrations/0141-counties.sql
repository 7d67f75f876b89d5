-- compatible with the code before: yes
-- The county that a statement shows for a member, so that members of one county who leave together are one carrier event.
alter table statement_lines add column county text;
alter table scored_rows add column county text;
alter table carrier_events drop constraint carrier_events_scope_field_check;
alter table carrier_events add constraint carrier_events_scope_field_check
  check (scope_field in ('carrier', 'plan_code', 'plan_name', 'product_type', 'agent', 'county', 'state'));

-- The views of agents have every column of the rows. A view keeps its columns; new ones are the last.
do $$
declare
  shown text := pg_get_viewdef('own.scored_rows'::regclass);
begin
  set local role cas_agent_views;
  create or replace view own.statement_lines as select * from public.statement_lines;
  execute 'create or replace view own.scored_rows as ' || regexp_replace(shown, '\n\s+FROM (public\.)?scored_rows s;$', E',\n s.county\n FROM public.scored_rows s');
  reset role;
end $$;
