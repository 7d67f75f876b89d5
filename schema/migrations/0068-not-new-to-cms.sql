-- compatible with the code before: yes
-- The plan year whose pay a carrier says is for a member who is not new to CMS: no true-up follows. Null where no statement says so.
alter table scored_rows add column not_new_year smallint;
alter table scored_rows alter column not_new_year set statistics 0;
