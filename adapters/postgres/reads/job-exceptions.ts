import type { JobExceptions } from '../../../app/reads/read-models.ts';
import { accounts } from '../../../schema/accounts.ts';
import { files, jobExceptions, jobs } from '../../../schema/files.ts';
import { rejectedRowDays } from '../accounts/retention-store.ts';
import type { Sql } from '../connection/sql.ts';

/** Reads the rows that were not accepted, for the download. The retention is checked here too, because the clean-up runs later. */
export async function readExceptions(sql: Sql, accountId: string, jobId: string): Promise<JobExceptions | null> {
  const [[job], rows] = await Promise.all([
    sql<{ available: boolean; headers: string[] }[]>`
      select coalesce(j.exception_headers, '{}') as headers, j.status in ('completed', 'failed')
        and j.completed_at > now() - make_interval(days => ${rejectedRowDays(sql)}) and f.name_purged_at is null as available
      from ${jobs} j join ${files} f on f.file_id = j.file_id join ${accounts} a on a.account_id = j.account_id
      where j.account_id = ${accountId} and j.job_id = ${jobId}`,
    sql<{ row: number; errors: string[]; cells: string[] }[]>`
      select row_number as row, errors, cells from ${jobExceptions}
      where account_id = ${accountId} and job_id = ${jobId}
      order by sheet, row_number`,
  ]);
  if (job === undefined) return null;
  const available = job.available === true;
  return { available, headers: job.headers, rows: available ? rows : [] };
}
