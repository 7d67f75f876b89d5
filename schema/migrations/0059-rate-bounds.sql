-- compatible with the code before: yes
-- Contracted rates for some policy months or group sizes only. The code before knows no bounds and would take such a rate for every
-- member's: it has its first day in bounded_from and one far ahead in effective_from, so that the code before passes over it.
alter table expected_rates
  add column from_policy_month integer check (from_policy_month >= 1),
  add column to_policy_month integer check (to_policy_month >= from_policy_month and to_policy_month >= 1),
  add column from_lives integer check (from_lives >= 1),
  add column to_lives integer check (to_lives >= from_lives and to_lives >= 1),
  add column bounded_from date,
  drop constraint expected_rates_once;
alter table expected_rates add constraint expected_rates_once
  unique nulls not distinct (account_id, carrier_id, workspace_id, product_type, plan_code, plan_name, tier, state, effective_from,
    bounded_from, from_policy_month, to_policy_month, from_lives, to_lives);
