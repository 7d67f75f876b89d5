import {
  changeRetention,
  findRetention,
  type RetentionRegister,
  retentionSettings,
} from '../../../app/accounts/manage-retention.ts';
import { accountRoute, type Route } from '../route.ts';

/** The times for which an account keeps files and rejected rows: get, update. */
export function retentionRoutes(register: RetentionRegister): readonly Route[] {
  const shared = { path: '/v1/account/retention', tag: 'Discovery' } as const;
  const responses = {
    200: { description: 'The settings.', schema: retentionSettings },
  };
  return [
    accountRoute({
      ...shared,
      method: 'get',
      operationId: 'getRetention',
      access: 'account:read',
      summary: 'For how long files and rejected rows are kept',
      description: 'The settings of the account, or the defaults of the service. Results are kept for good.',
      link: 'retention',
      request: {},
      responses,
    }).handle(async (_, { account }) => ({ status: 200, body: await findRetention(register, account.accountId) })),
    accountRoute({
      ...shared,
      method: 'put',
      operationId: 'updateRetention',
      access: 'account:manage',
      summary: 'Set for how long files and rejected rows are kept',
      description: `For owners. It holds for what is stored already too: the next run of purge_files deletes what is older. A longer time
brings nothing back.`,
      request: { json: retentionSettings },
      responses,
    }).handle(async ({ json }, request) => {
      const { accountId } = request.account;
      return { status: 200, body: await changeRetention(register, { ...json, accountId }, request.origin) };
    }),
  ];
}
