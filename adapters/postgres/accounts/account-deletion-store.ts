import { randomUUID } from 'node:crypto';
import { desc, eq, isNull } from 'drizzle-orm';
import type {
  AccountDeletion,
  AccountDeletionStore,
  DeletionStep,
} from '../../../app/accounts/account-deletion-ports.ts';
import type { RequestOrigin } from '../../../app/files/upload-ports.ts';
import { deletionCertificate, removedCounts } from '../../../core/account/deletion-certificate.ts';
import { DELETION_LOCK_WAIT_SECONDS } from '../../../core/limits/retention-limits.ts';
import { accountDeletions, accounts, apiTokens, tokenWindows } from '../../../schema/accounts.ts';
import { emailAddresses, sftpUsers } from '../../../schema/intake.ts';
import { signInSessions } from '../../../schema/people.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { sqlState } from '../connection/database-error.ts';
import { lockWait } from '../connection/lock-wait.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { type DeletionRow, openDeletionStep } from './account-deletion-step.ts';
import { recordOperatorAudit } from './audit-store.ts';

export function createAccountDeletionStore(database: Database): AccountDeletionStore {
  return {
    request: (account, origin) => database.system((sql) => request(sql, account, origin)),
    find: (deletionId) =>
      database.system(async (sql) => {
        const [row] = await selectDeletions(sql).where(eq(accountDeletions.deletionId, deletionId));
        return row === undefined ? null : shown(row);
      }),
    list: (page) =>
      database.system(async (sql) => {
        const rows = await selectDeletions(sql)
          .orderBy(desc(accountDeletions.position))
          .limit(page.limit + 1)
          .offset(page.offset);
        return countedPage(rows.map(shown), page, () => countOfTable(sql, accountDeletions));
      }),
    listOpen: () =>
      database.system(async (sql) => {
        const rows = await orm(sql)
          .select({ id: accountDeletions.deletionId })
          .from(accountDeletions)
          .where(isNull(accountDeletions.completedAt))
          .orderBy(accountDeletions.position);
        return rows.map(({ id }) => id);
      }),
    step: (deletionId, work) => step(database, deletionId, work),
  };
}

const SHOWN = {
  id: accountDeletions.deletionId,
  accountId: accountDeletions.deletedAccountId,
  stage: accountDeletions.stage,
  requestedBy: accountDeletions.requestedBy,
  requestedAt: accountDeletions.requestedAt,
  completedAt: accountDeletions.completedAt,
  removed: accountDeletions.removed,
  certificate: accountDeletions.certificate,
  certificateSha256: accountDeletions.certificateSha256,
};

const selectDeletions = (sql: Sql) => orm(sql).select(SHOWN).from(accountDeletions);

type ShownRow = Awaited<ReturnType<typeof selectDeletions>>[number];

function shown({ stage, removed, certificate, ...row }: ShownRow): AccountDeletion {
  return {
    ...row,
    status: stage === 'completed' ? 'completed' : stage === 'jobs' ? 'pending' : 'running',
    removed: removedCounts.parse(removed),
    certificate: certificate === null ? null : deletionCertificate.parse(JSON.parse(certificate)),
  };
}

/** Requests a deletion under the account's lock. Of two concurrent requests the second finds the deletion of the first. */
async function request(
  sql: Sql,
  { accountId, confirm }: Parameters<AccountDeletionStore['request']>[0],
  origin: RequestOrigin,
): Promise<AccountDeletion | 'unknown' | 'unconfirmed'> {
  const [account] = await orm(sql)
    .select({ name: accounts.name })
    .from(accounts)
    .where(eq(accounts.accountId, accountId))
    .for('no key update');
  if (account === undefined) return 'unknown';
  if (account.name !== confirm) return 'unconfirmed';
  const [known] = await selectDeletions(sql).where(eq(accountDeletions.deletedAccountId, accountId));
  if (known !== undefined) return shown(known);
  const deletionId = randomUUID();
  await sql`
    insert into ${accountDeletions} (deletion_id, deleted_account_id, requested_by, sftp_usernames, removed)
    values (${deletionId}, ${accountId}, ${origin.actor},
      array(select username from ${sftpUsers} where account_id = ${accountId} order by position), ${sql.json(await endAccess(sql, accountId))})`;
  await recordOperatorAudit(sql, origin, { action: 'account.delete', target: accountId, meta: { deletionId } });
  const [made] = await selectDeletions(sql).where(eq(accountDeletions.deletionId, deletionId));
  if (made === undefined) throw new Error('The deletion was not stored');
  return shown(made);
}

/** Ends all access to the account. Returns what was removed. */
async function endAccess(sql: Sql, accountId: string) {
  await orm(sql).update(accounts).set({ status: 'suspended' }).where(eq(accounts.accountId, accountId));
  await sql`
    delete from ${tokenWindows} where token_id in (select token_id from ${apiTokens} where account_id = ${accountId})`;
  const tokens = await orm(sql)
    .delete(apiTokens)
    .where(eq(apiTokens.accountId, accountId))
    .returning({ tokenId: apiTokens.tokenId });
  await orm(sql).delete(signInSessions).where(eq(signInSessions.currentAccountId, accountId));
  const closedUsers = await sql`
    update ${sftpUsers} set disabled_at = coalesce(disabled_at, clock_timestamp()) where account_id = ${accountId}`;
  const closedAddresses = await sql`
    update ${emailAddresses} set revoked_at = coalesce(revoked_at, clock_timestamp()) where account_id = ${accountId}`;
  return { tokens: tokens.length, sftpUsers: closedUsers.count, emailAddresses: closedAddresses.count };
}

/** SQLSTATE codes of a lock timeout and of a deadlock. */
const LOCK_STATES: readonly unknown[] = ['55P03', '40P01'];

const ROW_IS_REFERRED_TO = '23503';
const STEP_TRIES_MAX = 5;

/**
 * Runs one step. A worker that holds a lock on a carrier may commit a row that refers to it, such as a book, while the step deletes the
 * carrier. The next try sees that row and deletes it first.
 */
async function step<T>(
  database: Database,
  deletionId: string,
  work: (step: DeletionStep) => Promise<T>,
): Promise<T | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.system((sql) => tryStep(sql, { deletionId, isRepeated: attempt > 1 }, work));
    } catch (error) {
      const state = sqlState(error);
      if (LOCK_STATES.includes(state)) return null;
      if (state !== ROW_IS_REFERRED_TO || attempt === STEP_TRIES_MAX) throw error;
    }
  }
}

async function tryStep<T>(
  sql: Sql,
  { deletionId, isRepeated }: { readonly deletionId: string; readonly isRepeated: boolean },
  work: (step: DeletionStep) => Promise<T>,
): Promise<T | null> {
  await sql`select ${lockWait(sql, DELETION_LOCK_WAIT_SECONDS)}`;
  const [row] = await sql<DeletionRow[]>`
    select deletion_id, deleted_account_id, stage, sftp_usernames, removed, requested_by, requested_at from ${accountDeletions}
    where deletion_id = ${deletionId} and completed_at is null for update skip locked`;
  return row === undefined ? null : work(openDeletionStep(sql, row, isRepeated));
}
