-- compatible with the code before: yes
-- When a person said that a file that could not be read is to be left. It then does not keep its month open.
alter table files add column left_at timestamptz;
