import type { Fragment } from 'postgres';
import type { StoredAdjustment, StoredPayLine, StoredRun } from '../../../app/agent-pay/pay-run-record.ts';
import type { KnownMonths, RunKey, RunMaterial, StoredPastRun } from '../../../app/agent-pay/pay-runs.ts';
import type { PaidPart, PaidParts, ShownLine } from '../../../core/agent-pay/pay-run.ts';
import type { AgentRecord } from '../../../core/agent-pay/pay-setup.ts';
import type { Balance } from '../../../core/agent-pay/settle-agent.ts';
import { PAY_LINES_MAX } from '../../../core/limits/job-limits.ts';
import type { Money } from '../../../core/money.ts';
import { addMonths, type Period, yearStart } from '../../../core/period.ts';
import type { Refused } from '../../../core/problem.ts';
import { payNotSetUp, tooManyPayLines } from '../../../core/refusals.ts';
import { payEntries, payRuns, paySettlements, paySetups } from '../../../schema/agent-pay.ts';
import { agents } from '../../../schema/agents.ts';
import { books, statementLines, unassignedLines } from '../../../schema/book.ts';
import { statementConfigs } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { memberAliases } from '../../../schema/members.ts';
import type { Sql } from '../connection/sql.ts';
import { recordOnStatement } from '../queries/agent-rows.ts';
import { visibleCarriers } from '../queries/book-scope.ts';

/** Returns a function that reads a numeric column as Money. Its names are of this code, never of a request. */
export const asMoney =
  (sql: Sql) =>
  (column: string): Fragment =>
    sql`(${sql.unsafe(column)} * 10000)::float8`;

interface MaterialOrder {
  readonly key: RunKey;
  readonly run: StoredRun;
  readonly adjustments: readonly StoredAdjustment[];
}

/** Reads everything that a run is computed from. Refuses an account without a setup, and more lines than a run may have. */
export async function loadRunMaterial(sql: Sql, order: MaterialOrder): Promise<RunMaterial | Refused> {
  const { key, run, adjustments } = order;
  const { accountId } = key;
  const past = await approvedRuns(sql, accountId);
  const setups = await loadSetups(sql, accountId, past);
  const revision = Math.max(...setups.keys());
  const months = [...run.months, ...past.flatMap((one) => one.months)].sort();
  const [first, last] = [setups.get(revision)?.firstMonth, months.at(-1)];
  if (first === undefined || last === undefined) return payNotSetUp();
  const lines = await loadLines(sql, { accountId, first: addMonths(yearStart(first), -12), last });
  if (lines.length > PAY_LINES_MAX) return tooManyPayLines(PAY_LINES_MAX);
  const paidBefore = await loadGiven(sql, accountId);
  return {
    ...{ run, adjustments, revision, past, lines, paidBefore },
    needsSecondPerson: await needsSecondPerson(sql, accountId, past),
    setups: new Map([...setups].map(([number, { setup }]) => [number, setup])),
    agents: await loadAgents(sql, accountId),
    joinedMembers: await loadJoinedMembers(sql, accountId),
    configs: await loadConfigs(sql, accountId, lines),
    carrierNames: await readCarrierNames(sql, accountId),
    balances: await loadBalances(sql, accountId),
  };
}

async function approvedRuns(sql: Sql, accountId: string): Promise<readonly StoredPastRun[]> {
  return sql<StoredPastRun[]>`
    select run_id as "runId", revision, records, reapply_from as "reapplyFrom", to_jsonb(months) as months from ${payRuns}
    where account_id = ${accountId} and state in ('approved', 'paid') order by approved_at, position`;
}

async function loadSetups(sql: Sql, accountId: string, past: readonly StoredPastRun[]) {
  const rows = await sql<{ revision: number; setup: unknown; firstMonth: Period }[]>`
    select revision, setup, setup ->> 'firstMonth' as "firstMonth" from ${paySetups} s
    where account_id = ${accountId} and (revision = any (${past.map((one) => one.revision)}::int[])
      or revision = (select max(revision) from ${paySetups} where account_id = ${accountId}))`;
  return new Map(rows.map(({ revision, ...row }) => [revision, row]));
}

