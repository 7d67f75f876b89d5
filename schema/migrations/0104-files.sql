-- compatible with the code before: yes
-- Uploaded files, their jobs with rejected rows, and messages that wait to be sent.

create table files (
  file_id uuid primary key,
  -- Cursor of the list: a place that no deletion moves.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  -- The carrier that the upload named, when its statement is filed under another carrier whose history it continues
  -- (docs/adr/0042-history-across-layouts.md). Null: filed under the carrier that was named.
  sent_to_carrier_id uuid references carriers,
  period period not null,
  original_filename text not null,
  byte_size integer not null,
  checksum_sha256 text not null,
  source text not null check (source in ('api', 'sftp', 'email')),
  status text not null check (status in ('pending', 'active', 'failed', 'canceled', 'replaced', 'retracted')),
  object_key text not null,
  -- Whether its lines are payments or totals of the year, as the configuration of its job said. A later configuration does not change it.
  -- Null: as the configuration of the job that brought it says.
  statement_mode text,
  rows_ingested integer,
  stated_total numeric(16, 4),
  uploaded_at timestamptz not null default now(),
  superseded_at timestamptz,
  raw_purged_at timestamptz,
  -- File names may name people. A purge replaces the name and sets this time (docs/retention.md).
  name_purged_at timestamptz
);
create index files_by_book on files (workspace_id, carrier_id, period);
create index files_by_account on files (account_id, position desc);
-- Finds the same bytes sent again.
create index files_by_checksum on files (account_id, carrier_id, checksum_sha256);
-- Sums the stored bytes of an account.
create index files_stored on files (account_id) include (byte_size) where raw_purged_at is null;
-- The retention tasks look for these files every quarter of an hour, among rows that are never deleted.
create index files_with_bytes on files (uploaded_at) where raw_purged_at is null;
create index files_with_expiring_names on files (coalesce(superseded_at, uploaded_at))
  where name_purged_at is null and status in ('failed', 'canceled', 'replaced', 'retracted');
call protect_tenant_table('files');

-- ---------------------------------------------------------------------------------------------------------------- jobs

create table jobs (
  job_id uuid primary key,
  -- The order of acceptance. It decides which files and retractions of a period are in force, in whatever order the jobs run.
  position bigint generated always as identity unique,
  account_id uuid not null references accounts,
  workspace_id uuid not null references workspaces,
  carrier_id uuid not null references carriers,
  period period not null,
  file_id uuid not null references files,
  mode text not null check (mode in ('ingest', 'append', 'replace', 'retract', 'rescore')),
  -- A replacement or a retraction of one file supersedes that file alone. Null: every file of the period that was accepted before.
  -- Without a reference: files are deleted only with their account, and the check would need an index of its own.
  only_file_id uuid,
  -- The first period that a change of rates reaches, for a job that scores again because of it. Null for every other job.
  rates_from period,
  -- Whether the carrier had no contracted rate when the job was accepted, so that rates of the book are estimated.
  -- Null: the worker decides when the job runs.
  estimates boolean,
  status text not null check (status in ('queued', 'processing', 'completed', 'failed', 'canceled')),
  attempts integer not null default 0,
  -- Attempts that ran out of time or whose worker was lost. The second one fails the job.
  timeouts smallint not null default 0,
  -- Grows by one with every claim and never goes back: a worker that lost its claim can't write.
  lease_epoch integer not null default 0,
  -- The claim, as its worker named it: a worker that got no answer asks again and gets the same claim.
  claim_id uuid,
  config_id uuid references statement_configs,
  config_version integer,
  stats jsonb,
  warnings jsonb not null default '[]',
  error text,
  error_code text,
  progress_stage text not null default 'queued',
  progress_percent integer not null default 0,
  -- Names of the visible sheets of the workbook; empty for CSV, null for a job without a file of its own. A later workbook with another
  -- sheet of lines gets a warning.
  sheet_names text[],
  exception_headers text[],
  exception_row_count integer not null default 0,
  -- Bytes of the rejected rows, which are kept for some weeks and belong to the stored bytes of the account.
  exception_bytes bigint not null default 0 check (exception_bytes >= 0),
  webhook_url text,
  idempotency_key text,
  request_fingerprint text,
  request_id text,
  created_at timestamptz not null default now(),
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz
);
-- Of concurrent requests with one key exactly one inserts a job.
create unique index one_job_per_key on jobs (account_id, idempotency_key) where idempotency_key is not null;
-- One job brings a file. A second one would double every line of the file in the report views.
create unique index one_ingest_of_a_file on jobs (file_id) where mode in ('ingest', 'append', 'replace');
create index jobs_by_account on jobs (account_id, position desc);
create index jobs_by_book on jobs (workspace_id, carrier_id, period, position);
create index jobs_by_file on jobs (file_id);
create index jobs_open on jobs (status, queued_at) where status in ('queued', 'processing');
create index jobs_open_by_account on jobs (account_id) where status in ('queued', 'processing');
create index jobs_with_exceptions on jobs (account_id, completed_at) include (exception_bytes) where exception_bytes > 0;
call protect_tenant_table('jobs');

