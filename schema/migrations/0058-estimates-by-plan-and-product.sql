-- compatible with the code before: yes
-- What an estimated rate is for beside a plan code, and the lives a household is paid for at most. The code before looks estimates up
-- by plan code alone: estimates of a plan name or a product type carry an empty plan code, which no statement has, so that it never
-- takes them for the carrier's.
alter table expected_rates
  add column product_type text,
  add column plan_name text,
  add column max_lives integer;

do $$
declare
  before text;
begin
  select conname into strict before from pg_constraint
  where conrelid = 'expected_rates'::regclass and contype = 'u';
  execute format('alter table expected_rates drop constraint %I', before);
end
$$;
alter table expected_rates add constraint expected_rates_once
  unique nulls not distinct (account_id, carrier_id, workspace_id, product_type, plan_code, plan_name, tier, state, effective_from);

-- The part of commission_owed that rests on an estimate. Null where older code wrote the row: then all of it does, if owed_estimated says so.
alter table rollups add column commission_owed_estimated numeric(30, 10);
