-- Runs of scheduled tasks, some five hundred a day, are deleted when nobody looks for them any more.
create index task_runs_by_time on task_runs (ran_at);
grant delete on task_runs to cas_system;
