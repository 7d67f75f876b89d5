-- compatible with the code before: yes
-- The rows with a signal. Claims are made from them, and most members of a month have none.
create index scored_rows_findings on scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id)
  where signals <> '[]'::jsonb;
