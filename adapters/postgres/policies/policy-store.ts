import { eq, isNull } from 'drizzle-orm';
import type { Fragment } from 'postgres';
import type {
  PolicyDecisions,
  PolicyFilter,
  PolicyListCommand,
  PolicyStore,
  ReplacedPolicies,
  StoredPolicy,
} from '../../../app/policies/manage-policies.ts';
import { millionthsToDecimal, moneyToDecimal } from '../../../core/money.ts';
import { offsetPage } from '../../../core/page.ts';
import type { NamedCarrier, PlacedPolicy } from '../../../core/policies/read-policies.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { workspaces } from '../../../schema/accounts.ts';
import { carriers } from '../../../schema/carriers.ts';
import { listedPolicies } from '../../../schema/members.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { refuseUnknownBook, whenSet } from '../queries/book-scope.ts';

export function createPolicyStore(database: Database): PolicyStore {
  return {
    replace: (command, decisions) => database.tenant(command.accountId, (sql) => replaceList(sql, command, decisions)),
    list: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const [refused, rows] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          sql<StoredPolicy[]>`${policiesOf(sql, accountId, filter)} limit ${page.limit + 1} offset ${page.offset}`,
        ]);
        return isRefused(refused) ? refused : offsetPage(rows, page);
      }),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, (sql) =>
        rowsOfQuery<StoredPolicy, StoredPolicy>(sql, refuseUnknownBook(sql, accountId, filter), {
          query: policiesOf(sql, accountId, filter),
          offset,
          show: (row) => row,
        }),
      ),
  };
}

/** Selects policies. The primary key ends the order, so that the order is total. */
const policiesOf = (sql: Sql, accountId: string, { carrierId, workspaceId, status }: PolicyFilter): Fragment => sql`
  select carrier_id as "carrierId", workspace_id as "workspaceId", policy_id as "policyId", policy_number as "policyNumber",
    member_name as "memberName", plan_name as "planName", effective_date as "effectiveDate", term_date as "termDate",
    premium::float8 as premium, lives::float8 as lives, rate::float8 as rate, agent, status, listed_at as "listedAt"
  from ${listedPolicies}
  where ${[
    sql`account_id = ${accountId}`,
    ...whenSet(carrierId, (id) => sql`and carrier_id = ${id}`),
    ...whenSet(workspaceId, (id) => sql`and workspace_id = ${id}`),
    ...whenSet(status, (word) => sql`and status = ${word}`),
  ]}
  order by carrier_id, workspace_id, policy_id, policy_key`;

async function replaceList(
  sql: Sql,
  command: PolicyListCommand,
  decisions: PolicyDecisions,
): Promise<ReplacedPolicies | Refused> {
  const { accountId, carrierId, dryRun, origin } = command;
  const known = await orm(sql)
    .select({ workspaceId: workspaces.workspaceId, isDefault: workspaces.isDefault })
    .from(workspaces)
    .where(eq(workspaces.accountId, accountId));
  const workspaceId = decisions.decideWorkspace(command.workspaceId, known);
  if (isRefused(workspaceId)) return workspaceId;
  const policies = decisions.decideList(command, await holdCarriers(sql, accountId));
  if (isRefused(policies)) return policies;
  // The lock keeps counts and limit correct: no concurrent replacement changes a list of the account.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`listed policies ${accountId}`}, 0))`;
  const list = { accountId, workspaceId, carrierId };
  const full = decisions.refuseMore((await countOthers(sql, list)) + policies.length);
  if (full !== null) return full;
  const counts = await storeList(sql, list, { policies, dryRun });
  if (!dryRun) {
    const meta = { workspaceId, carrierId, policies: policies.length, ...counts };
    await recordAudit(sql, { accountId, origin, action: 'policies.replace', target: carrierId ?? workspaceId, meta });
  }
  return { workspaceId, carrierId, dryRun, policies: policies.length, ...counts };
}

/** Returns the carriers that the account sees. Its own carriers can't be deleted until the transaction ends. */
async function holdCarriers(sql: Sql, accountId: string): Promise<readonly NamedCarrier[]> {
  const named = { carrierId: carriers.carrierId, name: carriers.name, slug: carriers.slug };
  const own = await orm(sql).select(named).from(carriers).where(eq(carriers.accountId, accountId)).for('key share');
  const shared = await orm(sql).select(named).from(carriers).where(isNull(carriers.accountId));
  return [...own, ...shared];
}

interface List {
  readonly accountId: string;
  readonly workspaceId: string;
  /** Null means the lists of all carriers of the workspace. */
  readonly carrierId: string | null;
}

/** Makes the condition for the rows of a list, in a query that calls them `p`. */
const ofList = (sql: Sql, { accountId, workspaceId, carrierId }: List): Fragment => sql`
  p.account_id = ${accountId} and p.workspace_id = ${workspaceId}
  ${carrierId === null ? sql`` : sql`and p.carrier_id = ${carrierId}`}`;

