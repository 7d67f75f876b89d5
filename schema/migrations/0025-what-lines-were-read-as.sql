-- The statement mode of the configuration that a file was read with: whether its lines are payments or totals of the year. Its month may be
-- scored again with a later configuration, which says nothing about that. Null for files read by code before: then as the configuration
-- of the job says that brought it.
alter table files add column statement_mode text;
