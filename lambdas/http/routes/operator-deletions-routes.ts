import { z } from '@hono/zod-openapi';
import {
  ACCOUNT_DELETION_COLUMNS,
  type AccountDeletions,
  accountDeletion,
  deleteAccount,
  findDeletion,
  listDeletions,
} from '../../../app/accounts/delete-accounts.ts';
import { REQUEST_TASK_LIMITS } from '../../../core/limits/job-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { recordId } from '../request-fields.ts';
import { operatorRoute, type Route } from '../route.ts';
import { operatorOrigin } from './operator-accounts-routes.ts';

/** The operator's endpoints for deleting an account with all its data, and for the deletion certificates. */
export function operatorDeletionRoutes(deletions: AccountDeletions): readonly Route[] {
  return [deleteAccountRoute(deletions), listRoute(deletions), getRoute(deletions)];
}

function deleteAccountRoute(deletions: AccountDeletions): Route {
  return operatorRoute({
    method: 'delete',
    path: '/v1/admin/accounts/{accountId}',
    operationId: 'deleteAccount',
    tag: 'Operator',
    summary: 'Delete an account and everything it has',
    description: `Can't be undone. Tokens, SFTP users and addresses stop at once, open jobs end without storing anything, and every row and
every stored file of the account goes. A large account takes longer than this request: the schedule goes on, and
\`GET /v1/admin/deletions/{deletionId}\` says when it is completed and gives the certificate. May be repeated until then.`,
    request: {
      params: z.object({ accountId: recordId('The account.') }),
      query: z.strictObject({
        confirm: z
          .string()
          .openapi({ description: 'The exact name of the account. It protects from deleting another one by a slip.' }),
      }),
    },
    responses: {
      202: { description: 'Accepted, or completed already.', schema: accountDeletion },
    },
  }).handle(async ({ params: { accountId }, query: { confirm } }, request) => {
    const how = { origin: operatorOrigin(request), limits: REQUEST_TASK_LIMITS };
    const deletion = await deleteAccount(deletions, { accountId, confirm }, how);
    return isRefused(deletion) ? deletion : { status: 202, body: deletion };
  });
}

function listRoute(deletions: AccountDeletions): Route {
  return operatorRoute({
    method: 'get',
    path: '/v1/admin/deletions',
    operationId: 'listDeletions',
    tag: 'Operator',
    summary: 'Deletions of accounts',
    description: 'Newest first. They are kept for good.',
    request: { query: z.strictObject(offsetQuery) },
    responses: {
      200: {
        description: 'A page of deletions.',
        schema: offsetList(accountDeletion),
      },
    },
    csv: { columns: ACCOUNT_DELETION_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }) => ({ status: 200, body: await listDeletions(deletions, query) }));
}

function getRoute(deletions: AccountDeletions): Route {
  return operatorRoute({
    method: 'get',
    path: '/v1/admin/deletions/{deletionId}',
    operationId: 'getDeletion',
    tag: 'Operator',
    summary: 'One deletion of an account',
    description: 'How far it is and, once it is completed, the certificate of what was removed.',
    request: { params: z.object({ deletionId: recordId('The deletion.') }) },
    responses: { 200: { description: 'The deletion.', schema: accountDeletion } },
  }).handle(async ({ params: { deletionId } }) => {
    const deletion = await findDeletion(deletions, deletionId);
    return isRefused(deletion) ? deletion : { status: 200, body: deletion };
  });
}
