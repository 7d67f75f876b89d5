-- compatible with the code before: yes
-- Shows a new column of a table to agents. Their view keeps the columns that it was made with; the new one becomes its last.
create procedure show_column_to_agents(shown name, new_column name) language plpgsql as $$
declare
  definition text := pg_get_viewdef(format('own.%I', shown)::regclass);
  longer text := regexp_replace(definition, '\n( +FROM [^\n]+;)$', format(E',\n    %I\n\\1', new_column));
begin
  if longer = definition then
    raise exception 'own.% has more than the columns of its table: add the column to its query by hand', shown;
  end if;
  set local role cas_agent_views;
  execute format('create or replace view own.%I as %s', shown, longer);
  reset role;
end $$;
