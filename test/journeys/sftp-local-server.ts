import { createSftpFolderStore } from '../../adapters/postgres/intake/sftp-folder-store.ts';
import { createSftpAccounting, createUploadRejection } from '../../lambdas/runtime/intake-services.ts';
import { createAuthorizeUser } from '../../lambdas/sftp/authorize-user.ts';
import { createSshKeyPair } from '../../server/drop-offs.ts';
import { type SftpServer, type SftpServerParts, startSftpServer } from '../../server/sftp-server.ts';
import { SFTP_CONFIG, type SftpService } from './sftp-service.ts';

/** Starts the SFTP server of one machine on any free port, with the users and the bucket of a service. */
export function startLocalServer(
  service: SftpService,
  parts: Partial<Pick<SftpServerParts, 'accountOf' | 'isDiskFull' | 'log'>> = {},
): Promise<SftpServer> {
  const authorize = createAuthorizeUser({
    folders: createSftpFolderStore(service.database),
    access: { bucket: 'drops', roleArn: 'local' },
  });
  return startSftpServer({
    isDiskFull: async () => false,
    host: '127.0.0.1',
    port: 0,
    hostKey: createSshKeyPair().private,
    authorize,
    ...createSftpAccounting(service),
    dropStore: service.dropStore,
    reject: createUploadRejection(service),
    log: () => {},
    ...parts,
  });
}

/** The stored form of a key, without its comment. */
export const keyLine = (line: string): string => line.trim().split(' ').slice(0, 2).join(' ');

/** Creates a user of a new account that has a carrier. */
export async function userWithKey(service: SftpService, keys = createSshKeyPair()) {
  const account = await service.createAccount({ tier: 'enterprise' });
  await service.createCarrier({ account, config: SFTP_CONFIG });
  const user = await service.createUser(account, { publicKey: keyLine(keys.public) });
  return { account, ...user, privateKey: keys.private };
}
export type UserWithKey = Awaited<ReturnType<typeof userWithKey>>;
