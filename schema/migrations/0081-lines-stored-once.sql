-- compatible with the code before: since 0080
-- Lines are stored once, as rows, and a changed row is written whole (docs/adr/0041-simple-before-the-last-ten-per-cent.md). The copies
-- for scoring again and the mark of months with old totals have no reader any more.
drop table packed_lines;
alter table rollups drop column totals_outdated;
