import { isReservedAddress } from '../../core/people/reserved-address.ts';
import type { Refused } from '../../core/problem.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { SignedInPerson } from '../accounts/account-ports.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';
import type { Introduction, OwnAccount, TeamStore } from './people-ports.ts';

/** The use cases of a signed-in person's own session and name (docs/reference/people.md). */

/**
 * The address of the owner whom the first start creates, until the owner states another address. A `.invalid` address can never get mail.
 */
export const FIRST_OWNER_EMAIL = 'owner@first-start.invalid';

/** Lists the accounts that the person of a session can work in, by name. */
export function listOwnAccounts(
  team: Pick<TeamStore, 'listAccounts'>,
  sessionId: string,
): Promise<readonly OwnAccount[]> {
  return team.listAccounts(sessionId);
}

/** Lets a session work in another account of its person. Returns null when done; refuses an account whose team the person is not in. */
export async function enterAccount(
  team: Pick<TeamStore, 'enterAccount'>,
  session: { readonly sessionId: string; readonly accountId: string },
): Promise<Refused | null> {
  return (await team.enterAccount(session)) ? null : refuse('not_found', 'You are not in the team of such an account.');
}

/**
 * Replaces the placeholder name and address of the owner whom the first start made, and the name of the agency. Returns null when done.
 * Refuses any other person, because an address proves who a person is, an address in use, and a reserved one.
 */
export async function introduceOwner(
  team: Pick<TeamStore, 'nameOwner'>,
  {
    person,
    accountId,
    ...introduction
  }: Introduction & { readonly person: SignedInPerson; readonly accountId: string },
  origin: RequestOrigin,
): Promise<Refused | null> {
  if (person.email !== FIRST_OWNER_EMAIL)
    return refuse('conflict', 'Your address is known already. An owner can remove you and invite your new address.');
  const email = introduction.email.toLowerCase();
  if (isReservedAddress(email)) return refuseField('email', 'must be an address that can get mail');
  return team.nameOwner({ userId: person.userId, accountId }, { ...introduction, email }, origin);
}
