-- Large books are scored again by a job after a change of rates. A rescore that somebody asks for takes the newest configuration's
-- scoring options; these must not: rates change what is owed and nothing else. Code of before knows only the other kind.
alter table jobs add column for_rates boolean not null default false;
