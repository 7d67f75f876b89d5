import { z } from '@hono/zod-openapi';
import { type AccountDeletions, accountDeletion, deleteAccount } from '../../../app/accounts/delete-accounts.ts';
import { deleteTestAccount } from '../../../app/accounts/test-accounts.ts';
import { REQUEST_TASK_LIMITS } from '../../../core/limits/job-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';

/** The deletion of an account by its owner, and of its test account. */
export function accountDeletionRoutes(deletions: AccountDeletions): readonly Route[] {
  return [
    accountRoute({
      method: 'delete',
      path: '/v1/account',
      operationId: 'deleteOwnAccount',
      access: 'account:manage',
      tag: 'Account',
      summary: 'Delete the account and everything it has',
      description: `Can't be undone. Everybody is signed out at once, tokens and addresses stop, and every row and every stored file of the
account goes; a large account takes some runs of the schedule. Only for owners who have signed in. The answer is the last one that the account
gets: the operator keeps the certificate.`,
      request: {
        query: z.strictObject({
          confirm: z
            .string()
            .openapi({ description: 'The exact name of the account. It protects from a deletion by a slip.' }),
        }),
      },
      responses: {
        202: {
          description: 'Accepted, or completed already.',
          schema: accountDeletion,
        },
      },
    }).handle(async ({ query: { confirm } }, request) => {
      const { accountId } = request.account;
      const how = { origin: request.origin, limits: REQUEST_TASK_LIMITS };
      const deletion = await deleteAccount(deletions, { accountId, confirm }, how);
      return isRefused(deletion) ? deletion : { status: 202, body: deletion };
    }),
    accountRoute({
      method: 'delete',
      path: '/v1/account/test',
      operationId: 'deleteTestAccount',
      access: 'account:write',
      tag: 'Account',
      summary: 'Delete the test account and everything it has',
      description: `With a token of the account or of its test account. All test tokens end. The next test token that is made has a new, empty
test account.`,
      problems: ['not_found'],
      responses: { 202: { description: 'Accepted, or completed already.', schema: accountDeletion } },
    }).handle(async (_input, request) => {
      const how = { origin: request.origin, limits: REQUEST_TASK_LIMITS };
      const deletion = await deleteTestAccount(deletions, request.account.accountId, how);
      return isRefused(deletion) ? deletion : { status: 202, body: deletion };
    }),
  ];
}
