-- Large books are scored again by a job after a change of rates, from the first period that the change reaches: set for these jobs only.
-- A rescore that somebody asks for begins at its file's period and takes the newest configuration's scoring options; these must not,
-- because rates change what is owed and nothing else. Code of before knows only the other kind.
alter table jobs add column rates_from period;
