import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { asOwner } from '../support/postgres.ts';

/** Records every state of a job, so that a run can be checked against docs/reference/uploads-and-jobs.md#states. */
export async function recordJobTrail(address: DatabaseAddress): Promise<void> {
  await asOwner(address, (sql) =>
    sql.unsafe(`
      create table job_trail (position bigint generated always as identity, job_id uuid, status text, lease_epoch int);
      create function record_job() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        if tg_op = 'INSERT' or new.status <> old.status or new.lease_epoch <> old.lease_epoch then
          insert into job_trail (job_id, status, lease_epoch) values (new.job_id, new.status, new.lease_epoch);
        end if;
        return null;
      end $$;
      create trigger record_job after insert or update on jobs for each row execute function record_job();
      grant select on job_trail to cas_system;
    `),
  );
}

/** The transitions of docs/reference/uploads-and-jobs.md#states; the number is the growth of the epoch. */
const ALLOWED = new Set([
  'queued processing 1',
  'processing completed 0',
  'processing failed 0',
  'processing queued 0',
  'failed queued 0',
  'queued canceled 0',
  'queued failed 0',
]);

/** Finds transitions that the table does not allow. It allows none from completed, so no job is completed twice. */
export async function findFaultsOfTrail(database: Database, jobIds: readonly string[]): Promise<string[]> {
  const rows = await database.system(
    (sql) => sql<{ job_id: string; status: string; lease_epoch: number }[]>`
      select job_id, status, lease_epoch from job_trail where job_id = any(${jobIds}::uuid[]) order by job_id, position`,
  );
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    if (before?.job_id !== row.job_id)
      return row.status === 'queued' && row.lease_epoch === 0 ? [] : [`${row.job_id} began as ${row.status}`];
    const step = `${before.status} ${row.status} ${row.lease_epoch - before.lease_epoch}`;
    return ALLOWED.has(step) ? [] : [`${row.job_id} went ${step}`];
  });
}

/** The events that the jobs should have caused: `job.status job-id` for each end of a job, sorted. */
export async function endsInTrail(database: Database, jobIds: readonly string[]): Promise<string[]> {
  const rows = await database.system(
    (sql) => sql<{ event: string }[]>`
      select 'job.' || status || ' ' || job_id as event from job_trail
      where job_id = any(${jobIds}::uuid[]) and status in ('completed', 'failed')`,
  );
  return rows.map(({ event }) => event).sort();
}
