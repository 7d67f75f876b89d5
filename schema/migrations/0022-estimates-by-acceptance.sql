-- Whether the carrier had no contracted rate when the job was accepted: then its book is estimated, whatever has been contracted by the
-- time a worker comes to it. Null for jobs of code before, which asked when they ran.
alter table jobs add column estimates boolean;
