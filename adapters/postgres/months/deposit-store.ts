import type { DepositStore } from '../../../app/months/keep-deposits.ts';
import type { StatementDeposit } from '../../../app/reads/show-statement.ts';
import { files } from '../../../schema/files.ts';
import { statementDeposits } from '../../../schema/months.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';

/** Stores what the bank shows for a month of a book. */
export function createDepositStore(database: Database): DepositStore {
  return {
    set: (key, { amount, depositedOn, note, author }, origin) =>
      database.tenant(key.accountId, async (sql) => {
        const { accountId, workspaceId, carrierId, period } = key;
        const [stored] = await sql<StatementDeposit[]>`
          insert into ${statementDeposits} (account_id, workspace_id, carrier_id, period, amount, deposited_on, note, author)
          select ${accountId}, ${workspaceId}::uuid, ${carrierId}::uuid, ${period}, ${amount}, ${depositedOn}::date, ${note}::text,
            ${author}::text
          where exists (select 1 from ${files}
            where account_id = ${accountId} and workspace_id = ${workspaceId} and carrier_id = ${carrierId})
          on conflict (workspace_id, carrier_id, period) do update set amount = excluded.amount,
            deposited_on = excluded.deposited_on, note = excluded.note, author = excluded.author, entered_at = clock_timestamp()
          returning amount::float8 as amount, to_char(deposited_on, 'YYYY-MM-DD') as "depositedOn", note, author,
            entered_at as "enteredAt"`;
        if (stored === undefined) return null;
        const meta = { period, workspaceId, amount, depositedOn };
        await recordAudit(sql, { accountId, origin, action: 'deposit.set', target: carrierId, meta });
        return stored;
      }),
    remove: ({ accountId, workspaceId, carrierId, period }, origin) =>
      database.tenant(accountId, async (sql) => {
        const removed = await sql`
          delete from ${statementDeposits}
          where account_id = ${accountId} and workspace_id = ${workspaceId} and carrier_id = ${carrierId} and period = ${period}`;
        if (removed.count === 0) return false;
        const meta = { period, workspaceId };
        await recordAudit(sql, { accountId, origin, action: 'deposit.delete', target: carrierId, meta });
        return true;
      }),
  };
}
