-- What a row's score came to, in short: scoring a period again writes the rows whose score is another one, and leaves the rest
-- (adapters/postgres/period-scores.ts). Null, of rows from before, is different from every score.
alter table scored_rows add column digest uuid;
