-- compatible with the code before: yes
-- For how long an account keeps files that were read, and rows that were rejected. Null: the service's default.
alter table accounts
  add column read_file_hours integer constraint accounts_read_file_hours_check check (read_file_hours between 1 and 96),
  add column rejected_row_days integer constraint accounts_rejected_row_days_check check (rejected_row_days between 1 and 30);
