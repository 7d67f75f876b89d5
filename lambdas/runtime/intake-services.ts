import type { Database } from '../../adapters/postgres/database.ts';
import { createIntakeStore } from '../../adapters/postgres/intake-store.ts';
import { createSftpFolderStore } from '../../adapters/postgres/sftp-folder-store.ts';
import type { UploadIntake } from '../../app/accept-upload.ts';
import type { DropStore } from '../../app/intake-ports.ts';
import type { MailPurge } from '../../app/purge-mail.ts';
import type { SftpSweep } from '../../app/sweep-sftp.ts';
import type { Log } from './log.ts';

export interface IntakeParts {
  readonly database: Database;
  readonly log: Log;
  readonly dropStore: DropStore;
}

/** The sweep of what SFTP users dropped, with its stores, around the intake of uploads. */
export function createSftpSweep({ database, log, dropStore }: IntakeParts, intake: UploadIntake): SftpSweep {
  const { uploads, objects, relayOutbox, contentProblem } = intake;
  return {
    uploads,
    objects,
    relayOutbox,
    contentProblem,
    drops: createIntakeStore(database),
    dropStore,
    folders: createSftpFolderStore(database),
    elapsedMs: () => performance.now(),
    onSweepError: (error, { account: { accountId }, userId }) =>
      log('error', 'sftp_sweep_failed', { accountId, userId, error }),
  };
}

/** The deletion of messages that have been kept for long enough. */
export function createMailPurge({ database, dropStore }: Pick<IntakeParts, 'database' | 'dropStore'>): MailPurge {
  return { drops: createIntakeStore(database), messages: dropStore };
}
