-- The statement mode of the configuration that a month's newest file was read with: whether its lines are payments or totals of the year. A
-- month may be scored again with a later configuration, which says nothing about that. Null for months scored by code before, which
-- went by the configuration they were scored with.
alter table rollups add column statement_mode text;
