import type { AccountExportReads } from '../../../app/accounts/export-account.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { streamRows } from '../connection/stream-rows.ts';
import type { TableExport } from './exported-pay.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';

/** The rows of a batch. Formatting them takes some milliseconds, during which the process can't answer other requests. */
const ROWS_AT_A_TIME = 250;

export function createAccountExportReads(database: Database): AccountExportReads {
  return {
    atOneMoment: (accountId, work) =>
      database.read(accountId, async (sql) => {
        // The first statement takes the snapshot.
        const [moment] = await sql<{ takenAt: string }[]>`select clock_timestamp() as "takenAt"`;
        if (moment === undefined) throw new Error('The database has no time');
        const tables = EXPORTED_TABLES.map((table) => ({ ...table, rows: () => rowsOf(sql, accountId, table) }));
        return work({ takenAt: moment.takenAt, tables });
      }),
    record: (accountId, origin) =>
      database.tenant(accountId, (sql) =>
        recordAudit(sql, { accountId, origin, action: 'account.export', target: accountId }),
      ),
  };
}

async function* rowsOf(
  sql: Sql,
  accountId: string,
  { columns, query }: TableExport,
): AsyncGenerator<readonly (readonly unknown[])[]> {
  for await (const portion of streamRows(sql, query(sql, accountId), ROWS_AT_A_TIME)) {
    yield portion.map((row) => columns.map((column): unknown => row[column]));
  }
}
