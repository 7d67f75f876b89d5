import { randomUUID } from 'node:crypto';
import { and, count, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type CountedKind, countRefusal } from '../../../core/limits/account-limits.ts';
import { HTTP_TIMEOUT_SECONDS, LARGE_REQUESTS_OF_ACCOUNT_MAX } from '../../../core/limits/request-limits.ts';
import type { Refused } from '../../../core/problem.ts';
import { apiTokens, accountPlaces as places, workspaces } from '../../../schema/accounts.ts';
import { agentNames, agents } from '../../../schema/agents.ts';
import { carriers, expectedRates, statementConfigs } from '../../../schema/carriers.ts';
import { emailAddresses, sftpUsers } from '../../../schema/intake.ts';
import { teamMembers } from '../../../schema/people.ts';
import { savedReports } from '../../../schema/saved-reports.ts';
import { webhooks } from '../../../schema/webhooks.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Refuses one more record of a kind when the account has reached its limit. Returns null when the transaction may add it; other
 * transactions wait until it ends.
 */
export async function refuseOneMore(sql: Sql, accountId: string, kind: CountedKind): Promise<Refused | null> {
  return refuseMore(sql, accountId, { kind, more: 1 });
}

/**
 * Refuses several more records of a kind when the account would exceed its limit. Returns null when the transaction may add all of them.
 */
export async function refuseMore(
  sql: Sql,
  accountId: string,
  { kind, more }: { readonly kind: CountedKind; readonly more: number },
): Promise<Refused | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`count of ${kind} ${accountId}`}, 0))`;
  const { table, where } = COUNTED[kind](accountId);
  const [row] = await orm(sql).select({ count: count() }).from(table).where(where);
  if (row === undefined) throw new Error('The statement returned no row.');
  return countRefusal(kind, row.count, more);
}

interface CountedRows {
  readonly table: PgTable;
  readonly where: SQL | undefined;
}

const COUNTED: Readonly<Record<CountedKind, (accountId: string) => CountedRows>> = {
  workspaces: (accountId) => ({ table: workspaces, where: eq(workspaces.accountId, accountId) }),
  carriers: (accountId) => ({ table: carriers, where: eq(carriers.accountId, accountId) }),
  configVersions: (accountId) => ({ table: statementConfigs, where: eq(statementConfigs.accountId, accountId) }),
  expectedRates: (accountId) => ({
    table: expectedRates,
    where: and(eq(expectedRates.accountId, accountId), eq(expectedRates.source, 'contracted')),
  }),
  tokens: (accountId) => ({
    table: apiTokens,
    where: and(eq(apiTokens.accountId, accountId), isNull(apiTokens.revokedAt)),
  }),
  teamMembers: (accountId) => ({ table: teamMembers, where: eq(teamMembers.accountId, accountId) }),
  agents: (accountId) => ({ table: agents, where: eq(agents.accountId, accountId) }),
  agentNames: (accountId) => ({ table: agentNames, where: eq(agentNames.accountId, accountId) }),
  webhooks: (accountId) => ({ table: webhooks, where: eq(webhooks.accountId, accountId) }),
  savedReports: (accountId) => ({ table: savedReports, where: eq(savedReports.accountId, accountId) }),
  sftpUsers: (accountId) => ({
    table: sftpUsers,
    where: and(eq(sftpUsers.accountId, accountId), isNull(sftpUsers.disabledAt)),
  }),
  sftpUsernames: (accountId) => ({ table: sftpUsers, where: eq(sftpUsers.accountId, accountId) }),
  emailAddresses: (accountId) => ({
    table: emailAddresses,
    where: and(eq(emailAddresses.accountId, accountId), isNull(emailAddresses.revokedAt)),
  }),
  emailAddressNames: (accountId) => ({ table: emailAddresses, where: eq(emailAddresses.accountId, accountId) }),
};

/** The places of an account for large requests. The database counts them for all processes together. */
interface AccountPlaces {
  /** Returns how to free the place; null when the account has none left. */
  take(accountId: string): Promise<(() => Promise<void>) | null>;
}

/** Makes the places. One that a dead process left is free again after the longest request. */
export function createAccountPlaces(database: Database): AccountPlaces {
  return {
    async take(accountId) {
      const placeId = randomUUID();
      const taken = await database.system(async (sql) => {
        // The lock lets the second of two concurrent requests count the place of the first.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`places ${accountId}`}, 0))`;
        await sql`delete from ${places} where account_id = ${accountId} and until <= clock_timestamp()`;
        return sql`
          insert into ${places} (place_id, account_id, until)
          select ${placeId}, ${accountId}, clock_timestamp() + make_interval(secs => ${HTTP_TIMEOUT_SECONDS})
          where (select count(*) from ${places} where account_id = ${accountId}) < ${LARGE_REQUESTS_OF_ACCOUNT_MAX}
          returning place_id`;
      });
      if (taken.length === 0) return null;
      return async () => {
        await database.systemStatement((sql) => sql`delete from ${places} where place_id = ${placeId}`);
      };
    },
  };
}