/** Whether a setup since the one of the latest approved run demands a second person. */
async function needsSecondPerson(sql: Sql, accountId: string, past: readonly StoredPastRun[]): Promise<boolean> {
  const [found] = await sql<{ isNeeded: boolean }[]>`
    select exists (
      select from ${paySetups}
      where account_id = ${accountId} and revision >= ${past.at(-1)?.revision ?? 1} and setup ->> 'approval' = 'second_person'
    ) as "isNeeded"`;
  return found?.isNeeded === true;
}

interface LinesScope {
  readonly accountId: string;
  readonly first: Period;
  readonly last: Period;
}

/** Reads the lines of active statements, in the order of the files: one more than a run may have, when there are more. */
async function loadLines(sql: Sql, { accountId, first, last }: LinesScope): Promise<readonly StoredPayLine[]> {
  const inMoney = asMoney(sql);
  const isActive = (line: Fragment) => sql`
    f.account_id = ${accountId} and f.file_id = ${line}.file_id and f.status = 'active'
    and f.period between ${first} and ${last}`;
  const agentOf = (line: Fragment) =>
    recordOnStatement(sql, accountId, {
      carrier: sql`${line}.carrier_id`,
      number: sql`${line}.agent_id`,
      name: sql`${line}.agent_name`,
    });
  const textOf = (line: Fragment) => sql`concat_ws(' ', ${line}.agent_id, ${line}.agent_name)`;
  return sql<StoredPayLine[]>`
    select f.position, l.sheet, l.row_number, l.file_id as "fileId", l.carrier_id as "carrierId", l.period,
      l.coverage_month as "coverageMonth", l.member_ref_id as "memberRefId", l.member_external_id as "memberExternalId", l.member_name as "memberName",
      l.policy_number as "policyNumber", l.plan_name as "planName", l.product_type as "productType",
      l.effective_date::text as "effectiveDate", l.transaction_type as "transactionType", null as "storedKind", l.description,
      ${agentOf(sql`l`)} as "agentId", ${textOf(sql`l`)} as "agentText", ${inMoney('l.amount')} as amount, ${inMoney('l.premium')} as premium,
      (l.lives * 100)::float8 as lives, (l.months_paid * 100)::float8 as months
    from ${files} f join ${statementLines} l on l.account_id = ${accountId} and ${isActive(sql`l`)}
    union all
    select f.position, u.sheet, u.row_number, u.file_id, u.carrier_id, u.period, u.coverage_month, null, null, null, null, null, null,
      null, null, u.kind, u.description, ${agentOf(sql`u`)}, ${textOf(sql`u`)}, ${inMoney('u.amount')}, null, null, null
    from ${files} f join ${unassignedLines} u on u.account_id = ${accountId} and u.is_counted and ${isActive(sql`u`)}
    order by 1, 2, 3
    limit ${PAY_LINES_MAX + 1}`;
}

/** Reads the configuration that each file was read with last. */
async function loadConfigs(
  sql: Sql,
  accountId: string,
  lines: readonly StoredPayLine[],
): Promise<ReadonlyMap<string, unknown>> {
  const fileIds = [...new Set(lines.map(({ fileId }) => fileId))];
  const read = await sql<{ fileId: string; configId: string }[]>`
    select distinct on (j.file_id) j.file_id as "fileId", j.config_id as "configId" from ${jobs} j
    where j.account_id = ${accountId} and j.file_id = any (${fileIds}::uuid[]) and j.status = 'completed' and j.mode <> 'retract'
      and j.config_id is not null
    order by j.file_id, j.position desc`;
  const configs = await sql<{ id: string; config: unknown }[]>`
    select config_id as id, config from ${statementConfigs}
    where config_id = any (${[...new Set(read.map(({ configId }) => configId))]}::uuid[])`;
  const byId = new Map(configs.map(({ id, config }) => [id, config]));
  return new Map(read.map(({ fileId, configId }) => [fileId, byId.get(configId)]));
}

