import { Construct } from 'constructs';
import { QUEUE_RECEIVES_MAX, QUEUE_VISIBILITY_SECONDS } from '../core/limits/job-limits.ts';
import { PEOPLE_MAIL_RECEIVES_MAX, PEOPLE_MAIL_VISIBILITY_SECONDS } from '../core/limits/people-limits.ts';
import { WEBHOOK_RECEIVES_MAX, WEBHOOK_VISIBILITY_SECONDS } from '../core/limits/webhook-limits.ts';
import type { DataStack } from './data-stack.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import type { Stage } from './stage.ts';

export interface MessagingProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** The queues of the service, and the queue for failed asynchronous calls. */
export class Messaging extends Construct {
  readonly statements: QueueWithDeadLetters;
  readonly webhooks: QueueWithDeadLetters;
  /** Mails about signing in. A dead letter names an address that a stranger typed, so the database does not keep it. */
  readonly peopleMails: QueueWithDeadLetters;
  readonly failedCalls: DeadLetterQueue;

  constructor(scope: Construct, id: string, { stage, data }: MessagingProps) {
    super(scope, id);
    const parts = { key: data.key.key, alerts: data.alerts };
    this.statements = new QueueWithDeadLetters(this, 'Statements', {
      ...parts,
      queueName: `${stage.prefix}-statements`,
      visibilitySeconds: QUEUE_VISIBILITY_SECONDS,
      receivesMax: QUEUE_RECEIVES_MAX,
      recordsDeadLetters: true,
      runbook: 'statements-not-processed',
    });
    this.webhooks = new QueueWithDeadLetters(this, 'Webhooks', {
      ...parts,
      queueName: `${stage.prefix}-webhooks`,
      visibilitySeconds: WEBHOOK_VISIBILITY_SECONDS,
      receivesMax: WEBHOOK_RECEIVES_MAX,
      recordsDeadLetters: true,
      runbook: 'webhooks-not-delivered',
    });
    this.peopleMails = new QueueWithDeadLetters(this, 'PeopleMails', {
      ...parts,
      queueName: `${stage.prefix}-people-mails`,
      visibilitySeconds: PEOPLE_MAIL_VISIBILITY_SECONDS,
      receivesMax: PEOPLE_MAIL_RECEIVES_MAX,
      recordsDeadLetters: false,
      runbook: 'people-mails-not-sent',
    });
    this.failedCalls = new DeadLetterQueue(this, 'FailedCalls', {
      ...parts,
      queueName: `${stage.prefix}-failed-calls-dead`,
      runbook: 'failed-calls',
    });
  }

  /** The queue addresses for functions that send statements, webhooks or both. */
  sendingEnvironment(): Readonly<Record<string, string>> {
    return {
      STATEMENTS_QUEUE_URL: this.statements.queue.queueUrl,
      WEBHOOKS_QUEUE_URL: this.webhooks.queue.queueUrl,
    };
  }
}
