import { join } from 'node:path';
import { openDiskDropStore } from '../adapters/object-store/disk-drop-store.ts';
import { sweepDiskObjectStore } from '../adapters/object-store/disk-object-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createSftpFolderStore } from '../adapters/postgres/sftp-folder-store.ts';
import type { DropStore } from '../app/intake-ports.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import { createAuthorizeUser } from '../lambdas/sftp/authorize-user.ts';
import type { Settings } from './settings.ts';
import { keepHostKey } from './sftp-host-key.ts';
import { type SftpServer, startSftpServer } from './sftp-server.ts';

/** The bucket of drops of this data directory. Apart from the raw bytes, whose lifecycle would delete what waits for a sweep. */
export async function openDrops(dataDirectory: string): Promise<DropStore> {
  const directory = join(dataDirectory, 'drops');
  await sweepDiskObjectStore(directory);
  return openDiskDropStore(directory);
}

export interface SftpParts {
  readonly dataDirectory: string;
  readonly database: Database;
  readonly dropStore: DropStore;
  readonly log: Log;
}

/** Null when no port is set. */
export async function serveDrops(
  { host, sftpPort }: Pick<Settings, 'host' | 'sftpPort'>,
  { dataDirectory, database, dropStore, log }: SftpParts,
): Promise<SftpServer | null> {
  if (sftpPort === null) return null;
  const authorize = createAuthorizeUser({
    folders: createSftpFolderStore(database),
    access: { bucket: 'drops', roleArn: 'local' },
  });
  return startSftpServer({
    host,
    port: sftpPort,
    hostKey: await keepHostKey(dataDirectory),
    authorize,
    dropStore,
    log,
  });
}
