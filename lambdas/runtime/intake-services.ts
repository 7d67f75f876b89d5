import { randomUUID } from 'node:crypto';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createStorageReads } from '../../adapters/postgres/files/storage-use.ts';
import { createIntakeStore } from '../../adapters/postgres/intake/intake-store.ts';
import { createSftpFolderStore } from '../../adapters/postgres/intake/sftp-folder-store.ts';
import type { UploadIntake } from '../../app/files/accept-upload.ts';
import { sftpPurge } from '../../app/files/purge-drops.ts';
import type { Purge } from '../../app/files/purge-due.ts';
import type { DropStore } from '../../app/intake/intake-ports.ts';
import { rejectUpload } from '../../app/intake/place-drop.ts';
import type { SftpSweep } from '../../app/intake/sweep-sftp.ts';
import type { Log } from './log.ts';

export interface IntakeParts {
  readonly database: Database;
  readonly log: Log;
  readonly dropStore: DropStore;
}

/** The sweep of what SFTP users dropped, with its stores, around the intake of uploads. */
export function createSftpSweep({ database, log, dropStore }: IntakeParts, intake: UploadIntake): SftpSweep {
  const { uploads, objects, relayOutbox, contentProblem, onBytesLeft } = intake;
  return {
    uploads,
    objects,
    relayOutbox,
    contentProblem,
    onBytesLeft,
    drops: createIntakeStore(database),
    dropStore,
    folders: createSftpFolderStore(database),
    elapsedMs: () => performance.now(),
    onSweepError: (error, { account: { accountId }, userId }) =>
      log('error', 'sftp_sweep_failed', { accountId, userId, error }),
  };
}

/** Writes down an upload by SFTP that was ended; of a user that was deleted meanwhile nothing. */
export function createUploadRejection({ database, dropStore }: Pick<IntakeParts, 'database' | 'dropStore'>) {
  const folders = createSftpFolderStore(database);
  const places = { drops: createIntakeStore(database), dropStore };
  return async (
    upload: { readonly username: string; readonly name: string; readonly byteSize: number },
    reason: string,
  ): Promise<void> => {
    const login = await folders.findLogin(upload.username);
    if (login === null) return;
    const { accountId } = login.account;
    const endedOn = new Date().toISOString();
    await rejectUpload(places, { ...upload, accountId, tryId: randomUUID(), endedOn }, reason);
  };
}

/** What an SFTP server of our own asks the database about its users. */
export function createSftpAccounting({ database }: Pick<IntakeParts, 'database'>) {
  const { findLogin, noteIncoming } = createSftpFolderStore(database);
  return {
    accountOf: async (username: string) => (await findLogin(username))?.account.accountId ?? null,
    storageOf: createStorageReads(database).find,
    noteIncoming,
  };
}

/** Messages as they came go with the raw bytes of their statements, or after a week. */
export function createMailPurge({ database, dropStore }: Pick<IntakeParts, 'database' | 'dropStore'>): Purge {
  return { portion: createIntakeStore(database).purgeExpired('email'), remove: dropStore.delete };
}

/** Dropped files go with the raw bytes of their statements, rejected ones after a week, each with the reason beside it. */
export function createSftpPurge({ database, dropStore }: Pick<IntakeParts, 'database' | 'dropStore'>): Purge {
  return sftpPurge(createIntakeStore(database), dropStore);
}
