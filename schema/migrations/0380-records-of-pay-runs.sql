-- compatible with the code before: yes
-- The upline and the house mark of each agent as an approved run used them, so that a changed record leaves paid lines alone. Null for
-- runs that were approved before: they go by the records of today.
alter table pay_runs add column records jsonb;
