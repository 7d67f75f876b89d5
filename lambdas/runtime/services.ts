import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createDueDeletionStore } from '../../adapters/postgres/files/due-deletion-store.ts';
import { createFileCommandStore } from '../../adapters/postgres/files/file-command-store.ts';
import { createIdempotencyStore } from '../../adapters/postgres/files/idempotency-store.ts';
import { createDeliveryLog } from '../../adapters/postgres/webhooks/delivery-log.ts';
import { createDeliveryStore } from '../../adapters/postgres/webhooks/delivery-store.ts';
import { createWebhookStore } from '../../adapters/postgres/webhooks/webhook-store.ts';
import type { StatementWorker } from '../../app/book/process-statement.ts';
import type { IdempotencyStore, UploadIntake } from '../../app/files/accept-upload.ts';
import type { FileCommands } from '../../app/files/command-files.ts';
import { deferDrops, deferObjects, dropCopies, duePurges } from '../../app/files/purge-due.ts';
import type { IsDiskFull } from '../../app/operations/check-readiness.ts';
import type { TaskRunner } from '../../app/operations/scheduled-tasks.ts';
import type { MailPerson } from '../../app/people/mail-person.ts';
import type { Mailer, SentMail } from '../../app/platform/mail.ts';
import type { DropStore, ObjectStore } from '../../app/platform/object-store.ts';
import type { MessageQueue } from '../../app/platform/queue.ts';
import type { RunIsolated } from '../../app/reading/run-isolated.ts';
import type { SecretBox, WebhookManagement } from '../../app/webhooks/manage-webhooks.ts';
import type { TaskLimits } from '../../core/limits/job-limits.ts';
import {
  createMailPurge,
  createSftpPurge,
  createSftpSweep,
  createUploadIntake,
  NO_SECRETS,
} from './intake-services.ts';
import type { Log } from './log.ts';
import { createReportServices, type ReportPlatform, type ReportServices } from './report-services.ts';
import { createAccountDeletions, createMaintenance, createOwnerMailing } from './single-stores.ts';
import { createStatementWorker } from './statement-worker.ts';
import { createOutboxRelay, type OutboxRelay } from './webhook-delivery.ts';

/** The parts that differ between AWS and one machine. All code above this interface is the same. */
export interface Platform {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly queue: MessageQueue;
  readonly log: Log;
  /** The base address of the service without a trailing slash, for links that clients get. */
  readonly publicUrl: () => string;
  /** Encrypts webhook secrets. Only for processes that make them or sign with them. */
  readonly secretBox?: SecretBox;
  /** Runs saved reports. Only for processes that run them. */
  readonly reports?: ReportPlatform;
  /** Mails letters to carriers. Null or absent where no mail server is set up. */
  readonly letterMailer?: Pick<Mailer, 'send'> | null;
  /** Queues mails to owners. Absent in a process that mails nobody. */
  readonly mailPerson?: MailPerson | undefined;
  /** The store for statements dropped by SFTP and email. */
  readonly dropStore?: DropStore;
  /** The store for copies of sent mail. */
  readonly sentMail?: SentMail;
  /** Reads files in processes of their own. Only for processes that read files while a client waits for the answer. */
  readonly runIsolated?: RunIsolated;
  /** True where this process may not delete stored bytes: it marks them, and the task purge_files deletes them. */
  readonly defersDeletions?: boolean;
  /** Asks for the disk of the service. Absent where it stores nothing on a disk of its own. */
  readonly isDiskFull?: IsDiskFull | undefined;
  /** The limits of tasks that the operator runs by hand, on a host that cuts off long requests. */
  readonly taskLimits?: TaskLimits;
}

/** The use cases of a process with their stores, by subject. A caller gets only the subject that it needs. */
export interface Services {
  /** Accepts statements. */
  readonly intake: UploadIntake;
  /** Retracts, rescores, purges and retries accepted statements. */
  readonly files: FileCommands;
  readonly worker: StatementWorker;
  readonly outbox: OutboxRelay;
  readonly tasks: TaskRunner;
  readonly savedReports: ReportServices;
  readonly webhooks: Pick<WebhookManagement, 'webhooks' | 'deliveries'>;
  readonly letterMailer: Pick<Mailer, 'send'> | null;
  readonly runIsolated: RunIsolated;
  readonly idempotency: IdempotencyStore;
  /** The bytes that were dropped and mailed; null in a process without them. */
  readonly drops: Pick<DropStore, 'get'> | null;
}

/** Connects the use cases with their stores, once per process. */
export function createServices(host: Platform): Services {
  const platform = host.defersDeletions === true ? withDeferredDeletions(host) : host;
  const { database, objects, queue, log, publicUrl, secretBox = NO_SECRETS, reports, dropStore, sentMail } = platform;
  const outbox = createOutboxRelay({ database, queue, publicUrl, log });
  const { relayOutbox } = outbox;
  const intake = createUploadIntake({ database, objects, relayOutbox, log, secretBox });
  const savedReports = createReportServices({ database, log }, reports);
  return {
    intake,
    files: {
      commands: createFileCommandStore(database),
      objects,
      relayOutbox,
      dropCopies: dropStore === undefined ? undefined : dropCopies({ dropStore, sentMail }),
    },
    worker: createStatementWorker({ database, objects, log }),
    outbox,
    tasks: createTaskRunner(platform, { intake, savedReports }),
    savedReports,
    letterMailer: platform.letterMailer ?? null,
    webhooks: { webhooks: createWebhookStore(database, secretBox), deliveries: createDeliveryLog(database) },
    runIsolated: platform.runIsolated ?? NOT_ISOLATED,
    idempotency: createIdempotencyStore(database, secretBox),
    drops: dropStore ?? null,
  };
}

function withDeferredDeletions(host: Platform): Platform {
  const due = createDueDeletionStore(host.database);
  const drops = host.dropStore === undefined ? {} : { dropStore: deferDrops(host.dropStore, due) };
  return { ...host, objects: deferObjects(host.objects, due), ...drops };
}

/** Makes the parts of the scheduled tasks, for a process that runs them all. */
function createTaskRunner(
  { database, objects, queue, log, dropStore, sentMail, taskLimits, isDiskFull, defersDeletions, mailPerson }: Platform,
  { intake, savedReports }: Pick<Services, 'intake' | 'savedReports'>,
): TaskRunner {
  return {
    ...createMaintenance(database),
    objects,
    queue,
    redelivery: createDeliveryStore(database),
    ownerMails: mailPerson === undefined ? undefined : createOwnerMailing(database, mailPerson),
    relayOutbox: intake.relayOutbox,
    scheduledReports: savedReports,
    sftpSweep: dropStore === undefined ? null : createSftpSweep({ database, log, dropStore }, intake),
    sftpPurge: dropStore === undefined ? undefined : createSftpPurge({ database, dropStore }),
    mailPurge: dropStore === undefined ? undefined : createMailPurge({ database, dropStore }),
    // A process that only marks objects must not run the sweep, because the sweep would remove the marks without deleting the objects.
    duePurges: defersDeletions ? undefined : duePurges(createDueDeletionStore(database), { objects, dropStore }),
    deletions: createAccountDeletions({ database, objects, log, dropStore, sentMail, waitsForTask: defersDeletions }),
    limits: taskLimits,
    isDiskFull,
  };
}

const NOT_ISOLATED: RunIsolated = () => Promise.reject(new Error('This process reads no files while somebody waits.'));
