-- Scoring months again leaves a dead row for each that it changes. Autovacuum clears them away, but pauses after so little that it did not
-- keep up with books that were scored again and again: the table came to three and a half times its live rows, for good, and every month took longer
-- in it. It may do five times as much before each pause here.
alter table scored_rows set (autovacuum_vacuum_cost_limit = 1000);
alter table statement_lines set (autovacuum_vacuum_cost_limit = 1000);
alter table deltas set (autovacuum_vacuum_cost_limit = 1000);
