-- compatible with the code before: yes
-- Going back a version, and telling how the service is.

-- The version of the shared catalogue that was loaded last: an older program leaves a newer catalogue as it is.
create table shared_catalogue (
  only_row boolean primary key default true check (only_row),
  version integer not null check (version > 0),
  loaded_at timestamptz not null default now()
);
grant select, insert, update on shared_catalogue to cas_system;

-- The last run of each task is asked for by GET /v1/ready.
create index task_runs_by_task on task_runs (task, position desc);
