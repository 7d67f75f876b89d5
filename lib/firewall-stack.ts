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
  /** The stage's topic if it is in this region, because an alarm can only notify a topic of its own region. */
  readonly alerts: ITopic | null;
}

/** The resources that CloudFront takes only from us-east-1, wherever the service is. */
export class FirewallStack extends Stack {
  readonly certificate: Certificate;
  readonly firewall: WebFirewall;

  constructor(scope: Construct, id: string, { stage, domainName, alerts, ...props }: FirewallStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: certificate and firewall of CloudFront' });
    this.certificate = new Certificate(this, 'Certificate', {
      domainName,
      // The deployment waits until the requested DNS record exists.
      validation: CertificateValidation.fromDns(),
    });
    this.firewall = new WebFirewall(this, 'Firewall', stage);
    const topic = alerts ?? this.createAlerts(stage);
    new CertificateAlarm(this, 'CertificateExpires', { certificate: this.certificate, topic });
  }

  /** A second topic, to be subscribed to like the first. It has a key of its own, because alarms cannot use the default key of SNS. */
  private createAlerts(stage: Stage): ITopic {
    const { key } = new StageKey(this, 'StageKey', stage);
    const topic = new AlertsTopic(this, 'Alerts', { stage, key });
    new CfnOutput(this, 'AlertsTopic', { value: topic.topicArn });
    return topic;
  }
}
