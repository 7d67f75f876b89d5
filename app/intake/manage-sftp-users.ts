import { intakeRefusal } from '../../core/intake/intake-account.ts';
import { readPublicKey } from '../../core/intake/sftp-public-key.ts';
import { type Refused, refuseField } from '../../core/problem.ts';
import type { TokenHolder } from '../accounts/account-ports.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';
import type { NewSftpUser, SftpUser, SftpUserStore } from './intake-ports.ts';

/**
 * Lets somebody drop statements by SFTP (docs/reference/drop-offs.md#sftp-users). Enterprise only; seeing and deleting
 * users is allowed below it too, so that an account which changed its plan can still shut the door.
 */
export async function addSftpUser(
  users: SftpUserStore,
  {
    account,
    user,
    origin,
  }: {
    readonly account: Pick<TokenHolder, 'accountId' | 'status' | 'tier'>;
    readonly user: NewSftpUser;
    readonly origin: RequestOrigin;
  },
): Promise<SftpUser | Refused> {
  const refused = intakeRefusal(account);
  if (refused !== null) return refused;
  const key = readPublicKey(user.publicKey);
  if (!key.ok) return refuseField('publicKey', key.problem);
  const carrierIds = user.carrierIds === null ? null : [...new Set(user.carrierIds)];
  return users.create(account.accountId, { ...user, carrierIds, publicKey: key.publicKey }, origin);
}
