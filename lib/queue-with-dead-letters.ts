import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnEventSourceMapping, EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { QUEUE_OLDEST_SECONDS, QUEUE_RETENTION_DAYS } from '../core/limits/job-limits.ts';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';
import type { Alerts } from './alerts.ts';
import { DeadLetterQueue, type DeadLetterQueueProps } from './dead-letter-queue.ts';

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
    const deadProps: DeadLetterQueueProps = { queueName: `${queueName}-dead`, key, alerts, runbook, visibilitySeconds };
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
