import { randomUUID } from 'node:crypto';
import { isRefused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { AccountStore } from '../accounts/manage-accounts.ts';
import { FIRST_OWNER_EMAIL } from './own-session.ts';
import type { SignIn, TeamStore } from './people.ts';

export interface FirstOwnerDeps {
  readonly accounts: Pick<AccountStore, 'list' | 'create'>;
  readonly team: TeamStore;
  readonly signIn: Pick<SignIn, 'makeLink'>;
}

/**
 * Makes a link for the first owner of an installation that nobody has signed in to, together with the owner and, if there is none, the
 * first account. Returns null when somebody has signed in before. Each start makes a new link until it is used.
 */
export async function linkFirstOwner({ accounts, team, signIn }: FirstOwnerDeps): Promise<string | null> {
  if (!(await team.isUnused())) return null;
  let accountId = (await team.findReserved(FIRST_OWNER_EMAIL))?.accountId ?? null;
  if (accountId === null) {
    const origin: RequestOrigin = { actor: 'first start', ip: null, requestId: randomUUID() };
    const { data } = await accounts.list({ limit: 1, offset: 0 });
    const account = data[0] ?? (await accounts.create({ name: 'My agency', tier: 'enterprise', email: null }, origin));
    const owner = { email: FIRST_OWNER_EMAIL, name: 'Owner', role: 'owner', agent: null, inviterName: null } as const;
    const added = await team.add(account.id, { invite: owner, decide: () => null }, origin);
    if (isRefused(added)) return null;
    accountId = account.id;
  }
  return signIn.makeLink(FIRST_OWNER_EMAIL, accountId);
}
