-- Rejected rows are kept for a while from the end of their job, within which they are recorded; looked for by their job all of them were
-- read every quarter of an hour. (The default is the transaction's time, not the row's: the table is not written anew for it, and deletion
-- has an hour of slack.)
alter table job_exceptions add column recorded_at timestamptz not null default now();
create index job_exceptions_by_time on job_exceptions (recorded_at);
create index dead_letters_by_time on dead_letters (recorded_at);
-- A few failed deliveries among hundreds of thousands.
create index webhook_deliveries_by_status on webhook_deliveries (account_id, status, position desc);
