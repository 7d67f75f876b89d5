import { Duration, Stack } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnEventSourceMapping, EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Queue, QueueEncryption, type RedriveAllowPolicy, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { PEOPLE_MAIL_RECEIVES_MAX, PEOPLE_MAIL_VISIBILITY_SECONDS } from '../core/limits/account-limits.ts';
import {
  DEAD_LETTER_RETENTION_DAYS,
  QUEUE_OLDEST_SECONDS,
  QUEUE_RECEIVES_MAX,
  QUEUE_RETENTION_DAYS,
  QUEUE_VISIBILITY_SECONDS,
  WEBHOOK_RECEIVES_MAX,
  WEBHOOK_VISIBILITY_SECONDS,
} from '../core/limits/job-limits.ts';
import { AlarmWithRunbook, type Alerts } from './alerts.ts';
import type { DataStack } from './data-stack.ts';
import { DomainRecords } from './edge-distribution.ts';
import type { Stage } from './stage.ts';

export interface DeadLetterQueueProps {
  readonly queueName: string;
  readonly key: IKey;
  readonly alerts: Alerts;
  readonly runbook: string;
  /** The name of the only queue whose messages may be moved here. Absent for a queue that functions send to. */
  readonly source?: string;
  /**
   * The seconds for which a received message is hidden, if a function stores the messages. They follow the same rule as for other queues.
   */
  readonly visibilitySeconds?: number;
}

/** The queue for messages that failed on every attempt. The first message raises an alarm. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, props: DeadLetterQueueProps) {
    super(scope, id);
    const { queueName, key, alerts, runbook } = props;
    this.queue = new Queue(this, 'Queue', {
      queueName,
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: key,
      enforceSSL: true,
      retentionPeriod: Duration.days(DEAD_LETTER_RETENTION_DAYS),
      redriveAllowPolicy: this.allowedFrom(props.source),
      ...(props.visibilitySeconds === undefined
        ? {}
        : { visibilityTimeout: Duration.seconds(props.visibilitySeconds) }),
    });
    new AlarmWithRunbook(this, 'LettersWait', {
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
        period: Duration.minutes(1),
      }),
      summary: `A message in ${queueName} needs a person.`,
      runbook,
      alerts,
      severity: 'ticket',
      threshold: 1,
    });
  }

  /** The source is named, because it refers to this queue and is made after it. */
  private allowedFrom(source: string | undefined): RedriveAllowPolicy {
    if (source === undefined) return { redrivePermission: RedrivePermission.DENY_ALL };
    const arn = Stack.of(this).formatArn({ service: 'sqs', resource: source });
    return { sourceQueues: [Queue.fromQueueArn(this, 'Source', arn)] };
  }

  /** Alarms on the arrival of messages, because a function takes them out of the queue within seconds. */
  alarmOnArrival({ alerts, runbook, queueName }: DeadLetterQueueProps): void {
    new AlarmWithRunbook(this, 'LettersArrive', {
      metric: this.queue.metricNumberOfMessagesReceived({ statistic: Stats.SUM, period: Duration.minutes(5) }),
      summary: `A message arrived in ${queueName} and was recorded in the database.`,
      runbook,
      alerts,
      severity: 'ticket',
      threshold: 1,
    });
  }
}

export interface QueueWithDeadLettersProps {
  /** The name of the queue. The dead-letter queue has the same name with `-dead`. */
  readonly queueName: string;
  readonly key: IKey;
  readonly alerts: Alerts;
  readonly visibilitySeconds: number;
  readonly receivesMax: number;
  /** True when a function records dead letters in the database and takes them out of their queue, within seconds. */
  readonly recordsDeadLetters: boolean;
  /** The name of the runbook for dead letters and for messages that wait too long. */
  readonly runbook: string;
}

/** A queue with its dead-letter queue, their alarms and their runbook: one construct makes all of them, so that none is missing. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    super(scope, id);
    const { queueName, key, alerts, runbook, visibilitySeconds } = props;
    const own = { queueName: `${queueName}-dead`, source: queueName };
    const deadProps: DeadLetterQueueProps = { ...own, key, alerts, runbook, visibilitySeconds };
    const dead = new DeadLetterQueue(this, 'Dead', deadProps);
    if (props.recordsDeadLetters) dead.alarmOnArrival(deadProps);
    this.deadLetters = dead.queue;
    this.queue = new Queue(this, 'Queue', {
      queueName,
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: key,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      retentionPeriod: Duration.days(QUEUE_RETENTION_DAYS),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.receivesMax },
    });
    new AlarmWithRunbook(this, 'OldestMessage', {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: Duration.minutes(1) }),
      summary: `Messages wait in ${queueName} for more than five minutes.`,
      runbook,
      alerts,
      severity: 'page',
      threshold: QUEUE_OLDEST_SECONDS,
      evaluationPeriods: 3,
    });
  }
}

/** Lets a queue call a function and report failures per message: a failed message delays no other message, and is delivered again. */
export function deliverTo(lambda: IFunction, queue: Queue, concurrencyMax: number): EventSourceMapping {
  const mapping = new EventSourceMapping(queue, 'Delivery', {
    target: lambda,
    eventSourceArn: queue.queueArn,
    batchSize: 1,
    reportBatchItemFailures: true,
    maxConcurrency: concurrencyMax,
  });
  const { defaultChild } = mapping.node;
  if (!(defaultChild instanceof CfnEventSourceMapping)) throw new Error('An event source is made by CloudFormation');
  // The mapping gets the full ARN, because CDK would use only a part of it for an alias.
  defaultChild.functionName = lambda.functionArn;
  return mapping;
}

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

/** The sender of the service's mail: a domain that signs it. Its DNS records are made here, or listed in the deployment guide. */
export class MailSender extends Construct {
  readonly from: string;
  /** The ARNs that a role must be allowed to use to send mail. */
  readonly arns: readonly string[];

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const configurationSet = new ConfigurationSet(this, 'Configuration', {
      configurationSetName: stage.prefix,
      // Reports name members, so mail is not sent without encryption.
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      reputationMetrics: true,
    });
    const identity = new EmailIdentity(this, 'Identity', {
      identity: Identity.domain(stage.mailDomain),
      configurationSet,
    });
    const records = new DomainRecords(this, 'Records', stage);
    identity.dkimRecords.forEach(({ name, value }, index) => {
      records.add(`Dkim${index + 1}`, { name, type: 'CNAME', value });
    });
    records.add('Spf', { name: stage.mailDomain, type: 'TXT', value: '"v=spf1 include:amazonses.com -all"' });
    records.add('Dmarc', { name: `_dmarc.${stage.mailDomain}`, type: 'TXT', value: '"v=DMARC1; p=quarantine"' });
    this.from = `statements@${stage.mailDomain}`;
    this.arns = [
      identity.emailIdentityArn,
      Stack.of(this).formatArn({
        service: 'ses',
        resource: 'configuration-set',
        resourceName: configurationSet.configurationSetName,
      }),
    ];
  }
}
