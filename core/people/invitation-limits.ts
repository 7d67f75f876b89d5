import {
  INVITATION_MAILS_A_DAY_MAX,
  INVITATIONS_A_DAY_MAX,
  INVITATIONS_OF_ADDRESS_A_DAY_MAX,
} from '../limits/account-limits.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';

/**
 * Returns whether the service keeps an address for people that it makes itself: the visitor of the example agency and the owner of the
 * first start. They have addresses at `.invalid`, a domain that never gets mail (RFC 2606), so nobody can be invited there.
 */
export function isReservedAddress(email: string): boolean {
  return /[@.]invalid\.?$/i.test(email.trim());
}

/** Makes the token of a link that signs a person in. The token of a link for one account ends with the account's id. */
export function tokenOfLink(secret: string, accountId: string | null): string {
  return accountId === null ? secret : `${secret}.${accountId}`;
}

/**
 * Returns the account that a token names; null for a link for any account. The service stores the digest of the whole token, so nobody can
 * put another account into it.
 */
export function accountOfToken(token: string): string | null {
  return /\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(token)?.[1] ?? null;
}

/** The invitations of the last day, before the next one. */
export interface RecentInvitations {
  /** The number that the account sent. */
  readonly ofAccount: number;
  /** The number that the account sent to the same address. */
  readonly ofAccountToAddress: number;
  /** The number that all accounts together sent to the same address. */
  readonly toAddress: number;
}

/** Refuses with `rate_limited` one more invitation of an account that has sent too many in a day; null allows it. */
export function refuseInvitation({ ofAccount, ofAccountToAddress }: RecentInvitations): Refused | null {
  const headers = { 'Retry-After': '86400' };
  if (ofAccountToAddress >= INVITATIONS_OF_ADDRESS_A_DAY_MAX) {
    const detail = `An account may invite one address ${INVITATIONS_OF_ADDRESS_A_DAY_MAX} times a day. Try again tomorrow.`;
    return refuse('rate_limited', { detail, headers });
  }
  if (ofAccount < INVITATIONS_A_DAY_MAX) return null;
  const detail = `An account may invite ${INVITATIONS_A_DAY_MAX} people a day. Try again tomorrow.`;
  return refuse('rate_limited', { detail, headers });
}

/**
 * Returns whether an invitation may be mailed. An address gets a few such mails a day from all accounts together. Above that the invitation
 * is stored without a mail, so that no account learns that others have invited the address, and none can keep others from inviting it.
 */
export function mayMailInvitation(recentToAddress: number): boolean {
  return recentToAddress < INVITATION_MAILS_A_DAY_MAX;
}
