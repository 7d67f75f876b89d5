-- What of a member's last payment was for missed months or a true-up, and which finding about its enrollment was told already.
alter table scored_rows
  add column extra_months smallint not null default 0,
  add column extra_amount numeric(16, 4) not null default 0,
  add column rapid_told_for date;
