import { createSqsClient, createSqsQueue, createSqsSender } from '../../adapters/queue/sqs-queue.ts';
import { type MailPerson, personMailBody } from '../../app/people/mail-person.ts';
import type { MessageQueue } from '../../app/platform/queue.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import type { Telemetry } from './telemetry.ts';

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
 * stored by then, the person of a link asks again, and a fact is mailed at most once.
 */
export function awsQueueOfMails({ traced, log }: Telemetry): MailPerson {
  const url = readVariables(VARIABLES.peopleMails).PEOPLE_MAILS_QUEUE_URL;
  const send = createSqsSender({ client: traced(createSqsClient()), url });
  return (mail) => send(personMailBody(mail)).catch((error: unknown) => log('error', 'mail_not_sent', { error }));
}

/** The base address of the links that clients get. */
export function awsPublicUrl(): string {
  return readVariables(VARIABLES.links).PUBLIC_URL;
}
