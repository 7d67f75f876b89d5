import type { DownloadReads, DownloadSubject } from '../../../app/reads/download-reads.ts';
import { carriers } from '../../../schema/carriers.ts';
import { jobs } from '../../../schema/files.ts';
import type { Database } from '../connection/database.ts';

export function createDownloadReads(database: Database): DownloadReads {
  return {
    subject: (accountId, { carrierId = null, jobId = null }) =>
      database.read(accountId, async (sql) => {
        const [subject] = await sql<DownloadSubject[]>`
          select c.slug as "carrierSlug", named.period
          from (
            select j.carrier_id, j.period from ${jobs} j where j.account_id = ${accountId} and j.job_id = ${jobId}
            union all
            select ${carrierId}::uuid, null
          ) named
          join ${carriers} c on c.carrier_id = named.carrier_id and (c.account_id = ${accountId} or c.account_id is null)
          order by named.period nulls last
          limit 1`;
        return subject ?? null;
      }),
  };
}
