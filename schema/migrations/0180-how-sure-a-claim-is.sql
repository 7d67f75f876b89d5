-- compatible with the code before: yes
-- How sure the claim of a dispute is: certain, likely or to_check. The column certainty keeps what the claim rests on, as the code before
-- writes it; that code leaves the level at its default.
alter table dispute_rows add column level text not null default 'to_check';
update dispute_rows set level = case
  when certainty = 'contracted' or (certainty = 'statement_rate' and kind in ('underpaid', 'double_chargeback', 'not_repaid')) then 'certain'
  when certainty in ('statement_rate', 'estimated') and kind <> 'unmatched_chargeback' then 'likely'
  else 'to_check'
end;
