-- Rejected rows are kept for a while from the end of their job, within which they are recorded; looked for by their job all of them were
-- read every quarter of an hour.
alter table job_exceptions add column recorded_at timestamptz not null default clock_timestamp();
create index job_exceptions_by_time on job_exceptions (recorded_at);
create index dead_letters_by_time on dead_letters (recorded_at);
-- A few failed deliveries among hundreds of thousands.
create index webhook_deliveries_by_status on webhook_deliveries (account_id, status, position desc);
