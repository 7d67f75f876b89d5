import { randomUUID } from 'node:crypto';
import type { RequestOrigin } from '../../app/upload-ports.ts';
import type { Sql } from './sql.ts';

/** Written in the transaction of what it tells of. `meta` holds ids and figures, never what a statement says of a member. */
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
  await sql`
    insert into audit_entries (audit_id, account_id, actor, action, target, meta, ip)
    values (${randomUUID()}, ${accountId}, ${origin.actor}, ${action}, ${target}, ${sql.json(meta)}, ${origin.ip})`;
}
