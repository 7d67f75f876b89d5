-- What a member's row remembers of the months before, for signals and cadence (docs/signals.md).
alter table scored_rows
  add column paid_months smallint not null default 1,
  add column rate numeric(14, 6),
  add column paid_total numeric(16, 4) not null default 0,
  add column clawed_total numeric(16, 4) not null default 0,
  add column clawed_open numeric(16, 4) not null default 0,
  add column last_paid_period period,
  add column last_paid_amount numeric(16, 4) not null default 0,
  add column unpaid_since period,
  add column plan_year smallint,
  add column plan_year_paid numeric(16, 4) not null default 0,
  add column chargebacks_seen text[] not null default '{}';

-- What one record was paid and charged back, over all its statements: read for members with a chargeback only.
create index statement_lines_by_member on statement_lines (account_id, member_ref_id, period);
