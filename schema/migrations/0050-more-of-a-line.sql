-- compatible with the code before: yes
-- What a statement says of a payment beside its type ("Override", "Broker Level"), the agent's share of it, and a second id of the
-- member. Null for lines that older code stored, and where the statement has no such column.
alter table statement_lines
  add column description text,
  add column split numeric(14, 6),
  add column alternate_member_id text;
alter table statement_lines
  alter column description set statistics 0,
  alter column split set statistics 0,
  alter column alternate_member_id set statistics 0;
