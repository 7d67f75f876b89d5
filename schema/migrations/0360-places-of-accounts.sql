-- compatible with the code before: yes
-- Large requests under way, of all processes together. Unlogged: a crash ends the requests too.
create unlogged table account_places (
  place_id uuid primary key,
  account_id uuid not null,
  until timestamptz not null
);
create index account_places_by_account on account_places (account_id);
grant select, insert, update, delete on account_places to cas_system;
