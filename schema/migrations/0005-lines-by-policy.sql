-- A policy's journey starts from the policy alone. Many lines have none: they need no entry.
create index statement_lines_by_policy on statement_lines (account_id, policy_ref_id, period) where policy_ref_id is not null;
