import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

export interface AlarmWithRunbookProps {
  readonly metric: IMetric;
  /** The fault that the alarm reports, as a sentence. */
  readonly summary: string;
  /** The name of the file in docs/runbooks, without `.md`; `#` and a section may follow. */
  readonly runbook: string;
  readonly alerts: Alerts;
  readonly severity: Severity;
  readonly threshold: number;
  /** The comparison with the threshold at which the alarm goes off. By default: at or above it. */
  readonly comparison?: ComparisonOperator;
  readonly evaluationPeriods?: number;
  /** The periods among these in which the threshold has to be reached. By default all. */
  readonly datapointsToAlarm?: number;
  /** The meaning of missing data. By default it means that all is well. */
  readonly missingData?: TreatMissingData;
}

/** An alarm that notifies people by its severity and links its runbook. It cannot be made without a runbook that exists. */
export class AlarmWithRunbook extends Construct {
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, props: AlarmWithRunbookProps) {
    super(scope, id);
    this.alarm = new Alarm(this, 'Alarm', {
      metric: props.metric,
      alarmDescription: describeAlarm(props.summary, props.runbook),
      threshold: props.threshold,
      comparisonOperator: props.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: props.evaluationPeriods ?? 1,
      ...(props.datapointsToAlarm !== undefined && { datapointsToAlarm: props.datapointsToAlarm }),
      treatMissingData: props.missingData ?? TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(props.alerts[props.severity]);
    this.alarm.addAlarmAction(action);
    this.alarm.addOkAction(action);
  }
}

/** Returns the description of an alarm. `runbook` is a page of docs/runbooks without `.md`, and `#` with a section of it. */
export function describeAlarm(summary: string, runbook: string): string {
  const [page = '', section] = runbook.split('#');
  const path = `docs/runbooks/${page}.md`;
  if (!existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url)))) throw new Error(`There is no ${path}`);
  return `${summary} Runbook: ${path}${section === undefined ? '' : `#${section}`}`;
}

/** The time in which a person has to act: `page` at once, also at night; `ticket` on the next working day. */
export type Severity = 'page' | 'ticket';

export interface AlertsProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/**
 * The two topics of a region, one for each severity. Pages go to `alertsEmail`, tickets to `ticketsEmail`, once these persons have
 * confirmed the subscription.
 */
export class Alerts extends Construct {
  readonly page: Topic;
  readonly ticket: Topic;

  constructor(scope: Construct, id: string, { stage, key }: AlertsProps) {
    super(scope, id);
    const { alertsEmail, ticketsEmail = alertsEmail } = stage;
    this.page = this.topic('Page', { topicName: `${stage.prefix}-page`, key, email: alertsEmail });
    this.ticket = this.topic('Ticket', { topicName: `${stage.prefix}-ticket`, key, email: ticketsEmail });
  }

  /** Adds the outputs by which a person subscribes to the topics. */
  output(): void {
    const stack = Stack.of(this);
    new CfnOutput(stack, 'PageTopic', { value: this.page.topicArn });
    new CfnOutput(stack, 'TicketTopic', { value: this.ticket.topicArn });
  }

  private topic(
    id: string,
    { topicName, key, email }: { readonly topicName: string; readonly key: IKey; readonly email: string | undefined },
  ): Topic {
    const topic = new Topic(this, id, { topicName, masterKey: key, enforceSSL: true });
    // The topic's own policy replaces the default one, which admits the account's alarms.
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsAndBudgets',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com'), new ServicePrincipal('budgets.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}
