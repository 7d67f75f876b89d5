-- Whether some rows of the month have the totals of before an earlier month was corrected (paid_total, plan_year_paid). Nobody is
-- measured by them: whoever scores the month after it begins where the totals are right (docs/adr/0018-one-queue-of-writes.md).
alter table rollups add column totals_outdated boolean not null default false;
