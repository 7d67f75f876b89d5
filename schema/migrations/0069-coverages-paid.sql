-- compatible with the code before: yes
-- The coverages a member was last paid for, with their amounts, so that a later month can name one that is gone. Null for members with
-- one coverage, and in rows of the code before.
alter table scored_rows add column coverages_paid text[];
alter table scored_rows alter column coverages_paid set statistics 0;
