import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DEAD_LETTER_RETENTION_DAYS } from '../core/limits/job-limits.ts';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';
import type { Alerts } from './alerts.ts';

export interface DeadLetterQueueProps {
  readonly queueName: string;
  readonly key: IKey;
  readonly alerts: Alerts;
  readonly runbook: string;
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