-- Refuses a change of state that the states of a job do not allow (docs/reference/uploads-and-jobs.md): it is a fault of the program.
create function guard_job_transition() returns trigger language plpgsql as $$
begin
  if new.status = old.status and new.lease_epoch = old.lease_epoch then return new; end if;
  if (old.status, new.status) = ('queued', 'processing') and new.lease_epoch = old.lease_epoch + 1 then return new; end if;
  if new.lease_epoch = old.lease_epoch and (old.status, new.status) in (
    ('processing', 'completed'), ('processing', 'failed'), ('processing', 'queued'),
    ('queued', 'failed'), ('queued', 'canceled'), ('failed', 'queued')) then return new; end if;
  raise exception 'job % can not go from % (epoch %) to % (epoch %)', old.job_id, old.status, old.lease_epoch, new.status, new.lease_epoch;
end $$;
create trigger guard_job_transition before update on jobs for each row execute function guard_job_transition();

-- The warnings of a job without what they quote of a purged file. Warnings of any job may quote the name; `of_file` says that the job
-- belongs to the file, whose headers and sheets its own warnings may quote.
create function warnings_without_file(warnings jsonb, of_file boolean, old_name text, new_name text) returns jsonb
language sql immutable set search_path = pg_catalog as $$
  select coalesce(jsonb_agg(
    case
      when w ->> 'code' in ('duplicate_content', 'several_files_replaced')
        then jsonb_set(w, '{detail}', to_jsonb(replace(w ->> 'detail', '"' || old_name || '"', '"' || new_name || '"')))
      when of_file and w ->> 'code' = 'header_drift'
        then jsonb_set(w, '{detail}', to_jsonb('What this warning quoted was purged with the file.'::text))
      else w
    end order by place), '[]')
  from jsonb_array_elements(warnings) with ordinality as each (w, place)
$$;

-- Rejected rows of a job.
create table job_exceptions (
  account_id uuid not null references accounts,
  job_id uuid not null references jobs,
  sheet smallint not null,
  row_number integer not null,
  errors text[] not null,
  cells jsonb not null,
  recorded_at timestamptz not null default now(),
  primary key (job_id, sheet, row_number)
);
-- The retention task finds expired rows by time, without reading all jobs.
create index job_exceptions_by_time on job_exceptions (recorded_at);
call protect_tenant_table('job_exceptions');

-- -------------------------------------------------------------------------------------------------------------- outbox

-- Messages and events are written in the transaction of the change that they report. A relay sends them afterwards.
create table outbox (
  position bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  topic text not null check (topic in ('statement', 'job.completed', 'job.failed')),
  body jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_unsent on outbox (topic, position) where sent_at is null;
create index outbox_sent on outbox (sent_at) where sent_at is not null;
call protect_tenant_table('outbox');
