import type { ArchiveReads, MonthOfBook } from '../../../app/reads/archived-months.ts';
import type { ArchivedBook } from '../../../core/account/decide-archive.ts';
import { books } from '../../../schema/book.ts';
import { files, jobs } from '../../../schema/files.ts';
import type { Database } from '../connection/database.ts';

/** Reads which months of an account are archived. Called only for accounts that have some. */
export function createArchiveReads(database: Database): ArchiveReads {
  return {
    listBooks: (accountId) =>
      database.system(
        (sql) => sql<ArchivedBook[]>`
          select workspace_id as "workspaceId", carrier_id as "carrierId", archived_through as "archivedThrough", held_through as "heldThrough"
          from ${books} where account_id = ${accountId} and archived_through is not null order by carrier_id, workspace_id`,
      ),
    findMonth: (accountId, { jobId = null, fileId = null }) =>
      database.system(async (sql) => {
        const [found] = await sql<MonthOfBook[]>`
          select period, workspace_id as "workspaceId", carrier_id as "carrierId" from ${jobs}
          where account_id = ${accountId} and job_id::text = ${jobId}
          union all
          select period, workspace_id, carrier_id from ${files} where account_id = ${accountId} and file_id::text = ${fileId}
          limit 1`;
        return found ?? null;
      }),
  };
}
