import { createS3DropStore } from '../../adapters/object-store/s3-drop-store.ts';
import { createS3Client, createS3ObjectStore } from '../../adapters/object-store/s3-object-store.ts';
import { createSqsClient, createSqsQueue, createSqsSender } from '../../adapters/queue/sqs-queue.ts';
import { personMailBody } from '../../app/people/mail-person.ts';
import type { DropStore } from '../../app/platform/drops.ts';
import type { Mailer } from '../../app/platform/mail.ts';
import type { ObjectStore } from '../../app/platform/object-store.ts';
import type { MessageQueue } from '../../app/platform/queue.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import type { Telemetry } from './log.ts';
import type { PeoplePlatform } from './people-services.ts';

/**
 * Makes the mailer, which is loaded with the first message. Most processes never send one, and it is a quarter of the code that they would
 * load at the start.
 */
export function awsMailer({ traced }: Telemetry): Mailer {
  const { MAIL_FROM } = readVariables(VARIABLES.mail);
  let mailer: Promise<Mailer> | undefined;
  return {
    async send(message) {
      mailer ??= import('../../adapters/mail/ses-mailer.ts').then(({ createSesClient, createSesMailer }) =>
        createSesMailer({ client: traced(createSesClient()), from: MAIL_FROM }),
      );
      await (await mailer).send(message);
    },
  };
}

/** Makes the queues for work. Only the function that itself sends to the dead-letter queue of statements gets that queue too. */
export function awsQueue({ traced }: Telemetry, more: { readonly deadStatements?: boolean } = {}): MessageQueue {
  const { STATEMENTS_QUEUE_URL, WEBHOOKS_QUEUE_URL } = readVariables(VARIABLES.queues);
  const dead = more.deadStatements
    ? { 'statements-dead': readVariables(VARIABLES.deadStatements).STATEMENTS_DEAD_QUEUE_URL }
    : {};
  return createSqsQueue({
    client: traced(createSqsClient()),
    urls: { statements: STATEMENTS_QUEUE_URL, webhooks: WEBHOOKS_QUEUE_URL, ...dead },
  });
}

/**
 * Makes the queue of mails to people, from which a function of its own sends them. A failure is logged and not thrown: an invitation is
 * stored by then, and the person of a link asks again.
 */
export function awsQueueOfMails({ traced, log }: Telemetry): PeoplePlatform['queueMails'] {
  const url = readVariables(VARIABLES.peopleMails).PEOPLE_MAILS_QUEUE_URL;
  const send = createSqsSender({ client: traced(createSqsClient()), url });
  return () => (mail) => send(personMailBody(mail)).catch((error: unknown) => log('error', 'mail_not_sent', { error }));
}

/** The base address of the links that clients get. */
export function awsPublicUrl(): string {
  return readVariables(VARIABLES.links).PUBLIC_URL;
}

/** The store for the raw bytes of statements. */
export function awsObjects({ traced }: Telemetry): ObjectStore {
  const { RAW_BUCKET } = readVariables(VARIABLES.rawFiles);
  return createS3ObjectStore({ bucket: RAW_BUCKET, client: traced(createS3Client()) });
}

/** The store for files from SFTP users and SES, in a bucket of its own. */
export function awsDrops({ traced }: Telemetry): DropStore {
  const { DROP_BUCKET } = readVariables(VARIABLES.dropFolder);
  return createS3DropStore({ bucket: DROP_BUCKET, client: traced(createS3Client()) });
}
