import { createBookStore } from '../../adapters/postgres/book-store.ts';
import type { Database } from '../../adapters/postgres/database.ts';
import { isTransientDatabaseError } from '../../adapters/postgres/database-error.ts';
import { createDeliveryLog } from '../../adapters/postgres/delivery-log.ts';
import { createEventFanOut } from '../../adapters/postgres/event-fan-out.ts';
import { createFileCommandStore } from '../../adapters/postgres/file-command-store.ts';
import { createJobStore } from '../../adapters/postgres/job-store.ts';
import { createMaintenanceStore } from '../../adapters/postgres/maintenance-store.ts';
import { createOutbox } from '../../adapters/postgres/outbox.ts';
import { createUploadStore } from '../../adapters/postgres/upload-store.ts';
import { createWebhookStore } from '../../adapters/postgres/webhook-store.ts';
import { openStatementFile } from '../../adapters/statement-file/open-statement-file.ts';
import { fileTypeProblem } from '../../adapters/statement-file/sniff-file-type.ts';
import type { UploadIntake } from '../../app/accept-upload.ts';
import type { FileCommands } from '../../app/command-files.ts';
import type { WebhookManagement } from '../../app/manage-webhooks.ts';
import type { MessageQueue, ObjectStore } from '../../app/ports.ts';
import type { StatementWorker } from '../../app/process-statement.ts';
import { relayOutbox } from '../../app/relay-outbox.ts';
import type { TaskRunner } from '../../app/scheduled-tasks.ts';
import type { SecretBox } from '../../app/webhook-ports.ts';
import type { Log } from './log.ts';
import { createReportServices, type ReportPlatform, type ReportServices } from './report-services.ts';

/** What differs between AWS and one machine. Everything above is the same code. */
export interface Platform {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly queue: MessageQueue;
  readonly log: Log;
  /** Base address under which clients reach the service, without a slash at the end: for links in what is sent to them. */
  readonly publicUrl: () => string;
  /** For the processes that make webhook secrets or sign with them. */
  readonly secretBox?: SecretBox;
  /** For the processes that run saved reports. */
  readonly reports?: ReportPlatform;
}

export type Services = UploadIntake &
  FileCommands &
  TaskRunner & {
    readonly worker: StatementWorker;
    readonly sweepOutbox: () => Promise<number>;
    readonly savedReports: ReportServices;
    readonly webhooks: Pick<WebhookManagement, 'webhooks' | 'deliveries'>;
  };

/** Puts the use cases together with their stores: once per process. */
export function createServices(platform: Platform): Services {
  const { database, objects, queue, log, publicUrl, secretBox = NO_SECRETS, reports } = platform;
  const relay = { outbox: createOutbox(database), events: createEventFanOut(database), queue, publicUrl };
  const sweepOutbox = () => relayOutbox(relay);
  const jobs = createJobStore(database);
  const savedReports = createReportServices({ database, log }, reports);
  return {
    uploads: createUploadStore(database, secretBox),
    commands: createFileCommandStore(database),
    maintenance: createMaintenanceStore(database),
    objects,
    contentProblem: fileTypeProblem,
    sweepOutbox,
    savedReports,
    webhooks: { webhooks: createWebhookStore(database, secretBox), deliveries: createDeliveryLog(database) },
    scheduledReports: savedReports,
    // What was accepted stays accepted when sending fails: the row is there, and the sweep sends it within a minute.
    relayOutbox: async () => {
      try {
        await sweepOutbox();
      } catch (error) {
        log('warn', 'outbox_relay_failed', { error });
      }
    },
    elapsedMs: () => performance.now(),
    worker: {
      jobs,
      books: createBookStore(database),
      objects,
      openStatement: openStatementFile,
      onError: (error, job) => {
        const level = isTransientDatabaseError(error) ? 'warn' : 'error';
        log(level, 'job_try_failed', { jobId: job.jobId, attempt: job.attempt, error });
      },
    },
  };
}

/** The worker of statements has no business with secrets. */
const NO_SECRETS: SecretBox = { seal: noSecrets, open: noSecrets };

function noSecrets(): never {
  throw new Error('This process was given no key for webhook secrets');
}
