import { randomBytes } from 'node:crypto';
import { intakeRefusal } from '../../core/intake/intake-account.ts';
import { type Refused, refuse } from '../../core/problem.ts';
import type { TokenHolder } from '../accounts/account-ports.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';
import type { EmailAddressKey, EmailAddressStore, StoredEmailAddress } from './email-ports.ts';

/**
 * The inbound addresses of carriers (docs/reference/drop-offs.md#email-addresses). Enterprise only; seeing and revoking
 * them is allowed below it too, so that an account which changed its plan can still shut the door.
 */

type Holder = Pick<TokenHolder, 'accountId' | 'status' | 'tier'>;

export const unknownAddress = (): Refused => refuse('not_found', 'There is no email address with this id.');

export async function addEmailAddress(
  addresses: EmailAddressStore,
  {
    account,
    carrierId,
    workspaceId,
  }: { readonly account: Holder; readonly carrierId: string; readonly workspaceId: string | null },
  origin: RequestOrigin,
): Promise<StoredEmailAddress | Refused> {
  const refused = intakeRefusal(account);
  if (refused !== null) return refused;
  return addresses.create(account.accountId, { localPart: newLocalPart(), carrierId, workspaceId }, origin);
}

/** Whoever knows the address before can do nothing with it from now on. */
export async function rotateEmailAddress(
  addresses: EmailAddressStore,
  { account, addressId }: { readonly account: Holder } & Pick<EmailAddressKey, 'addressId'>,
  origin: RequestOrigin,
): Promise<StoredEmailAddress | Refused> {
  const refused = intakeRefusal(account);
  if (refused !== null) return refused;
  const rotated = await addresses.rotate({ accountId: account.accountId, addressId }, newLocalPart(), origin);
  return rotated ?? unknownAddress();
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** Five bits each: 130 that nobody can guess. */
const CHARACTERS = 26;

/** Lower case, because mail servers don't keep it; 32 divides 256, so that no character comes more often than another. */
function newLocalPart(): string {
  return [...randomBytes(CHARACTERS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
