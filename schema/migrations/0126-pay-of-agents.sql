-- compatible with the code before: yes
-- The net pay of the members of each agent, as a list of id, name and net. It is null for months that were scored before; their members
-- are added up when they are asked for.
alter table rollups add column agent_pay jsonb;
