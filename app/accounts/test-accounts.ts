import type { TaskLimits } from '../../core/limits/job-limits.ts';
import type { Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { Mailer } from '../platform/mail.ts';
import { type AccountDeletion, type AccountDeletions, deleteAccount } from './delete-accounts.ts';

/**
 * The test account of an account: an account of its own, made with the first test token (docs/reference/accounts.md#test-mode). Its data
 * are apart because they are another account's.
 */
export interface TestAccounts {
  isTest(accountId: string): Promise<boolean>;
}

/** Wraps a mailer so that it sends nothing for a test account. Everything else of a request happens as it would. */
export function withoutTestMail(mailer: Mailer, tests: TestAccounts): Mailer {
  return {
    async send(message, filing) {
      if (filing !== undefined && (await tests.isTest(filing.accountId))) return;
      await mailer.send(message, filing);
    },
  };
}

/** Deletes the test account of an account, or the account itself if it is one. Refuses an account without a test account. */
export async function deleteTestAccount(
  deletions: AccountDeletions,
  accountId: string,
  how: { readonly origin: RequestOrigin; readonly limits: Pick<TaskLimits, 'deletionSeconds'> },
): Promise<AccountDeletion | Refused> {
  const found = await deletions.deletionStore.findTestAccount(accountId);
  if (found === null) return refuse('not_found', 'There is no test account. The first test token makes it.');
  return deleteAccount(deletions, { accountId: found.accountId, confirm: found.name }, how);
}
