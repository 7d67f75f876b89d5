import type { StorageReads } from '../../../app/accounts/account-ports.ts';
import { OPEN_JOBS_MAX } from '../../../core/limits/job-limits.ts';
import { storageLimit, storedBytes } from '../../../core/storage-quota.ts';
import { accountRoute, type Route } from '../route.ts';
import { accountUsage, accountUsageExample } from '../schemas/account-schemas.ts';

export interface AccountUsageRouteDeps {
  readonly storage: StorageReads;
}

/** What the account has stored, and what it may. */
export function accountUsageRoutes({ storage }: AccountUsageRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/account/usage',
      operationId: 'getAccountUsage',
      access: 'account:read',
      tag: 'Discovery',
      summary: 'How much is stored, and how much may be',
      description: `Bytes of files, drops, messages and rejected rows. Results are kept for good and not counted. A statement's file is
deleted a day after its job, or at once with POST /v1/files/{fileId}/purge; what was dropped and not taken in, after a week.`,
      link: 'usage',
      responses: { 200: { description: 'The usage.', schema: accountUsage, example: accountUsageExample } },
    }).handle(async (_input, { account }) => {
      const use = await storage.find(account.accountId);
      const { statementBytes, incomingBytes, originalBytes, exceptionBytes, openJobs } = use;
      const kinds = { statementBytes, incomingBytes, originalBytes, exceptionBytes };
      const limits = { maxBytes: storageLimit(use), openJobs, openJobsMax: OPEN_JOBS_MAX };
      return { status: 200, body: { usedBytes: storedBytes(use), ...kinds, ...limits } };
    }),
  ];
}
