import { randomUUID } from 'node:crypto';
import { and, eq, sql as expression, ne, type SQL } from 'drizzle-orm';
import type { ListSheetAgents } from '../../../app/agent-pay/run-papers.ts';
import type {
  AcceptedProposals,
  Agent,
  AgentChange,
  AgentFacts,
  AgentStore,
  PaidSighting,
  StoredSpelling,
} from '../../../app/agents/manage-agents.ts';
import type { SheetAgent } from '../../../core/agent-pay/compare-sheet.ts';
import type { AgentProposal, AgentSpelling } from '../../../core/agents/propose-agents.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import {
  agentInUse,
  houseTaken,
  npnTaken,
  spellingTaken,
  unknownAgent,
  unknownAgentName,
  unknownCarrier,
  unknownUpline,
  uplineBelow,
} from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { payAdjustments, paySettlements } from '../../../schema/agent-pay.ts';
import { agentNames, agentPairsApart, agents } from '../../../schema/agents.ts';
import { carriers } from '../../../schema/carriers.ts';
import { teamMembers } from '../../../schema/people.ts';
import { refuseMore, refuseOneMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { currentSetup, lockPay } from '../agent-pay/pay-setup-store.ts';
import { holdCarrier } from '../carriers/carrier-store.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { agentPayRows, lockAgents } from '../queries/agent-rows.ts';
import { exactFrom } from '../records/column-types.ts';

/** Stores agents. All changes of an account's agents wait for each other, so that no name gets two agents. */
export function createAgentStore(database: Database): AgentStore {
  const change = <T>(accountId: string, work: (sql: Sql) => Promise<T>) =>
    database.tenant(accountId, async (sql) => {
      await lockAgents(sql, accountId);
      return work(sql);
    });
  return {
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const rows = await sql<Agent[]>`
          ${selectAgents(sql, accountId)} order by lower(a.name), a.agent_id limit ${page.limit + 1} offset ${page.offset}`;
        return countedPage(rows, page, () => countOfTable(sql, agents, eq(agents.accountId, accountId)));
      }),
    find: (key) => database.read(key.accountId, (sql) => findAgent(sql, key)),
    create: (accountId, fields, origin) =>
      change(accountId, async (sql) => {
        const key = { accountId, agentId: randomUUID() };
        const refused = (await refuseOneMore(sql, accountId, 'agents')) ?? (await refuseFieldsOf(sql, key, fields));
        if (refused !== null) return refused;
        await orm(sql)
          .insert(agents)
          .values({ ...key, ...fields });
        await recordAudit(sql, { accountId, origin, action: 'agent.create', target: key.agentId });
        return (await findAgent(sql, key)) ?? unknownAgent();
      }),
    update: (key, fields, origin) => change(key.accountId, (sql) => updateAgent(sql, { ...key, fields }, origin)),
    delete: (key, origin) => change(key.accountId, (sql) => deleteAgent(sql, key, origin)),
    join: (key, spelling, origin) => change(key.accountId, (sql) => joinName(sql, { ...key, spelling }, origin)),
    separate: ({ nameId, ...key }, origin) =>
      change(key.accountId, async (sql) => {
        const removed = await orm(sql)
          .update(agentNames)
          .set({ agentId: null })
          .where(and(ofAgent(agentNames, key), eq(agentNames.nameId, nameId)))
          .returning({ kind: agentNames.kind });
        if (removed.length === 0) return unknownAgentName();
        await recordAudit(sql, {
          ...{ accountId: key.accountId, origin, action: 'agent.name.remove', target: key.agentId, meta: { nameId } },
        });
        return null;
      }),
    facts: (accountId) => database.read(accountId, (sql) => loadFacts(sql, accountId)),
    accept: (accountId, choose, origin) =>
      change(accountId, async (sql) => {
        const chosen = choose(await loadFacts(sql, accountId));
        return isRefused(chosen) ? chosen : acceptAll(sql, { accountId, chosen }, origin);
      }),
    keepApart: (accountId, choose, origin) =>
      change(accountId, async (sql) => {
        const pairs = choose(await loadFacts(sql, accountId));
        if (isRefused(pairs)) return pairs;
        await sql`
          insert into ${agentPairsApart} (account_id, one, other)
          select ${accountId}, one, other
          from unnest(${pairs.map(([one]) => one)}::text[], ${pairs.map(([, other]) => other)}::text[]) as pairs (one, other)
          on conflict do nothing`;
        const meta = { pairs: pairs.length };
        await recordAudit(sql, { accountId, origin, action: 'agent.refuse', target: null, meta });
        return null;
      }),
  };
}

interface AgentKey {
  readonly accountId: string;
  readonly agentId: string;
}

const ofAgent = (table: typeof agents | typeof agentNames, { accountId, agentId }: AgentKey): SQL | undefined =>
  and(eq(table.accountId, accountId), eq(table.agentId, agentId));

