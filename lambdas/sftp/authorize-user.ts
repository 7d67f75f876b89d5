import { z } from 'zod';
import type { SftpFolderStore } from '../../app/intake/intake-ports.ts';
import { intakeRefusal } from '../../core/intake/intake-account.ts';
import { folderPrefix, SFTP_FOLDERS, USERNAME_FORM } from '../../core/intake/sftp-folder.ts';

/** The bucket of drops, and the role that Transfer Family reads and writes it with. */
export interface SftpAccess {
  readonly bucket: string;
  readonly roleArn: string;
}

export interface AuthorizeUserDeps {
  readonly folders: Pick<SftpFolderStore, 'findLogin'>;
  readonly access: SftpAccess;
}

/** What Transfer Family asks its identity provider. A password is there only when the client sent one. */
const signIn = z.object({
  username: z.string(),
  password: z.string().optional(),
  protocol: z.string(),
  serverId: z.string(),
  sourceIp: z.string().optional(),
});

/** Keys that open the door, and what is behind it. Without any, nobody comes in. */
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
 * Who may sign in by SFTP (docs/reference/drop-offs.md#sftp-users): a user of an active account on the Enterprise tier,
 * with its key. Somebody unknown, deleted or not entitled gets the same empty answer, and so does a password.
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

/** Of the role's rights this session has these: see its own folders, put into /incoming, read why something was rejected. */
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
      // Giving an upload its final name is, to S3, reading it, writing it and deleting the old one.
      allow('PutAndRename', ['s3:PutObject', 's3:GetObject', 's3:DeleteObject', 's3:AbortMultipartUpload'], incoming),
      allow('ReadReasons', ['s3:GetObject'], `${arn}/${folderPrefix(username, 'rejected')}*.reason.txt`),
      // A session may do what both its policy and the role allow, and only the role knows the bucket's key.
      allow('UseBucketKey', ['kms:Decrypt', 'kms:GenerateDataKey'], '*'),
    ],
  };
}
