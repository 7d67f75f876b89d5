-- compatible with the code before: yes
-- The dispute that disputing a carrier event has opened.
alter table carrier_events add column dispute_id uuid;
