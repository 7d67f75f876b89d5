-- compatible with the code before: yes
-- What a member was paid before a cut that nothing explains, and when: told in each month until as much is paid again.
alter table scored_rows
  add column full_pay numeric(16, 4),
  add column full_pay_period period;
alter table scored_rows
  alter column full_pay set statistics 0,
  alter column full_pay_period set statistics 0;
