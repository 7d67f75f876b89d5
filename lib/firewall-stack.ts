import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { AlertsTopic } from './alerts-topic.ts';
import { CertificateAlarm } from './certificate-alarm.ts';
import { zoneOfCertificates } from './domain-records.ts';
import type { Stage } from './stage.ts';
import { StageKey } from './stage-key.ts';
import { WebFirewall } from './web-firewall.ts';

export interface FirewallStackProps extends StackProps {
  readonly stage: Stage;
  readonly domainName: string;
  /** The stage's topic and key if they are in this region, else null. Neither can be used from another region. */
  readonly home: { readonly alerts: ITopic; readonly key: IKey } | null;
}

/** The resources that CloudFront takes only from us-east-1, wherever the service is. */
export class FirewallStack extends Stack {
  readonly certificate: Certificate;
  readonly firewall: WebFirewall;
  /** The stage's key of this region. */
  readonly key: IKey;

  constructor(scope: Construct, id: string, { stage, domainName, home, ...props }: FirewallStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: certificate and firewall of CloudFront' });
    this.certificate = new Certificate(this, 'Certificate', {
      domainName,
      // Without a hosted zone the deployment waits until a person has created the requested DNS record.
      validation: CertificateValidation.fromDns(zoneOfCertificates(this, stage)),
    });
    this.firewall = new WebFirewall(this, 'Firewall', stage);
    const { alerts: topic, key } = home ?? this.createHome(stage);
    this.key = key;
    new CertificateAlarm(this, 'CertificateExpires', { certificate: this.certificate, topic });
  }

  /**
   * Creates a second topic, to be subscribed to like the first. It has a key of its own, because alarms cannot use the default key of SNS.
   */
  private createHome(stage: Stage): { readonly alerts: ITopic; readonly key: IKey } {
    const { key } = new StageKey(this, 'StageKey', stage);
    const topic = new AlertsTopic(this, 'Alerts', { stage, key });
    new CfnOutput(this, 'AlertsTopic', { value: topic.topicArn });
    return { alerts: topic, key };
  }
}
