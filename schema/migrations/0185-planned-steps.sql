-- compatible with the code before: yes
-- The members whose pay fell by a planned step, and the dollars of it. Earlier months have null: they stored planned steps as equal pay.
alter table rollups add column planned_step integer;
alter table rollups add column planned_step_amount numeric(20, 4);
