import { eq } from 'drizzle-orm';
import type { RetentionSettings, RetentionStore } from '../../../app/accounts/report-account.ts';
import { EXCEPTIONS_KEPT_DAYS, RAW_KEPT_AFTER_PROCESSING_HOURS } from '../../../core/limits/account-limits.ts';
import { accounts } from '../../../schema/accounts.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { recordAudit } from './audit-store.ts';

/** Selects for how many hours the account in row `a` keeps files that were read. */
export const readFileHours = (sql: Sql) => sql`coalesce(a.read_file_hours, ${RAW_KEPT_AFTER_PROCESSING_HOURS})`;
/** Selects for how many days the account in row `a` keeps rejected rows. */
export const rejectedRowDays = (sql: Sql) => sql`coalesce(a.rejected_row_days, ${EXCEPTIONS_KEPT_DAYS})`;

/** Reads and changes for how long accounts keep files and rejected rows. */
export function createRetentionStore(database: Database): RetentionStore {
  return {
    find: (accountId) => database.read(accountId, (sql) => findSettings(sql, accountId)),
    set: (accountId, settings, origin) =>
      database.tenant(accountId, async (sql) => {
        const { readFileHours: hours, rejectedRowDays: days } = settings;
        await orm(sql)
          .update(accounts)
          .set({ readFileHours: hours, rejectedRowDays: days })
          .where(eq(accounts.accountId, accountId));
        const meta = { readFileHours: hours, rejectedRowDays: days };
        await recordAudit(sql, { accountId, origin, action: 'account.retention', target: accountId, meta });
        return findSettings(sql, accountId);
      }),
  };
}

async function findSettings(sql: Sql, accountId: string): Promise<RetentionSettings> {
  const [row] = await sql<RetentionSettings[]>`
    select ${readFileHours(sql)} as "readFileHours", ${rejectedRowDays(sql)} as "rejectedRowDays"
    from ${accounts} a where a.account_id = ${accountId}`;
  if (row === undefined) throw new Error('There is no such account.');
  return row;
}
