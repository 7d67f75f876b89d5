import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createUploadStore } from '../../adapters/postgres/files/upload-store.ts';
import { fileTypeProblem } from '../../adapters/statement-file/sniff-file-type.ts';
import { openStatementArchive } from '../../adapters/statement-file/statement-archive.ts';
import type { UploadIntake } from '../../app/files/accept-upload.ts';
import type { ObjectStore } from '../../app/platform/object-store.ts';
import type { SecretBox } from '../../app/webhooks/manage-webhooks.ts';
import type { Log } from './log.ts';
import type { OutboxRelay } from './outbox-relay.ts';

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
