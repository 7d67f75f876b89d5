import { type AccountReports, accountUsage, reportUsage } from '../../../app/accounts/report-account.ts';
import { accountRoute, type Route } from '../route.ts';

/** The account's stored bytes and its quota. */
export function accountUsageRoutes(reports: Pick<AccountReports, 'storage' | 'retention'>): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/account/usage',
      operationId: 'getAccountUsage',
      access: 'account:read',
      tag: 'Discovery',
      summary: 'How much is stored, and how much may be',
      description: `Bytes of files, drops, messages and rejected rows. Results are kept for good and not counted. A statement's file is
deleted as long after its job as retention says, or at once with POST /v1/files/{fileId}/purge; what was dropped and not taken in, after a week.`,
      link: 'usage',
      responses: { 200: { description: 'The usage.', schema: accountUsage } },
    }).handle(async (_input, { account }) => ({
      status: 200,
      body: await reportUsage(reports, account.accountId),
    })),
  ];
}
