import { randomUUID } from 'node:crypto';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createStorageReads } from '../../adapters/postgres/files/storage-use.ts';
import { createUploadStore } from '../../adapters/postgres/files/upload-store.ts';
import { createIntakeStore } from '../../adapters/postgres/intake/intake-store.ts';
import { createSftpFolderStore } from '../../adapters/postgres/intake/sftp-store.ts';
import { fileTypeProblem } from '../../adapters/statement-file/sniff-file-type.ts';
import { openStatementArchive } from '../../adapters/statement-file/statement-archive.ts';
import type { UploadIntake } from '../../app/files/accept-upload.ts';
import type { Purge } from '../../app/files/purge-due.ts';
import { rejectUpload, type SftpSweep, sftpPurge } from '../../app/intake/sweep-sftp.ts';
import type { DropStore, ObjectStore } from '../../app/platform/object-store.ts';
import type { SecretBox } from '../../app/webhooks/manage-webhooks.ts';
import type { Log } from './log.ts';
import type { OutboxRelay } from './webhook-delivery.ts';

interface IntakePlatform {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly relayOutbox: OutboxRelay['relayOutbox'];
  readonly log: Log;
  /** Encrypts webhook secrets. Only for processes that make them. */
  readonly secretBox?: SecretBox | undefined;
}

/** Makes the use case through which every statement enters, whatever the way of delivery. */
export function createUploadIntake(platform: IntakePlatform): UploadIntake {
  const { database, objects, relayOutbox, log, secretBox = NO_SECRETS } = platform;
  return {
    uploads: createUploadStore(database, secretBox),
    objects,
    relayOutbox,
    contentProblem: fileTypeProblem,
    openUpload: openStatementArchive,
    onBytesLeft: (error, objectKey) => log('warn', 'upload_bytes_left', { objectKey, error }),
  };
}

/** The secret box of a process that must not use secrets. */
export const NO_SECRETS: SecretBox = { seal: noSecrets, open: noSecrets };

function noSecrets(): never {
  throw new Error('This process was given no key for webhook secrets');
}

export interface IntakeParts {
  readonly database: Database;
  readonly log: Log;
  readonly dropStore: DropStore;
}

/** The sweep of files dropped by SFTP, with its stores, on top of the upload intake. */
export function createSftpSweep({ database, log, dropStore }: IntakeParts, intake: UploadIntake): SftpSweep {
  return {
    ...intake,
    drops: createIntakeStore(database),
    dropStore,
    folders: createSftpFolderStore(database),
    elapsedMs: () => performance.now(),
    onSweepError: (error, { account: { accountId }, userId }) =>
      log('error', 'sftp_sweep_failed', { accountId, userId, error }),
  };
}

/** Records an SFTP upload that was cut off. For a user that was deleted meanwhile it records nothing. */
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

/** The queries that our own SFTP server sends to the database about its users. */
export function createSftpAccounting({ database }: Pick<IntakeParts, 'database'>) {
  const { findLogin, noteIncoming } = createSftpFolderStore(database);
  return {
    accountOf: async (username: string) => (await findLogin(username))?.account.accountId ?? null,
    storageOf: createStorageReads(database).find,
    noteIncoming,
  };
}

/** Deletes received messages together with the raw bytes of their statements, but after a week at the latest. */
export function createMailPurge({ database, dropStore }: Pick<IntakeParts, 'database' | 'dropStore'>): Purge {
  return { portion: createIntakeStore(database).purgeExpired('email'), remove: dropStore.delete };
}

/**
 * Deletes dropped files together with the raw bytes of their statements. A rejected file is deleted after a week, with the file beside it
 * that gives the reason.
 */
export function createSftpPurge({ database, dropStore }: Pick<IntakeParts, 'database' | 'dropStore'>): Purge {
  return sftpPurge(createIntakeStore(database), dropStore);
}
