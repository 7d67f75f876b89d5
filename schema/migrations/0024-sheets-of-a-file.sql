-- Names of the visible sheets of a job's workbook, empty for CSV: a later one that has another sheet of lines, which the configuration
-- does not name, is told of. Null for jobs of code before, and for those without a file of their own.
alter table jobs add column sheet_names text[];
