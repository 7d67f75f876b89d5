-- What an operator does to the shared catalogue or to the whole service belongs to no account. Row-level security shows
-- such entries to nobody but the system's role.
alter table audit_entries alter column account_id drop not null;
