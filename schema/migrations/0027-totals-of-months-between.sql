-- Whether some rows of the month may have the totals of before an earlier month was corrected (paid_total, plan_year_paid). Nobody is
-- measured by them: whoever scores the month after it brings them up to date first (docs/adr/0018-one-queue-of-writes.md). Code of
-- before does not know of it, and may begin with such totals: what it stores, without this column, is not relied on either.
alter table rollups add column totals_outdated boolean not null default false;
alter table rollups alter column totals_outdated set default true;
