import type { FileSource, FileSourceReads } from '../../../app/files/show-file-row.ts';
import { readStoredConfig } from '../../../core/statement/stored-config.ts';
import { statementConfigs } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import type { Database } from '../connection/database.ts';
import { ingestsFile } from '../jobs/ingests-file.ts';

interface SourceRow extends Omit<FileSource, 'config'> {
  readonly config: unknown;
}

export function createFileSourceReads(database: Database): FileSourceReads {
  return {
    find: (accountId, fileId) =>
      database.read(accountId, async (sql) => {
        const [row] = await sql<SourceRow[]>`
          select f.original_filename as "originalFilename", f.object_key as "objectKey", f.raw_purged_at is not null as "isPurged",
            c.config
          from ${files} f
          left join ${jobs} j on j.account_id = ${accountId} and j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
          left join ${statementConfigs} c on c.config_id = j.config_id
          where f.account_id = ${accountId} and f.file_id = ${fileId}`;
        if (row === undefined) return null;
        return { ...row, config: row.config === null ? null : readStoredConfig(row.config).config };
      }),
  };
}
