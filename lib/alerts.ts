import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

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
