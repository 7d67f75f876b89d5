-- A policy is looked up for its member alone, never by month. Without the month all lines of a policy share one entry of the index,
-- which is then a sixth as large after three years, and a statement touches as many fewer of its pages.
drop index statement_lines_by_policy;
create index statement_lines_by_policy on statement_lines (account_id, policy_ref_id) where policy_ref_id is not null;
