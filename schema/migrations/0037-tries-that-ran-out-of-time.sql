-- compatible with the code before: yes
-- Tries of a job that were stopped because their time was over, or whose worker was not heard of again. A second one fails the job: a first one may
-- have been the database's fault. Code before this migration neither reads nor writes it.
alter table jobs add column timeouts smallint not null default 0;
