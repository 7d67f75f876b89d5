import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { AlertsTopic } from './alerts-topic.ts';
import { CertificateAlarm } from './certificate-alarm.ts';
import type { Stage } from './stage.ts';
import { StageKey } from './stage-key.ts';
import { WebFirewall } from './web-firewall.ts';

export interface FirewallStackProps extends StackProps {
  readonly stage: Stage;
  readonly domainName: string;
  /** Where the stage's alarms go, when that is in this region: an alarm tells a topic of its own region only. */
  readonly alerts: ITopic | null;
}

/** What CloudFront takes from us-east-1 only, wherever the service is. */
export class FirewallStack extends Stack {
  readonly certificate: Certificate;
  readonly firewall: WebFirewall;

  constructor(scope: Construct, id: string, { stage, domainName, alerts, ...props }: FirewallStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: certificate and firewall of CloudFront' });
    this.certificate = new Certificate(this, 'Certificate', {
      domainName,
      // The deployment waits until the record that it asks for is there.
      validation: CertificateValidation.fromDns(),
    });
    this.firewall = new WebFirewall(this, 'Firewall', stage);
    const topic = alerts ?? this.createAlerts(stage);
    new CertificateAlarm(this, 'CertificateExpires', { certificate: this.certificate, topic });
  }

  /** A second topic, to be subscribed to like the first; with a key, because alarms can't use the one that SNS has itself. */
  private createAlerts(stage: Stage): ITopic {
    const { key } = new StageKey(this, 'StageKey', stage);
    const topic = new AlertsTopic(this, 'Alerts', { stage, key });
    new CfnOutput(this, 'AlertsTopic', { value: topic.topicArn });
    return topic;
  }
}
