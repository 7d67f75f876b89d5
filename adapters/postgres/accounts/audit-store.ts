import { randomUUID } from 'node:crypto';
import type { Fragment } from 'postgres';
import type { AuditEntry, AuditFilter, AuditReads } from '../../../app/accounts/report-account.ts';
import { offsetPage } from '../../../core/page.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { auditEntries } from '../../../schema/accounts.ts';
import { timeOrder } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { whenSet } from '../queries/book-scope.ts';

/** Records a change in the transaction that makes it. `meta` holds ids and figures, never member data of a statement. */
export async function recordAudit(
  sql: Sql,
  entry: {
    readonly accountId: string;
    readonly origin: RequestOrigin;
    readonly action: string;
    readonly target: string | null;
    readonly meta?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { accountId, origin, action, target, meta = {} } = entry;
  await orm(sql)
    .insert(auditEntries)
    .values({ auditId: randomUUID(), accountId, actor: origin.actor, action, target, meta, ip: origin.ip });
}

export function createAuditReads(database: Database): AuditReads {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const rows = await sql<AuditEntry[]>`
          ${entriesOf(sql, accountId, filter)} limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows, page);
      }),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, (sql) =>
        rowsOfQuery<AuditEntry, AuditEntry>(sql, Promise.resolve(null), {
          query: entriesOf(sql, accountId, filter),
          offset,
          show: (entry) => entry,
        }),
      ),
  };
}

function entriesOf(sql: Sql, accountId: string, { action, sort }: AuditFilter): Fragment {
  const conditions = [
    sql`where account_id = ${accountId}`,
    ...whenSet(action, (wanted) => sql`and action = ${wanted}`),
  ];
  return sql`
    select audit_id as id, actor, action, target, meta, ip, created_at as "createdAt" from ${auditEntries}
    ${conditions} order by position ${timeOrder(sql, sort)}`;
}

/** Records a change that belongs to no account: of the shared catalogue, or of the service itself. */
export async function recordOperatorAudit(
  sql: Sql,
  origin: RequestOrigin,
  entry: {
    readonly action: string;
    readonly target: string | null;
    readonly meta?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { action, target, meta = {} } = entry;
  await orm(sql)
    .insert(auditEntries)
    .values({ auditId: randomUUID(), actor: origin.actor, action, target, meta, ip: origin.ip });
}
