import { randomUUID } from 'node:crypto';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { auditEntries } from '../../../schema/accounts.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

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
