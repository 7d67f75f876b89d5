import { z } from '@hono/zod-openapi';
import { type AccountManagement, changeAccount } from '../../../app/accounts/manage-accounts.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountName } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

const accountNameChange = z.strictObject({
  name: accountName('Of the agency, as letters to carriers have it.'),
});

/** The changes that an owner makes to the account. */
export function ownAccountRoutes(management: Pick<AccountManagement, 'accounts'>): readonly Route[] {
  return [
    accountRoute({
      method: 'patch',
      path: '/v1/account',
      operationId: 'updateOwnAccount',
      access: 'account:manage',
      tag: 'Account',
      summary: 'Rename the account',
      description:
        'New letters to carriers, invitations and reports have the new name. Only for owners who have signed in.',
      request: { json: accountNameChange },
      problems: ['not_found'],
      responses: { 204: { description: 'Renamed.', schema: z.void() } },
    }).handle(async ({ json }, request) => {
      const { accountId } = request.account;
      const changed = await changeAccount(management, { accountId, change: json }, request.origin);
      return isRefused(changed) ? changed : { status: 204, body: undefined };
    }),
  ];
}
