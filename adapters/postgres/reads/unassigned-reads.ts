import type { UnassignedFilter, UnassignedLineRow, UnassignedReads } from '../../../app/reads/list-statement-money.ts';
import { offsetPage } from '../../../core/page.ts';
import { isRefused } from '../../../core/problem.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import type { Database } from '../connection/database.ts';
import { openRowExport, rowsOfQuery } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { visibleCarriers } from '../queries/carrier-scope.ts';

export function createUnassignedReads(database: Database): UnassignedReads {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const [refused, rows] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          sql<UnassignedLineRow[]>`${linesOf(sql, accountId, filter)} limit ${page.limit + 1} offset ${page.offset}`,
        ]);
        return isRefused(refused) ? refused : offsetPage(rows, page);
      }),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, (sql) =>
        rowsOfQuery(sql, refuseUnknownBook(sql, accountId, filter), {
          query: linesOf(sql, accountId, filter),
          offset,
          show: (row: UnassignedLineRow) => row,
        }),
      ),
  };
}

/** Selects lines of active files: newest month first, then in order of the files and their rows. */
const linesOf = (sql: Sql, accountId: string, { period, carrierId, workspaceId, fileId }: UnassignedFilter) => sql`
  select u.period, u.carrier_id as "carrierId", c.name as "carrierName", u.workspace_id as "workspaceId", u.file_id as "fileId",
    f.original_filename as "fileName", u.sheet + 1 as sheet, u.row_number as row, u.kind, u.description as text,
    round(u.amount, 2)::float8 as amount, u.is_counted as "isCounted", u.agent_id as "agentId", u.agent_name as "agentName",
    u.coverage_month as "coverageMonth"
  from ${unassignedLines} u
  join ${files} f on f.account_id = ${accountId} and f.file_id = u.file_id and f.status = 'active'
  join ${visibleCarriers(sql, accountId)} c on c.carrier_id = u.carrier_id
  where ${[
    sql`u.account_id = ${accountId}`,
    ...whenSet(period, (month) => sql`and u.period = ${month}`),
    ...whenSet(carrierId, (id) => sql`and u.carrier_id = ${id}`),
    ...whenSet(workspaceId, (id) => sql`and u.workspace_id = ${id}`),
    ...whenSet(fileId, (id) => sql`and u.file_id = ${id}`),
  ]}
  order by u.period desc, f.position, u.sheet, u.row_number`;
