-- compatible with the code before: yes
-- A warning that many members share is an event of the kind shared_finding. The key of its scope begins with its code, so that the events of
-- two codes in one scope are apart.
alter table carrier_events drop constraint carrier_events_kind_check;
alter table carrier_events add constraint carrier_events_kind_check
  check (kind in ('pay_reduced', 'pay_increased', 'members_left', 'shared_finding'));
alter table carrier_events drop constraint carrier_events_scope_field_check;
alter table carrier_events add constraint carrier_events_scope_field_check
  check (scope_field in ('carrier', 'plan_code', 'plan_name', 'product_type', 'agent', 'county', 'state', 'policy_number'));
alter table carrier_events add column code text;
-- The dollars that each member's warning is about, where all have the same.
alter table carrier_events add column each_amount numeric(16, 4);
-- The period whose event asked the same question first.
alter table carrier_events add column asked_in period;
alter table carrier_events add constraint carrier_events_shared_check
  check ((kind = 'shared_finding') = (code is not null) and (code is null) = (asked_in is null));

-- The warnings of a period that are no event, with the members for whom they could have fired. Later periods of the year add them up.
alter table rollups add column finding_tally jsonb;
