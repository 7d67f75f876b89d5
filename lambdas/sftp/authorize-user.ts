import { z } from 'zod';
import type { SftpFolderStore } from '../../app/intake/intake-store.ts';
import { intakeRefusal } from '../../core/intake/drop-off-settings.ts';
import { folderPrefix, SFTP_FOLDERS, USERNAME_FORM } from '../../core/intake/sftp-folder.ts';

/** The bucket of drops, and the role with which Transfer Family reads and writes it. */
export interface SftpAccess {
  readonly bucket: string;
  readonly roleArn: string;
}

export interface AuthorizeUserDeps {
  readonly folders: Pick<SftpFolderStore, 'findLogin'>;
  readonly access: SftpAccess;
}

/** The request of Transfer Family to its identity provider. The password is present only if the client sent one. */
const signIn = z.object({
  username: z.string(),
  password: z.string().optional(),
  protocol: z.string(),
  serverId: z.string(),
  sourceIp: z.string().optional(),
});

/** The keys that may sign in, and the folders of the user. Without keys nobody can sign in. */
export const authorizedUser = z.union([
  z.object({
    Role: z.string(),
    Policy: z.string(),
    HomeDirectoryType: z.literal('LOGICAL'),
    HomeDirectoryDetails: z.string(),
    PublicKeys: z.array(z.string()),
  }),
  z.strictObject({}),
]);
export type AuthorizedUser = z.output<typeof authorizedUser>;

/**
 * Decides who may sign in by SFTP (docs/reference/drop-offs.md#sftp-users): a user of an active account on the Enterprise tier, with its
 * key. Unknown, deleted and unentitled users, and any password, get the same empty answer.
 */
export function createAuthorizeUser({ folders, access }: AuthorizeUserDeps) {
  return async (event: unknown): Promise<AuthorizedUser> => {
    const { username, password, protocol } = signIn.parse(event);
    if (protocol !== 'SFTP' || (password !== undefined && password !== '') || !USERNAME_FORM.test(username)) return {};
    const login = await folders.findLogin(username);
    if (login === null || intakeRefusal(login.account) !== null) return {};
    const entries = SFTP_FOLDERS.map((folder) => ({
      Entry: `/${folder}`,
      Target: `/${access.bucket}/${folderPrefix(login.username, folder).replace(/\/$/, '')}`,
    }));
    return {
      Role: access.roleArn,
      Policy: JSON.stringify(policyOf(login.username, access.bucket)),
      HomeDirectoryType: 'LOGICAL',
      HomeDirectoryDetails: JSON.stringify(entries),
      PublicKeys: [login.publicKey],
    };
  };
}

/** The role's rights that this session keeps: list its own folders, write to /incoming, read the reasons for rejections. */
function policyOf(username: string, bucket: string) {
  const arn = `arn:aws:s3:::${bucket}`;
  const prefixes = SFTP_FOLDERS.map((folder) => folderPrefix(username, folder));
  const incoming = `${arn}/${folderPrefix(username, 'incoming')}*`;
  const allow = (sid: string, actions: readonly string[], resource: string) => ({
    Sid: sid,
    Effect: 'Allow',
    Action: actions,
    Resource: resource,
  });
  return {
    Version: '2012-10-17',
    Statement: [
      {
        ...allow('ListOwnFolders', ['s3:ListBucket'], arn),
        Condition: { StringLike: { 's3:prefix': prefixes.flatMap((prefix) => [prefix, `${prefix}*`]) } },
      },
      // In S3, a rename of an upload is a read, a write and a delete.
      allow('PutAndRename', ['s3:PutObject', 's3:GetObject', 's3:DeleteObject', 's3:AbortMultipartUpload'], incoming),
      allow('ReadReasons', ['s3:GetObject'], `${arn}/${folderPrefix(username, 'rejected')}*.reason.txt`),
      // A session may do only what both its policy and the role allow, and only the role names the key of the bucket.
      allow('UseBucketKey', ['kms:Decrypt', 'kms:GenerateDataKey'], '*'),
    ],
  };
}
