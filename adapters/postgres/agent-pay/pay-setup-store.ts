import { and, desc, eq } from 'drizzle-orm';
import type { PaySheetAgent, PaySheetFacts, PaySheetStore } from '../../../app/agent-pay/import-pay-sheet.ts';
import type { PaySetupRecord, PaySetupStore, SetupRow } from '../../../app/agent-pay/pay-setup.ts';
import type { SheetAgentFields } from '../../../core/agent-pay/plan-pay-sheet.ts';
import { isRefused } from '../../../core/problem.ts';
import { payRuns, paySettlements, paySetups } from '../../../schema/agent-pay.ts';
import { agentNames, agents } from '../../../schema/agents.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { refuseMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { lockAgents } from '../queries/agent-rows.ts';
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

/** Stores agents, plans and balances of a sheet. The audit trail has their numbers only, because it must hold nothing about a person. */
export function createPaySheetStore(database: Database): PaySheetStore {
  return {
    facts: (accountId) => database.read(accountId, (sql) => loadFacts(sql, accountId)),
    apply: (accountId, decide, origin) =>
      database.tenant(accountId, async (sql) => {
        await lockAgents(sql, accountId);
        await lockPay(sql, accountId);
        const change = decide(await loadFacts(sql, accountId));
        if (isRefused(change)) return change;
        const { created, updated, setup } = change;
        const full = await refuseMore(sql, accountId, { kind: 'agents', more: created.length });
        if (full !== null) return full;
        await saveAgents(sql, accountId, [...created, ...updated]);
        const before = (await currentSetup(sql, accountId))?.revision ?? 0;
        const revision = setup === null ? before : before + 1;
        if (setup !== null)
          await orm(sql).insert(paySetups).values({ accountId, revision, setup, changedBy: origin.actor });
        const meta = { revision, newAgents: created.length, changedAgents: updated.length };
        await recordAudit(sql, { accountId, origin, action: 'pay_setup.import', target: null, meta });
        return null;
      }),
  };
}

async function loadFacts(sql: Sql, accountId: string): Promise<PaySheetFacts> {
  const known = await sql<PaySheetAgent[]>`
    select a.agent_id as "agentId", a.name, a.npn, a.email, a.upline_id as "uplineId", a.tax_form_on::text as "taxFormOn",
      a.is_house as "isHouse", coalesce((
        select jsonb_agg(n.text order by n.folded) from ${agentNames} n
        where n.account_id = a.account_id and n.agent_id = a.agent_id and n.kind = 'name'), '[]') as texts,
      exists (
        select from ${paySettlements} s where s.account_id = a.account_id and s.agent_id = a.agent_id) as "isSettled"
    from ${agents} a where a.account_id = ${accountId} order by a.agent_id`;
  const row = await currentSetup(sql, accountId);
  return { agents: known, setup: row?.setup ?? null };
}

/** Stores records by two statements: uplines may be agents of the same sheet. */
async function saveAgents(sql: Sql, accountId: string, records: readonly SheetAgentFields[]): Promise<void> {
  if (records.length === 0) return;
  const [ids, uplines] = [records.map(({ agentId }) => agentId), records.map(({ uplineId }) => uplineId)];
  await sql`
    insert into ${agents} (account_id, agent_id, name, npn, email, tax_form_on)
    select ${accountId}, r.id, r.name, r.npn, r.email, r.tax_form from unnest(
      ${ids}::uuid[], ${records.map(({ name }) => name)}::text[], ${records.map(({ npn }) => npn)}::text[],
      ${records.map(({ email }) => email)}::text[], ${records.map(({ taxFormOn }) => taxFormOn)}::date[])
      as r (id, name, npn, email, tax_form)
    on conflict (account_id, agent_id) do update
      set npn = excluded.npn, email = excluded.email, tax_form_on = excluded.tax_form_on, updated_at = clock_timestamp()`;
  await sql`
    update ${agents} set upline_id = r.upline
    from unnest(${ids}::uuid[], ${uplines}::uuid[]) as r (id, upline)
    where account_id = ${accountId} and agent_id = r.id`;
}
