import { type OwnerMailSettings, ownerMails, ownerMailsChange } from '../../../app/months/mail-owners.ts';
import { TAKEN_BACK_DOLLARS_MIN, TAKEN_BACK_PERCENT_MIN } from '../../../core/limits/account-limits.ts';
import { accountRoute, type Route } from '../route.ts';

interface OwnerMailsRegister {
  readonly ownerMails: OwnerMailSettings;
}

/** The mails to owners: get, update. */
export function ownerMailsRoutes({ ownerMails: settings }: OwnerMailsRegister): readonly Route[] {
  const shared = { path: '/v1/account/owner-mails', tag: 'Discovery' } as const;
  const responses = { 200: { description: 'The setting.', schema: ownerMails } };
  return [
    accountRoute({
      ...shared,
      method: 'get',
      operationId: 'getOwnerMails',
      access: 'account:read',
      summary: 'Whether owners are mailed about statements',
      description: `Owners get a mail when a carrier's statement is late, when a carrier took back at least $${TAKEN_BACK_DOLLARS_MIN} and
${TAKEN_BACK_PERCENT_MIN} % of its gross pay of the month, and when all expected files of a month are here. Each fact is mailed once. On by default where an
owner has signed in.`,
      link: 'owner-mails',
      request: {},
      responses,
    }).handle(async (_, { account }) => ({ status: 200, body: await settings.find(account.accountId) })),
    accountRoute({
      ...shared,
      method: 'put',
      operationId: 'updateOwnerMails',
      access: 'account:manage',
      summary: 'Turn mails to owners on or off',
      description:
        'For owners. Turned on again, the mails tell what holds then of the last three months and was not mailed.',
      request: { json: ownerMailsChange },
      responses,
    }).handle(async ({ json }, { account, origin }) => ({
      status: 200,
      body: await settings.set(account.accountId, json.isOn, origin),
    })),
  ];
}