const selectAgents = (sql: Sql, accountId: string) => sql`
  select a.agent_id as "agentId", a.name, a.npn, a.email, a.phone, a.address, a.upline_id as "uplineId", a.left_from as "leftFrom",
    a.is_house as "isHouse", a.tax_form_on::text as "taxFormOn", a.created_at as "createdAt", a.updated_at as "updatedAt", coalesce((
      select jsonb_agg(jsonb_build_object('nameId', n.name_id, 'kind', n.kind, 'text', n.text, 'carrierId', n.carrier_id,
        'carrierName', c.name) order by n.kind, n.folded, c.name)
      from ${agentNames} n left join ${carriers} c on c.carrier_id = n.carrier_id
      where n.account_id = a.account_id and n.agent_id = a.agent_id), '[]') as names
  from ${agents} a where a.account_id = ${accountId}`;

async function findAgent(sql: Sql, { accountId, agentId }: AgentKey): Promise<Agent | null> {
  const [agent] = await sql<Agent[]>`${selectAgents(sql, accountId)} and a.agent_id = ${agentId}`;
  return agent ?? null;
}

async function refuseFieldsOf(sql: Sql, key: AgentKey, fields: AgentChange): Promise<Refused | null> {
  const other = (matching: SQL) =>
    orm(sql)
      .select({ id: agents.agentId })
      .from(agents)
      .where(and(eq(agents.accountId, key.accountId), ne(agents.agentId, key.agentId), matching));
  const { npn = null, isHouse = false, uplineId = null } = fields;
  if (npn !== null && (await other(eq(agents.npn, npn))).length > 0) return npnTaken(npn);
  if (isHouse && (await other(eq(agents.isHouse, true))).length > 0) return houseTaken();
  return uplineId === null ? null : refuseUpline(sql, key, uplineId);
}

async function refuseUpline(sql: Sql, { accountId, agentId }: AgentKey, uplineId: string): Promise<Refused | null> {
  const above = await sql<{ id: string }[]>`
    with recursive above as (
      select agent_id, upline_id from ${agents} where account_id = ${accountId} and agent_id = ${uplineId}
      union
      select a.agent_id, a.upline_id from above b join ${agents} a on a.account_id = ${accountId} and a.agent_id = b.upline_id)
    select agent_id as id from above`;
  if (uplineId === agentId || above.some(({ id }) => id === agentId)) return uplineBelow();
  return above.length === 0 ? unknownUpline() : null;
}

async function updateAgent(
  sql: Sql,
  { fields, ...key }: AgentKey & { readonly fields: AgentChange },
  origin: RequestOrigin,
): Promise<Agent | Refused> {
  const refused = await refuseFieldsOf(sql, key, fields);
  if (refused !== null) return refused;
  const updated = await orm(sql)
    .update(agents)
    .set({ ...fields, updatedAt: clockTime })
    .where(ofAgent(agents, key))
    .returning({ id: agents.agentId });
  if (updated.length === 0) return unknownAgent();
  // The names of the fields are recorded, their contents are not: they are personal data.
  const meta = { fields: Object.keys(fields) };
  await recordAudit(sql, { accountId: key.accountId, origin, action: 'agent.update', target: key.agentId, meta });
  return (await findAgent(sql, key)) ?? unknownAgent();
}

async function deleteAgent(sql: Sql, key: AgentKey, origin: RequestOrigin): Promise<Refused | null> {
  const { accountId, agentId } = key;
  await lockPay(sql, accountId);
  const [used] = await sql<{ below: boolean; people: boolean; names: boolean; runs: boolean }[]>`
    select exists (select from ${agents} where account_id = ${accountId} and upline_id = ${agentId}) as below,
      exists (select from ${teamMembers} where account_id = ${accountId} and agent_record_id = ${agentId}) as people,
      exists (select from ${agentNames} where account_id = ${accountId} and agent_id = ${agentId}) as names,
      exists (select from ${paySettlements} where account_id = ${accountId} and agent_id = ${agentId})
        or exists (select from ${payAdjustments} where account_id = ${accountId} and agent_id = ${agentId}) as runs`;
  if (used?.below === true) return agentInUse('Agents below');
  if (used?.people === true) return agentInUse('People of the team');
  if (used?.names === true) return agentInUse('Names or numbers of statements');
  if (used?.runs === true) return agentInUse('Pay runs');
  const setup = JSON.stringify((await currentSetup(sql, accountId))?.setup ?? null);
  if (setup.includes(agentId)) return agentInUse('Plans, terms, moves or shared cases of pay');
  const deleted = await orm(sql).delete(agents).where(ofAgent(agents, key)).returning({ id: agents.agentId });
  if (deleted.length === 0) return unknownAgent();
  await recordAudit(sql, { accountId, origin, action: 'agent.delete', target: agentId });
  return null;
}

async function joinName(
  sql: Sql,
  { spelling, ...key }: AgentKey & { readonly spelling: AgentSpelling },
  origin: RequestOrigin,
): Promise<Agent | Refused> {
  const { accountId, agentId } = key;
  if ((await findAgent(sql, key)) === null) return unknownAgent();
  const { carrierId } = spelling;
  if (carrierId !== null && !(await holdCarrier(sql, { accountId, carrierId }))) return unknownCarrier();
  const full = await refuseOneMore(sql, accountId, 'agentNames');
  if (full !== null) return full;
  const refused = await addName(sql, key, spelling);
  if (refused !== null) return refused;
  const { kind } = spelling;
  await recordAudit(sql, { accountId, origin, action: 'agent.name.add', target: agentId, meta: { kind, carrierId } });
  return (await findAgent(sql, key)) ?? unknownAgent();
}

