import { type CountedKind, countRefusal } from '../../../core/account-counts.ts';
import type { Refused } from '../../../core/problem.ts';
import type { Sql } from '../connection/sql.ts';

/** Null: one more may be added in this transaction. Until it ends no other one adds any, or both would add the last that fits. */
export async function refuseOneMore(sql: Sql, accountId: string, kind: CountedKind): Promise<Refused | null> {
  return refuseMore(sql, accountId, { kind, more: 1 });
}

/** The same of several. */
export async function refuseMore(
  sql: Sql,
  accountId: string,
  { kind, more }: { readonly kind: CountedKind; readonly more: number },
): Promise<Refused | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`count of ${kind} ${accountId}`}, 0))`;
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count ${ROWS[kind](sql, accountId)}`;
  if (row === undefined) throw new Error('The statement returned no row.');
  return countRefusal(kind, row.count, more);
}

const ROWS: Readonly<Record<CountedKind, (sql: Sql, accountId: string) => ReturnType<Sql>>> = {
  workspaces: (sql, accountId) => sql`from workspaces where account_id = ${accountId}`,
  carriers: (sql, accountId) => sql`from carriers where account_id = ${accountId}`,
  configVersions: (sql, accountId) => sql`from statement_configs where account_id = ${accountId}`,
  expectedRates: (sql, accountId) => sql`from expected_rates where account_id = ${accountId} and source = 'contracted'`,
  tokens: (sql, accountId) => sql`from api_tokens where account_id = ${accountId} and revoked_at is null`,
  sftpUsernames: (sql, accountId) => sql`from sftp_users where account_id = ${accountId}`,
  emailAddressNames: (sql, accountId) => sql`from email_addresses where account_id = ${accountId}`,
};
