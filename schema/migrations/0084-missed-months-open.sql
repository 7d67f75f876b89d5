-- compatible with the code before: yes
-- Missed months that no statement has caught up yet: the first of them, and how many. A later payment of as many months is theirs.
alter table scored_rows
  add column missed_since period,
  add column missed_months smallint;
alter table scored_rows
  alter column missed_since set statistics 0,
  alter column missed_months set statistics 0;
