-- compatible with the code before: yes
-- The county that a statement shows for a member, so that members of one county who leave together are one carrier event.
alter table statement_lines add column county text;
alter table scored_rows add column county text;
alter table carrier_events drop constraint carrier_events_scope_field_check;
alter table carrier_events add constraint carrier_events_scope_field_check
  check (scope_field in ('carrier', 'plan_code', 'plan_name', 'product_type', 'agent', 'county', 'state'));
