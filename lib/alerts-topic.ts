import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Stage } from './stage.ts';

export interface AlertsTopicProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** Receives the alarms of a region and sends them to `alertsEmail`, once that person has confirmed the subscription. */
export class AlertsTopic extends Topic {
  constructor(scope: Construct, id: string, { stage, key }: AlertsTopicProps) {
    super(scope, id, { topicName: `${stage.prefix}-alerts`, masterKey: key, enforceSSL: true });
    // The topic's own policy replaces the default one, which admits the account's alarms.
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'Alarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (stage.alertsEmail !== undefined) this.addSubscription(new EmailSubscription(stage.alertsEmail));
  }
}
