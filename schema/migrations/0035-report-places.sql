-- compatible with the code before: yes
-- Reports that run, or wait to run, in all processes of the service together: each row is a place, or the wait for one.
-- A row outlives the process that made it, because the server's process behind a report can outlive it too.
create table report_places (
  place_id uuid primary key,
  account_id uuid not null references accounts,
  -- Order of arrival.
  position bigint generated always as identity unique,
  -- A row that waits is renewed by its process; one that is not renewed belongs to a process that is gone.
  asked_at timestamptz not null default clock_timestamp(),
  -- Null while it waits. Afterwards the report must have begun by then, and once it has begun, have ended.
  due_at timestamptz,
  -- The server's process that runs the report, on the server that runs reports. A process number is used again, never with the same start.
  backend_pid integer,
  backend_started_at timestamptz,
  check ((backend_pid is null) = (backend_started_at is null)),
  check (backend_pid is null or due_at is not null)
) with (
  -- Vacuum passes the table over while a place is given out, and would log it each time.
  log_autovacuum_min_duration = -1
);
-- No tenant policy: nothing that runs for an account has a reason to read places.
alter table report_places enable row level security;
create policy system on report_places to cas_system using (true) with check (true);
grant select, insert, update, delete on report_places to cas_system;
