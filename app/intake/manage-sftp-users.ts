import { z } from 'zod';
import { intakeRefusal } from '../../core/intake/intake-account.ts';
import { fingerprintOf, readPublicKey } from '../../core/intake/sftp-folder.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { TokenHolder } from '../accounts/issue-token.ts';

/** A user who may drop statements by SFTP, as the account sees it. */
export interface NewSftpUser {
  readonly username: string;
  readonly publicKey: string;
  readonly carrierIds: readonly string[] | null;
  readonly workspaceId: string | null;
}

/** The SFTP users of one account. */
export interface SftpUserStore {
  /** Creates a user. The name of a deleted user can be reused only by the account that had it. */
  create(accountId: string, user: NewSftpUser, origin: RequestOrigin): Promise<SftpUser | Refused>;
  /** Returns users, newest first, without deleted ones. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<SftpUser>>;
  find(accountId: string, userId: string): Promise<SftpUser | null>;
  /** Deletes a user, who can't sign in any more; files left in the folder are rejected. Returns false when the user does not exist. */
  delete(key: { readonly accountId: string; readonly userId: string }, origin: RequestOrigin): Promise<boolean>;
}

/** Manages users who may drop statements by SFTP. */
export interface SftpUsers {
  readonly sftpUsers: SftpUserStore;
}

export const sftpUser = z
  .object({
    id: z.string(),
    username: z.string(),
    publicKey: z.string(),
    fingerprint: z.string().describe('Of the key, as ssh-keygen -l shows it.'),
    carrierIds: z.array(z.string()).readonly().nullable().describe('Null: every carrier of the account.'),
    workspaceId: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SftpUser' });
export type ShownSftpUser = Readonly<z.output<typeof sftpUser>>;
/** A user as it is stored. The fingerprint is made from the key when the user is shown. */
export type SftpUser = Omit<ShownSftpUser, 'fingerprint'>;

export const SFTP_USER_COLUMNS = [
  'id',
  'username',
  'publicKey',
  'fingerprint',
  'carrierIds',
  'workspaceId',
  'createdAt',
];

interface SftpUserKey {
  readonly accountId: string;
  readonly userId: string;
}

/**
 * Adds a user who may drop statements by SFTP (docs/reference/drop-offs.md#sftp-users). Refuses accounts below the tier enterprise, keys
 * that cannot be read, and taken user names.
 */
export async function addSftpUser(
  { sftpUsers: users }: SftpUsers,
  {
    account,
    user,
    origin,
  }: {
    readonly account: Pick<TokenHolder, 'accountId' | 'status' | 'tier'>;
    readonly user: NewSftpUser;
    readonly origin: RequestOrigin;
  },
): Promise<ShownSftpUser | Refused> {
  const refused = intakeRefusal(account);
  if (refused !== null) return refused;
  const key = readPublicKey(user.publicKey);
  if (!key.ok) return refuseField('publicKey', key.problem);
  const carrierIds = user.carrierIds === null ? null : [...new Set(user.carrierIds)];
  const created = await users.create(account.accountId, { ...user, carrierIds, publicKey: key.publicKey }, origin);
  return isRefused(created) ? created : withFingerprint(created);
}

/** Lists SFTP users, newest first, without deleted ones. */
export async function listSftpUsers(
  { sftpUsers }: SftpUsers,
  accountId: string,
  page: OffsetPosition,
): Promise<OffsetPage<ShownSftpUser>> {
  const { data, ...rest } = await sftpUsers.list(accountId, page);
  return { data: data.map(withFingerprint), ...rest };
}

/** Finds an SFTP user. Refuses an unknown user. */
export async function findSftpUser(
  { sftpUsers }: SftpUsers,
  { accountId, userId }: SftpUserKey,
): Promise<ShownSftpUser | Refused> {
  const user = await sftpUsers.find(accountId, userId);
  return user === null ? unknownUser() : withFingerprint(user);
}

/** Deletes an SFTP user, who can't sign in any more. Returns null when done; refuses an unknown user. */
export async function deleteSftpUser(
  { sftpUsers }: SftpUsers,
  key: SftpUserKey,
  origin: RequestOrigin,
): Promise<Refused | null> {
  return (await sftpUsers.delete(key, origin)) ? null : unknownUser();
}

const unknownUser = () => refuse('not_found', 'There is no SFTP user with this id.');

const withFingerprint = (user: SftpUser): ShownSftpUser => ({ ...user, fingerprint: fingerprintOf(user.publicKey) });
