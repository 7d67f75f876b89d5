import { z } from '@hono/zod-openapi';
import {
  changeReportAddress,
  findReportAddress,
  type ReportAddresses,
  reportAddress,
} from '../../../app/accounts/report-address.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';

const address = z.email('must be an email address').max(254).nullable();

const reportAddressChange = z.strictObject({
  email: address.openapi({ type: ['string', 'null'], description: 'One address, or null for none.' }),
});

/** The address that scheduled reports are mailed to: get, update. */
export function reportAddressRoutes(addresses: ReportAddresses): readonly Route[] {
  const shared = { path: '/v1/account/report-address', tag: 'Saved reports' } as const;
  return [
    accountRoute({
      ...shared,
      method: 'get',
      operationId: 'getReportAddress',
      access: 'account:read',
      summary: 'Where scheduled reports are mailed',
      description: "The account's address; null: nothing is mailed.",
      request: {},
      responses: { 200: { description: 'The address.', schema: reportAddress } },
    }).handle(async (_, { account }) => {
      const found = await findReportAddress(addresses, account.accountId);
      return isRefused(found) ? found : { status: 200, body: found };
    }),
    accountRoute({
      ...shared,
      method: 'put',
      operationId: 'updateReportAddress',
      access: 'account:manage',
      summary: 'Set where scheduled reports are mailed',
      description: 'For owners. It holds from the next report on.',
      request: { json: reportAddressChange },
      responses: { 200: { description: 'The address.', schema: reportAddress } },
    }).handle(async ({ json: { email } }, request) => {
      const { accountId } = request.account;
      const changed = await changeReportAddress(addresses, { accountId, email }, request.origin);
      return isRefused(changed) ? changed : { status: 200, body: changed };
    }),
  ];
}
