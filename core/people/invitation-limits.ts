import {
  INVITATION_MAILS_A_DAY_MAX,
  INVITATIONS_A_DAY_MAX,
  INVITATIONS_OF_ADDRESS_A_DAY_MAX,
} from '../limits/people-limits.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';

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
