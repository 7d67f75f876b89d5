-- compatible with the code before: yes
-- The operator's list of failed jobs, newest first, over all accounts.
create index jobs_failed on jobs (position desc) where status = 'failed';
