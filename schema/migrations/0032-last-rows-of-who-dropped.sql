-- Who comes back is measured by the row it dropped with, which is red as every member's last row is that the newest month does not have. Looked for
-- month by month from the newest, it took a look-up for each month a member was away: in a book of three years a thirtieth of what a statement costs.
create index scored_rows_dropped on scored_rows (account_id, member_ref_id, period) where status = 'red';
