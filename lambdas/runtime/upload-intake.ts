import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createUploadStore } from '../../adapters/postgres/files/upload-store.ts';
import { fileTypeProblem } from '../../adapters/statement-file/sniff-file-type.ts';
import type { UploadIntake } from '../../app/files/accept-upload.ts';
import type { ObjectStore } from '../../app/files/object-ports.ts';
import type { MessageQueue } from '../../app/jobs/queue-ports.ts';
import type { SecretBox } from '../../app/webhooks/webhook-ports.ts';
import type { Log } from './log.ts';
import { createOutboxRelay, type OutboxRelay } from './outbox-relay.ts';

interface IntakePlatform {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly queue: MessageQueue;
  readonly log: Log;
  readonly publicUrl: () => string;
  /** For the processes that make webhook secrets. */
  readonly secretBox?: SecretBox | undefined;
}

/** The only use case through which a statement enters, for every way of delivery. */
export function createUploadIntake(platform: IntakePlatform): UploadIntake & OutboxRelay {
  const { database, objects, queue, log, publicUrl, secretBox = NO_SECRETS } = platform;
  return {
    uploads: createUploadStore(database, secretBox),
    objects,
    contentProblem: fileTypeProblem,
    onBytesLeft: (error, objectKey) => log('warn', 'upload_bytes_left', { objectKey, error }),
    ...createOutboxRelay({ database, queue, publicUrl, log }),
  };
}

/** The secret box of a process that must not use secrets. */
export const NO_SECRETS: SecretBox = { seal: noSecrets, open: noSecrets };

function noSecrets(): never {
  throw new Error('This process was given no key for webhook secrets');
}
