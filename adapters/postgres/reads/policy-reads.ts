import type { ListedBook, NamedBook, PolicyFacts, PolicyReads } from '../../../app/reads/policy-reads.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { Period } from '../../../core/period.ts';
import { memberRefs } from '../../../core/statement/member-key.ts';
import { carriers } from '../../../schema/carriers.ts';
import { listedPolicies } from '../../../schema/members.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import { openRowExport } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseUnknownBook, whenSet } from './book-filter.ts';
import { idRuleOf, loadEarlier, loadListed, loadMembers } from './policy-comparison-rows.ts';

export function createPolicyReads(database: Database): PolicyReads {
  return {
    /** Runs `compose`. Its first statement is sent together with the check of the filter. */
    read: (accountId, filter, compose) =>
      database.read(accountId, async (sql) => {
        const [refused, made] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          compose(policyFacts(sql, accountId)),
        ]);
        return refused ?? made;
      }),
    exportRows: (accountId, filter, compose) =>
      openRowExport(database, accountId, async (sql) => {
        const [refused, rows] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          compose(policyFacts(sql, accountId)),
        ]);
        return refused ?? rows;
      }),
  };
}

export function policyFacts(sql: Sql, accountId: string): PolicyFacts {
  return {
    lists: (filter) => loadLists(sql, accountId, filter),
    latestPeriod: (books) => latestPeriod(sql, accountId, books),
    async book(book) {
      const [policies, rule, members] = await Promise.all([
        loadListed(sql, accountId, book),
        idRuleOf(sql, accountId, book),
        loadMembers(sql, accountId, book),
      ]);
      return { policies, rule, members, refOf: memberRefs({ accountId, ...book }) };
    },
    earlier: (book, absent) => loadEarlier(sql, accountId, { book, absent }),
  };
}

/** Loads each workspace and carrier with a list, by the carrier's name. */
function loadLists(sql: Sql, accountId: string, { carrierId, workspaceId }: BookFilter): Promise<readonly NamedBook[]> {
  return sql<NamedBook[]>`
    select lists.carrier_id as "carrierId", lists.workspace_id as "workspaceId", c.name as "carrierName"
    from (
      select distinct p.carrier_id, p.workspace_id from ${listedPolicies} p
      where ${[
        sql`p.account_id = ${accountId}`,
        ...whenSet(carrierId, (id) => sql`and p.carrier_id = ${id}`),
        ...whenSet(workspaceId, (id) => sql`and p.workspace_id = ${id}`),
      ]}
    ) lists
    join ${carriers} c on c.carrier_id = lists.carrier_id and (c.account_id = ${accountId} or c.account_id is null)
    order by c.name, lists.carrier_id, lists.workspace_id`;
}

/** Returns the latest month that any book with a list has data in. */
async function latestPeriod(sql: Sql, accountId: string, books: readonly ListedBook[]): Promise<Period | null> {
  if (books.length === 0) return null;
  const [row] = await sql<{ period: Period | null }[]>`
    select max(r.period) as period
    from unnest(${books.map(({ workspaceId }) => workspaceId)}::uuid[], ${books.map(({ carrierId }) => carrierId)}::uuid[])
      as book (workspace_id, carrier_id)
    join ${rollups} r on r.account_id = ${accountId} and r.workspace_id = book.workspace_id and r.carrier_id = book.carrier_id`;
  return row?.period ?? null;
}
