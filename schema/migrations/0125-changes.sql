-- compatible with the code before: yes
-- The list of changes (docs/adr/0050-list-of-changes.md). Months that were scored before have null counts; they are counted when they are
-- asked for.
alter table rollups add column paid_more integer;
alter table rollups add column taken_back integer;
alter table rollups add column same integer;

-- The changed members of a month, the largest amount first. The first month of a book has no entry: there is nothing to compare it with.
create index scored_rows_changes on scored_rows
  (account_id, period, abs(commission_amount - prev_commission_amount) desc, member_ref_id)
  where compared_against_period is not null
    and (status in ('yellow', 'red', 'new', 'reappeared') or (status = 'green' and 'COMMISSION_CHANGED' = any (flags)));
