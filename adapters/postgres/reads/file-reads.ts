import type { Fragment } from 'postgres';
import type { FileSource, FileSourceReads } from '../../../app/files/manage-files.ts';
import type {
  DownloadReads,
  DownloadSubject,
  FileFilter,
  FileReads,
  FileRecord,
} from '../../../app/reads/read-models.ts';
import { type CursorPage, type CursorPosition, cursorPage } from '../../../core/page.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { unknownCursor } from '../../../core/refusals.ts';
import { readStoredConfig } from '../../../core/statement/config.ts';
import { statementConfigs } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { activeFormat, refuseUnknownBook, visibleCarriers, whenSet } from '../queries/book-scope.ts';
import { ingestsFile } from '../queries/member-lines.ts';

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
          join ${visibleCarriers(sql, accountId)} c on c.carrier_id = named.carrier_id
          order by named.period nulls last
          limit 1`;
        return subject ?? null;
      }),
  };
}

interface SourceRow extends Omit<FileSource, 'config'> {
  readonly config: unknown;
}

/** Selects whether the bytes of file `f` count under another id, in any month of any carrier. */
export const countsElsewhere = (sql: Sql, accountId: string): Fragment => sql`exists (
  select 1 from ${files} o
  where o.account_id = ${accountId} and o.checksum_sha256 = f.checksum_sha256 and o.file_id <> f.file_id
    and o.status in ('pending', 'active'))`;

export function createFileSourceReads(database: Database): FileSourceReads {
  return {
    find: (accountId, fileId) =>
      database.read(accountId, async (sql) => {
        const [row] = await sql<SourceRow[]>`
          select f.original_filename as "originalFilename", f.object_key as "objectKey", f.raw_purged_at is not null as "isPurged",
            c.config, ${countsElsewhere(sql, accountId)} as "countsElsewhere"
          from ${files} f
          left join ${jobs} j on j.account_id = ${accountId} and j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
          left join ${statementConfigs} c on c.config_id = j.config_id
          where f.account_id = ${accountId} and f.file_id = ${fileId}`;
        if (row === undefined) return null;
        return { ...row, config: row.config === null ? null : readStoredConfig(row.config).config };
      }),
  };
}

export function createFileReads(database: Database): FileReads {
  return {
    list: (accountId, filter, page) => database.read(accountId, (sql) => listFiles(sql, { accountId, filter, page })),
    exportAll: (accountId, filter, cursor) =>
      openRowExport(database, accountId, (sql) => {
        const check = Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          refuseUnknownCursor(sql, accountId, cursor),
        ]);
        return rowsOfQuery(
          sql,
          check.then(([refused, refusedCursor]) => refused ?? refusedCursor),
          { query: filesOf(sql, { accountId, filter, cursor }), offset: 0, show: fileFrom },
        );
      }),
    find: (accountId, fileId) =>
      database.read(accountId, async (sql) => {
        const [row] = await sql<FileRow[]>`
          ${selectFiles(sql, accountId)} where f.account_id = ${accountId} and f.file_id = ${fileId}`;
        return row === undefined ? null : fileFrom(row);
      }),
  };
}

interface FileList {
  readonly accountId: string;
  readonly filter: FileFilter;
  readonly page: CursorPosition;
}

async function listFiles(sql: Sql, { accountId, filter, page }: FileList): Promise<CursorPage<FileRecord> | Refused> {
  const [refused, refusedCursor, rows] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    refuseUnknownCursor(sql, accountId, page.cursor),
    sql<FileRow[]>`${filesOf(sql, { accountId, filter, cursor: page.cursor })} limit ${page.limit + 1}`,
  ]);
  const refusal = refused ?? refusedCursor;
  if (isRefused(refusal)) return refusal;
  const { data, pagination } = cursorPage(rows, page.limit, ({ position }) => position);
  return { data: data.map(fileFrom), pagination };
}

function filesOf(
  sql: Sql,
  {
    accountId,
    filter,
    cursor,
  }: { readonly accountId: string; readonly filter: FileFilter; readonly cursor: number | undefined },
): Fragment {
  const conditions = [
    sql`where f.account_id = ${accountId} and f.status not in ('retracted', 'replaced')`,
    ...whenSet(filter.carrierId, (carrierId) => sql`and f.carrier_id = ${carrierId}`),
    ...whenSet(filter.workspaceId, (workspaceId) => sql`and f.workspace_id = ${workspaceId}`),
    ...whenSet(filter.period, (period) => sql`and f.period = ${period}`),
    ...whenSet(
      filter.checksumSha256,
      (checksum) => sql`and (f.checksum_sha256 = ${checksum} or f.archive_checksum_sha256 = ${checksum})`,
    ),
    ...whenSet(cursor, (position) => sql`and f.position < ${position}`),
  ];
  return sql`${selectFiles(sql, accountId)} ${conditions} order by f.position desc`;
}

interface FileRow extends FileRecord {
  readonly position: number;
}

function fileFrom({ position: _, ...file }: FileRow): FileRecord {
  return file;
}

/** Refuses a cursor that is not a file's position. Files are never deleted, so an issued cursor stays valid. */
async function refuseUnknownCursor(sql: Sql, accountId: string, cursor: number | undefined): Promise<Refused | null> {
  if (cursor === undefined) return null;
  const found = await sql`select 1 from ${files} where account_id = ${accountId} and position = ${cursor}`;
  return found.length > 0 ? null : unknownCursor();
}

const selectFiles = (sql: Sql, accountId: string) => sql`
  select f.position::float8 as position, f.file_id as id, f.file_id as "fileId", f.account_id as "accountId",
    f.workspace_id as "workspaceId", f.carrier_id as "carrierId", c.name as "carrierName",
    left(f.period, 4)::int as "periodYear", right(f.period, 2)::int as "periodMonth", f.period,
    f.original_filename as "originalFilename", f.byte_size as "byteSize", f.checksum_sha256 as "checksumSha256", f.source,
    f.status, j.job_id as "jobId", f.rows_ingested as "rowsIngested", round(f.stated_total, 2)::float8 as "statedTotal",
    f.uploaded_at as "uploadedAt", f.superseded_at as "supersededAt", f.raw_purged_at as "rawPurgedAt",
    coalesce(r.config_id <> active.config_id, false) as "rescoreSuggested"
  from ${files} f
  join ${visibleCarriers(sql, accountId)} c on c.carrier_id = f.carrier_id
  join ${jobs} j on j.account_id = ${accountId} and j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
  left join ${rollups} r on f.status = 'active' and r.account_id = ${accountId} and r.workspace_id = f.workspace_id
    and r.carrier_id = f.carrier_id and r.period = f.period
  left join lateral ${activeFormat(sql, accountId, sql`f.carrier_id`)} active on true`;