/** Counts policies of the account's other lists. */
async function countOthers(sql: Sql, list: List): Promise<number> {
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from ${listedPolicies} p where p.account_id = ${list.accountId} and not (${ofList(sql, list)})`;
  return others?.count ?? 0;
}

type Counts = Pick<ReplacedPolicies, 'added' | 'changed' | 'removed' | 'unchanged'>;

const TEXTS =
  'policy_id, policy_number, member_name, plan_name, effective_date, term_date, premium, lives, rate, agent, status';
/** Puts the name of a table in front of each of the columns. */
const textsOf = (table: string) => TEXTS.replace(/\w+/g, (name) => `${table}.${name}`);

/** Stores a list and returns the counts. Unchanged rows are not written. A dry run does the same and is rolled back. */
async function storeList(
  sql: Sql,
  list: List,
  { policies, dryRun }: { readonly policies: readonly PlacedPolicy[]; readonly dryRun: boolean },
): Promise<Counts> {
  await sql`savepoint list_before`;
  const before = await loadKeys(sql, list);
  const kept = new Set(policies.map(placeOf));
  const gone = [...before.values()].filter((key) => !kept.has(placeOf(key)));
  await deletePolicies(sql, list, gone);
  const written = await writePolicies(sql, list, policies);
  if (dryRun) await sql`rollback to savepoint list_before`;
  const added = policies.filter((policy) => !before.has(placeOf(policy))).length;
  return { added, changed: written - added, removed: gone.length, unchanged: policies.length - written };
}

type PolicyPlace = Pick<PlacedPolicy, 'carrierId' | 'policyKey'>;

const placeOf = ({ carrierId, policyKey }: PolicyPlace) => `${carrierId} ${policyKey}`;

async function loadKeys(sql: Sql, list: List): Promise<ReadonlyMap<string, PolicyPlace>> {
  const rows = await sql<PolicyPlace[]>`
    select p.carrier_id as "carrierId", encode(p.policy_key, 'hex') as "policyKey" from ${listedPolicies} p where ${ofList(sql, list)}`;
  return new Map(rows.map((row) => [placeOf(row), row] as const));
}

/** Deletes policies. The offset makes the planner look each key up; without statistics it would compare all rows with each other. */
async function deletePolicies(sql: Sql, { accountId, workspaceId }: List, gone: readonly PolicyPlace[]): Promise<void> {
  await sql`
    delete from ${listedPolicies} where account_id = ${accountId} and ctid = any(array(
      select p.ctid
      from unnest(${gone.map(({ carrierId }) => carrierId)}::uuid[], ${gone.map(({ policyKey }) => policyKey)}::text[])
        as gone (carrier_id, key)
      cross join lateral (
        select ctid from ${listedPolicies}
        where account_id = ${accountId} and workspace_id = ${workspaceId} and carrier_id = gone.carrier_id
          and policy_key = decode(gone.key, 'hex') offset 0
      ) p))`;
}

/** Writes policies. Returns how many were added or changed. */
async function writePolicies(sql: Sql, list: List, policies: readonly PlacedPolicy[]): Promise<number> {
  const { accountId, workspaceId } = list;
  const texts = sql.unsafe(TEXTS);
  const excluded = sql.unsafe(textsOf('excluded'));
  const { count } = await sql`
    insert into ${listedPolicies} as p (account_id, workspace_id, carrier_id, policy_key, ${texts})
    select ${accountId}, ${workspaceId}, carrier_id, decode(key, 'hex'), ${texts}
    from jsonb_to_recordset(${sql.json(policies.map(storedRow))}) as sent (
      carrier_id uuid, key text, policy_id text, policy_number text, member_name text, plan_name text, effective_date date,
      term_date date, premium numeric(14, 4), lives numeric(12, 2), rate numeric(14, 6), agent text, status text)
    on conflict (account_id, workspace_id, carrier_id, policy_key)
    do update set (${texts}, listed_at) = row (${excluded}, now())
    where (${sql.unsafe(textsOf('p'))}) is distinct from (${excluded})`;
  return count;
}

function storedRow(policy: PlacedPolicy) {
  const { premium, lives, rate } = policy;
  return {
    carrier_id: policy.carrierId,
    key: policy.policyKey,
    policy_id: policy.policyId,
    policy_number: policy.policyNumber,
    member_name: policy.memberName,
    plan_name: policy.planName,
    effective_date: policy.effectiveDate,
    term_date: policy.termDate,
    premium: premium === null ? null : moneyToDecimal(premium),
    lives: lives === null ? null : lives / 100,
    rate: rate === null ? null : millionthsToDecimal(rate),
    agent: policy.agent,
    status: policy.status,
  };
}
