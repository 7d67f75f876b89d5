-- compatible with the code before: yes
-- The carrier that an upload named, where its statement is filed under another carrier whose history it continues
-- (docs/adr/0042-history-across-layouts.md). Null: filed under the carrier that was named.
alter table files add column sent_to_carrier_id uuid references carriers (carrier_id);
