import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { ClaimFacts, RecoverableReads } from '../../../app/reads/report-recoverable.ts';
import type { Period } from '../../../core/period.ts';
import type { Refused } from '../../../core/problem.ts';
import { disputeRows } from '../../../schema/disputes.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import { plannedForValues } from '../connection/orm.ts';
import { openRowExport } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { readFindings } from '../queries/claim-reads.ts';

export function createRecoverableReads(database: Database): RecoverableReads {
  return {
    read: (accountId, filter, compose) =>
      database.read(accountId, (sql) => withFacts(sql, { accountId, filter }, compose)),
    exportRows: (accountId, filter, compose) =>
      openRowExport(database, accountId, (sql) => withFacts(sql, { accountId, filter }, compose)),
  };
}

interface Books {
  readonly accountId: string;
  readonly filter: BookFilter;
}

/** Runs `compose`. Its first statement is sent together with the check of the filter. */
async function withFacts<R>(
  sql: Sql,
  { accountId, filter: { carrierId, workspaceId } }: Books,
  compose: (facts: ClaimFacts) => Promise<R>,
): Promise<R | Refused> {
  const filter = { carrierId, workspaceId };
  const [refused, made] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    compose({
      latest: () => latestMonth(sql, { accountId, filter }),
      disputesByClaim: () => askedClaims(sql, { accountId, filter }),
      findings: (since, memberRefIds) => readFindings(sql, { accountId, ...filter, since, memberRefIds }),
    }),
  ]);
  return refused ?? made;
}

/** Returns the latest month with data, and makes the server plan later statements for their own values. */
async function latestMonth(sql: Sql, { accountId, filter }: Books): Promise<Period | null> {
  const [[latest]] = await Promise.all([
    sql<{ period: Period | null }[]>`
      select max(r.period) as period from ${rollups} r where ${[
        sql`r.account_id = ${accountId}`,
        ...whenSet(filter.carrierId, (id) => sql`and r.carrier_id = ${id}`),
        ...whenSet(filter.workspaceId, (id) => sql`and r.workspace_id = ${id}`),
      ]}`,
    sql`select ${plannedForValues(sql)}`,
  ]);
  return latest?.period ?? null;
}

/** Returns the id of the open dispute that holds a claim, by claim id. */
async function askedClaims(sql: Sql, { accountId, filter }: Books): Promise<ReadonlyMap<string, string>> {
  const held = await sql<{ claimId: string; disputeId: string }[]>`
    select r.claim_id as "claimId", r.dispute_id as "disputeId" from ${disputeRows} r where ${[
      sql`r.account_id = ${accountId} and r.is_held`,
      ...whenSet(filter.carrierId, (id) => sql`and r.carrier_id = ${id}`),
      ...whenSet(filter.workspaceId, (id) => sql`and r.workspace_id = ${id}`),
    ]}`;
  return new Map(held.map(({ claimId, disputeId }) => [claimId, disputeId]));
}
