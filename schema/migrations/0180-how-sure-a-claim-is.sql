-- compatible with the code before: yes
-- How sure the claim of a dispute is: certain, likely or to_check. The column certainty keeps what the claim rests on, as the code before
-- writes it; that code leaves the level at its default.
alter table dispute_rows add column level text not null default 'to_check';
update dispute_rows set level = case
  when certainty = 'contracted' or (certainty = 'statement_rate' and kind in ('underpaid', 'double_chargeback', 'not_repaid')) then 'certain'
  when certainty in ('statement_rate', 'estimated') and kind <> 'unmatched_chargeback' then 'likely'
  else 'to_check'
end;

-- A member whose net is below zero is a change in each such month, also where as much was taken back in the month before.
drop index scored_rows_changes;
create index scored_rows_changes on scored_rows
  (account_id, period, abs(commission_amount - prev_commission_amount) desc, member_ref_id)
  where compared_against_period is not null
    and (status in ('yellow', 'red', 'new', 'reappeared') or (status = 'green' and 'COMMISSION_CHANGED' = any (flags))
      or (status = 'green' and commission_amount < 0));
drop index scored_rows_changes_by_status;
create index scored_rows_changes_by_status on scored_rows
  (account_id, period, status, abs(commission_amount - prev_commission_amount) desc, member_ref_id)
  where compared_against_period is not null
    and (status in ('yellow', 'red', 'new', 'reappeared') or (status = 'green' and 'COMMISSION_CHANGED' = any (flags))
      or (status = 'green' and commission_amount < 0));
