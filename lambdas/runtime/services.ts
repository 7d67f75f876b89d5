import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createFileCommandStore } from '../../adapters/postgres/files/file-command-store.ts';
import { createIdempotencyStore } from '../../adapters/postgres/files/idempotency-store.ts';
import { createMaintenanceStore } from '../../adapters/postgres/operations/maintenance-store.ts';
import { createDeliveryLog } from '../../adapters/postgres/webhooks/delivery-log.ts';
import { createDeliveryStore } from '../../adapters/postgres/webhooks/delivery-store.ts';
import { createWebhookStore } from '../../adapters/postgres/webhooks/webhook-store.ts';
import type { UploadIntake } from '../../app/files/accept-upload.ts';
import type { FileCommands } from '../../app/files/command-files.ts';
import type { IdempotencyStore } from '../../app/files/idempotency-ports.ts';
import type { ObjectStore } from '../../app/files/object-ports.ts';
import { dropCopies } from '../../app/files/purge-drops.ts';
import type { DropStore } from '../../app/intake/intake-ports.ts';
import type { SentMail } from '../../app/intake/mail-ports.ts';
import type { RunIsolated } from '../../app/jobs/isolated-ports.ts';
import type { StatementWorker } from '../../app/jobs/process-statement.ts';
import type { MessageQueue } from '../../app/jobs/queue-ports.ts';
import type { TaskRunner } from '../../app/operations/scheduled-tasks.ts';
import type { WebhookManagement } from '../../app/webhooks/manage-webhooks.ts';
import type { SecretBox } from '../../app/webhooks/webhook-ports.ts';
import type { TaskLimits } from '../../core/limits/task-limits.ts';
import { createAccountDeletions } from './account-deletions.ts';
import { createMailPurge, createSftpPurge, createSftpSweep } from './intake-services.ts';
import type { Log } from './log.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { createReportServices, type ReportPlatform, type ReportServices } from './report-services.ts';
import { createStatementWorker } from './statement-worker.ts';
import { createUploadIntake, NO_SECRETS } from './upload-intake.ts';

/** The parts that differ between AWS and one machine. All code above this interface is the same. */
export interface Platform {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly queue: MessageQueue;
  readonly log: Log;
  /** The base address of the service without a trailing slash, for links that clients get. */
  readonly publicUrl: () => string;
  /** For the processes that make webhook secrets or sign with them. */
  readonly secretBox?: SecretBox;
  /** For the processes that run saved reports. */
  readonly reports?: ReportPlatform;
  /** The store for statements dropped by SFTP and email. */
  readonly dropStore?: DropStore;
  /** The store for copies of sent mail. */
  readonly sentMail?: SentMail;
  /** For the processes that read files while a client waits for the answer. */
  readonly runIsolated?: RunIsolated;
  /** The limits of tasks that the operator runs by hand, on a host that cuts off long requests. */
  readonly taskLimits?: TaskLimits;
}

export type Services = UploadIntake &
  FileCommands &
  OutboxRelay &
  TaskRunner & {
    readonly worker: StatementWorker;
    readonly savedReports: ReportServices;
    readonly runIsolated: RunIsolated;
    readonly idempotency: IdempotencyStore;
    readonly webhooks: Pick<WebhookManagement, 'webhooks' | 'deliveries'>;
  };

/** Connects the use cases with their stores, once per process. */
export function createServices(platform: Platform): Services {
  const { database, objects, queue, log, publicUrl, secretBox = NO_SECRETS, reports, dropStore, taskLimits } = platform;
  const { sentMail } = platform;
  const savedReports = createReportServices({ database, log }, reports);
  const uploadIntake = createUploadIntake({ database, objects, queue, log, publicUrl, secretBox });
  return {
    ...uploadIntake,
    commands: createFileCommandStore(database),
    maintenance: createMaintenanceStore(database),
    queue,
    redelivery: createDeliveryStore(database),
    sftpSweep: dropStore === undefined ? null : createSftpSweep({ database, log, dropStore }, uploadIntake),
    sftpPurge: dropStore === undefined ? undefined : createSftpPurge({ database, dropStore }),
    mailPurge: dropStore === undefined ? undefined : createMailPurge({ database, dropStore }),
    dropCopies: dropStore === undefined ? undefined : dropCopies({ dropStore, sentMail }),
    deletions: createAccountDeletions({ database, objects, log, dropStore, sentMail }),
    savedReports,
    runIsolated: platform.runIsolated ?? NOT_ISOLATED,
    idempotency: createIdempotencyStore(database, secretBox),
    webhooks: { webhooks: createWebhookStore(database, secretBox), deliveries: createDeliveryLog(database) },
    scheduledReports: savedReports,
    limits: taskLimits,
    elapsedMs: () => performance.now(),
    worker: createStatementWorker({ database, objects, log }),
  };
}

const NOT_ISOLATED: RunIsolated = () => Promise.reject(new Error('This process reads no files while somebody waits.'));
