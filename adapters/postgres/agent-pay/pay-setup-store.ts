import { desc, eq } from 'drizzle-orm';
import type { PaySetupStore, SetupRow } from '../../../app/agent-pay/pay-setup.ts';
import { payRuns, paySetups } from '../../../schema/agent-pay.ts';
import { agents } from '../../../schema/agents.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

export function createPaySetupStore(database: Database): PaySetupStore {
  return {
    current: (accountId) => database.read(accountId, (sql) => currentSetup(sql, accountId)),
    change: ({ accountId, setup }, refuse, origin) =>
      database.tenant(accountId, async (sql) => {
        await lockPay(sql, accountId);
        const known = await orm(sql).select({ id: agents.agentId }).from(agents).where(eq(agents.accountId, accountId));
        const before = await currentSetup(sql, accountId);
        const revision = before?.revision ?? 0;
        const [named] = await sql<{ first: string | null }[]>`
          select min(month) as first from ${payRuns}, unnest(months) as month where account_id = ${accountId}`;
        const agentIds = new Set(known.map(({ id }) => id));
        const refused = refuse({ revision, agentIds, firstRunMonth: named?.first ?? null });
        if (refused !== null) return refused;
        await orm(sql)
          .insert(paySetups)
          .values({ accountId, revision: revision + 1, setup, changedBy: origin.actor });
        const meta = { revision: revision + 1, plans: setup.plans.length, agents: setup.agents.length };
        await recordAudit(sql, { accountId, origin, action: 'pay_setup.update', target: null, meta });
        const stored = await currentSetup(sql, accountId);
        if (stored === null) throw new Error('The setup that was just stored is not there.');
        return stored;
      }),
  };
}

/** Returns the latest revision as it is stored; null before the first one. */
export async function currentSetup(sql: Sql, accountId: string): Promise<SetupRow | null> {
  const { revision, changedBy, changedAt, setup } = paySetups;
  const [row] = await orm(sql)
    .select({ revision, changedBy, changedAt, setup })
    .from(paySetups)
    .where(eq(paySetups.accountId, accountId))
    .orderBy(desc(revision))
    .limit(1);
  return row ?? null;
}

/** Lets one transaction at a time change an account's setup and runs. It ends with the transaction. */
export async function lockPay(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agent pay ${accountId}`}, 0))`;
}