/** Reads the months that a new run is judged by; null without a setup. */
export async function knownMonths(sql: Sql, accountId: string): Promise<KnownMonths | null> {
  const [setup] = await sql<{ firstMonth: Period }[]>`
    select setup ->> 'firstMonth' as "firstMonth" from ${paySetups} where account_id = ${accountId}
    order by revision desc limit 1`;
  if (setup === undefined) return null;
  const months = await sql<{ period: Period }[]>`select distinct period from ${files} where account_id = ${accountId}`;
  return { ...setup, withFiles: new Set(months.map(({ period }) => period)) };
}

async function loadJoinedMembers(sql: Sql, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ joined: string; memberRefId: string }[]>`
    select alias_ref_id as joined, member_ref_id as "memberRefId" from ${memberAliases}
    where account_id = ${accountId} and removed_at is null`;
  return new Map(rows.map(({ joined, memberRefId }) => [joined, memberRefId]));
}

async function loadAgents(sql: Sql, accountId: string): Promise<readonly AgentRecord[]> {
  return sql<AgentRecord[]>`
    select agent_id as "agentId", name, upline_id as "uplineId", is_house as "isHouse", left_from as "leftFrom" from ${agents}
    where account_id = ${accountId}`;
}

/** Reads what approved runs gave of each line by party, the first of these runs, and the line as the latest run paid it. */
async function loadGiven(sql: Sql, accountId: string): Promise<PaidParts> {
  const rows = await sql<
    {
      key: string;
      party: 'agent' | 'house' | 'held';
      agentId: string | null;
      amount: Money;
      line: ShownLine;
      firstRunId: string;
    }[]
  >`
    select e.line_key as key, e.party, e.agent_id as "agentId", ${asMoney(sql)('sum(e.amount)')} as amount,
      first_value((array_agg(e.line order by r.approved_at desc, r.position desc))[1]) over (
        partition by e.line_key order by max(r.approved_at) desc, max(r.position) desc) as line,
      (array_agg(e.run_id order by r.approved_at, r.position))[1] as "firstRunId"
    from ${payEntries} e join ${payRuns} r on r.account_id = e.account_id and r.run_id = e.run_id
    where e.account_id = ${accountId}
    group by e.line_key, e.party, e.agent_id`;
  const paidBefore = new Map<string, PaidPart[]>();
  for (const { key, party, agentId, ...part } of rows) {
    const parts = paidBefore.get(key) ?? [];
    parts.push({ party: party === 'agent' ? { agentId: agentId ?? '' } : party, ...part });
    paidBefore.set(key, parts);
  }
  return paidBefore;
}

/** Reads the balance of each agent after the latest run that settled with them. */
export async function loadBalances(sql: Sql, accountId: string): Promise<ReadonlyMap<string, Balance>> {
  const inMoney = asMoney(sql);
  const rows = await sql<(Balance & { readonly agentId: string })[]>`
    select distinct on (s.agent_id) s.agent_id as "agentId", ${inMoney('s.waiting')} as waiting, ${inMoney('s.holdback')} as holdback,
      ${inMoney('s.debt')} as debt
    from ${paySettlements} s join ${payRuns} r on r.account_id = s.account_id and r.run_id = s.run_id
    where s.account_id = ${accountId} order by s.agent_id, r.approved_at desc, r.position desc`;
  return new Map(rows.map(({ agentId, ...balance }) => [agentId, balance]));
}

/** Waits for jobs under way, so that no statement is seen half. The locks end with the transaction. */
export async function lockBooks(sql: Sql, accountId: string): Promise<void> {
  await sql`select 1 from ${books} where account_id = ${accountId} order by workspace_id, carrier_id for share`;
}

/** Names of the account's carriers and of the shared ones, by id. */
export async function readCarrierNames(sql: Sql, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select carrier_id as id, name from ${visibleCarriers(sql, accountId)} c`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