/**
 * Adds a name or number under the lock of the account's agents. A text for one carrier that another agent has for all carriers is refused,
 * and the other way round, so that a row has one agent at most.
 */
async function addName(sql: Sql, key: AgentKey, { kind, text, carrierId }: AgentSpelling): Promise<Refused | null> {
  const { accountId, agentId } = key;
  const [taken] = await sql<{ name: string }[]>`
    select a.name from ${agentNames} n join ${agents} a on a.account_id = n.account_id and a.agent_id = n.agent_id
    where n.account_id = ${accountId} and n.kind = ${kind} and n.folded = lower(${text}) and n.agent_id <> ${agentId}
      and (n.carrier_id is null or ${carrierId}::uuid is null or n.carrier_id = ${carrierId}::uuid)
    limit 1`;
  if (taken !== undefined) return spellingTaken(text, taken.name);
  await sql`
    insert into ${agentNames} (name_id, account_id, agent_id, kind, text, carrier_id)
    values (${randomUUID()}, ${accountId}, ${agentId}, ${kind}, ${text}, ${carrierId})
    on conflict (account_id, kind, folded, carrier_id) do update set agent_id = excluded.agent_id`;
  return null;
}

async function loadFacts(sql: Sql, accountId: string): Promise<AgentFacts> {
  const [sightings, known, spellings, twoAgents] = await Promise.all([
    sql<(Omit<PaidSighting, 'paidNet'> & { readonly paidNet: string })[]>`
      select p.carrier_id as "carrierId", c.name as "carrierName", p.id as number, p.name, min(p.period::text) as "firstPeriod",
        max(p.period::text) as "lastPeriod", sum(p.net)::text as "paidNet"
      from (${agentPayRows(sql, accountId, [sql`t.account_id = ${accountId}`])}) p
      join ${carriers} c on c.carrier_id = p.carrier_id
      where p.id is not null or p.name is not null
      group by p.carrier_id, c.name, p.id, p.name
      order by p.carrier_id, p.id, p.name`,
    orm(sql)
      .select({ agentId: agents.agentId, name: agents.name, npn: agents.npn })
      .from(agents)
      .where(eq(agents.accountId, accountId))
      .orderBy(agents.agentId),
    orm(sql)
      .select({
        nameId: agentNames.nameId,
        agentId: agentNames.agentId,
        kind: agentNames.kind,
        text: agentNames.text,
        carrierId: agentNames.carrierId,
      })
      .from(agentNames)
      .where(eq(agentNames.accountId, accountId))
      .orderBy(expression`${agentNames.nameId}`),
    sql<{ one: string; other: string }[]>`
      select one, other from ${agentPairsApart} where account_id = ${accountId} order by one, other`,
  ]);
  const stored: readonly StoredSpelling[] = spellings;
  return {
    sightings: sightings.map((row) => ({ ...row, paidNet: exactFrom(row.paidNet) })),
    agents: known,
    spellings: stored,
    twoAgents: twoAgents.map(({ one, other }) => [one, other] as const),
  };
}

async function acceptAll(
  sql: Sql,
  { accountId, chosen }: { readonly accountId: string; readonly chosen: readonly AgentProposal[] },
  origin: RequestOrigin,
): Promise<AcceptedProposals | Refused> {
  const created = chosen.filter(({ agentId }) => agentId === null);
  const names = chosen.flatMap(({ spellings }) => spellings).length;
  const full =
    (await refuseMore(sql, accountId, { kind: 'agents', more: created.length })) ??
    (await refuseMore(sql, accountId, { kind: 'agentNames', more: names }));
  if (full !== null) return full;
  for (const { agentId: known, name, certainty, spellings } of chosen) {
    const key = { accountId, agentId: known ?? randomUUID() };
    if (known === null)
      await orm(sql)
        .insert(agents)
        .values({ ...key, name });
    for (const spelling of spellings) {
      const refused = await addName(sql, key, spelling);
      if (refused !== null) throw new Error('A proposal named a text of another agent');
    }
    const meta = { certainty, isNew: known === null, names: spellings.length };
    await recordAudit(sql, { accountId, origin, action: 'agent.accept', target: key.agentId, meta });
  }
  return { created: created.length, completed: chosen.length - created.length, names };
}

/** Lists the agents of an account with their names and numbers on statements, for a comparison with a sheet. */
export function createSheetAgents(database: Database): ListSheetAgents {
  return (accountId) =>
    database.read(
      accountId,
      (sql) => sql<SheetAgent[]>`
        select a.agent_id as "agentId", a.name, coalesce((
          select jsonb_agg(n.text order by n.folded) from ${agentNames} n
          where n.account_id = a.account_id and n.agent_id = a.agent_id), '[]') as texts
        from ${agents} a where a.account_id = ${accountId} order by a.agent_id`,
    );
}
