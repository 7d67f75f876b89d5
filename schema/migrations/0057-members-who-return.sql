-- compatible with the code before: yes
-- Of a month in which many members left and came: how many are missing, and how many of them seem to be in the month under another id. Null where
-- nobody looked.
alter table rollups add column missing_members integer, add column returning_members integer;
