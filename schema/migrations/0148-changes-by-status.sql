-- compatible with the code before: yes
-- The changed members of a month by status, the largest amount first, for a list of one kind (docs/adr/0050-list-of-changes.md).
create index scored_rows_changes_by_status on scored_rows
  (account_id, period, status, abs(commission_amount - prev_commission_amount) desc, member_ref_id)
  where compared_against_period is not null
    and (status in ('yellow', 'red', 'new', 'reappeared') or (status = 'green' and 'COMMISSION_CHANGED' = any (flags)));
