-- Requests of a token that come at the same moment are counted in one statement. What had been counted before it tells each of them
-- its own place. Code of before leaves the column as it is, and whoever reads it has just written it.
alter table token_windows add column requests_before integer not null default 0;
