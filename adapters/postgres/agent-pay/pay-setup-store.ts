import { and, desc, eq } from 'drizzle-orm';
import type { PaySetupRecord, PaySetupStore, SetupRow } from '../../../app/agent-pay/pay-setup.ts';
import { isRefused } from '../../../core/problem.ts';
import { payRuns, paySettlements, paySetups } from '../../../schema/agent-pay.ts';
import { agents } from '../../../schema/agents.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { readCarrierNames } from './run-material.ts';

export function createPaySetupStore(database: Database): PaySetupStore {
  return {
    find: (accountId, revision) => database.read(accountId, (sql) => currentSetup(sql, accountId, revision)),
    change: ({ accountId, setup }, decide, origin) =>
      database.tenant(accountId, async (sql) => {
        await lockPay(sql, accountId);
        const known = await orm(sql).select({ id: agents.agentId }).from(agents).where(eq(agents.accountId, accountId));
        const before = await currentSetup(sql, accountId);
        const revision = before?.revision ?? 0;
        const [named] = await sql<{ first: string | null }[]>`
          select min(month) as first from ${payRuns}, unnest(months) as month where account_id = ${accountId}`;
        const agentIds = new Set(known.map(({ id }) => id));
        const carriers = await readCarrierNames(sql, accountId);
        const settled = await sql<{ id: string }[]>`
          select distinct agent_id as id from ${paySettlements} where account_id = ${accountId}`;
        const changes = decide({
          settledAgentIds: new Set(settled.map(({ id }) => id)),
          ...{ revision, setup: before?.setup ?? null, firstRunMonth: named?.first ?? null },
          ...{ agentIds, carrierIds: new Set(carriers.keys()), memberIds: await knownMembers(sql, accountId, setup) },
        });
        if (isRefused(changes)) return changes;
        await orm(sql)
          .insert(paySetups)
          .values({ accountId, revision: revision + 1, setup, changedBy: origin.actor });
        const meta = { revision: revision + 1, plans: setup.plans.length, agents: setup.agents.length, ...changes };
        await recordAudit(sql, { accountId, origin, action: 'pay_setup.update', target: null, meta });
        const stored = await currentSetup(sql, accountId);
        if (stored === null) throw new Error('The setup that was just stored is not there.');
        return stored;
      }),
  };
}

/** Returns the members of a setup that the account has. */
async function knownMembers(
  sql: Sql,
  accountId: string,
  { plans, moves, cases }: PaySetupRecord,
): Promise<ReadonlySet<string>> {
  const named = [...plans.flatMap(({ rules }) => rules), ...moves, ...cases].map(({ memberRefId }) => memberRefId);
  const rows = await sql<{ id: string }[]>`
    select distinct member_ref_id as id from ${scoredRows}
    where account_id = ${accountId} and member_ref_id = any (${named.filter((id) => id !== null)}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the latest revision or the named one as it is stored; null for one that does not exist. */
export async function currentSetup(
  sql: Sql,
  accountId: string,
  wanted: number | null = null,
): Promise<SetupRow | null> {
  const { revision, changedBy, changedAt, setup } = paySetups;
  const [row] = await orm(sql)
    .select({ revision, changedBy, changedAt, setup })
    .from(paySetups)
    .where(and(eq(paySetups.accountId, accountId), wanted === null ? undefined : eq(revision, wanted)))
    .orderBy(desc(revision))
    .limit(1);
  return row ?? null;
}

/** Lets one transaction at a time change an account's setup and runs. It ends with the transaction. */
export async function lockPay(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agent pay ${accountId}`}, 0))`;
}
