import { Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { Alerts } from './alerts.ts';
import { CertificateAlarm } from './certificate-alarm.ts';
import { zoneOfCertificates } from './domain-records.ts';
import type { Stage } from './stage.ts';
import { StageKey } from './stage-key.ts';
import { WebFirewall } from './web-firewall.ts';

export interface FirewallStackProps extends StackProps {
  readonly stage: Stage;
  readonly domainName: string;
  /** The stage's topics and key if they are in this region, else null. None can be used from another region. */
  readonly home: { readonly alerts: Alerts; readonly key: IKey } | null;
}

/** The resources that CloudFront takes only from us-east-1, wherever the service is. */
export class FirewallStack extends Stack {
  readonly certificate: Certificate;
  readonly firewall: WebFirewall;
  /** The stage's key of this region. */
  readonly key: IKey;
  /** The topics of this region. */
  readonly alerts: Alerts;

  constructor(scope: Construct, id: string, { stage, domainName, home, ...props }: FirewallStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: certificate and firewall of CloudFront' });
    this.certificate = new Certificate(this, 'Certificate', {
      domainName,
      // Without a hosted zone the deployment waits until a person has created the requested DNS record.
      validation: CertificateValidation.fromDns(zoneOfCertificates(this, stage)),
    });
    const { alerts, key } = home ?? this.createHome(stage);
    this.key = key;
    this.alerts = alerts;
    this.firewall = new WebFirewall(this, 'Firewall', { stage, alerts });
    new CertificateAlarm(this, 'CertificateExpires', { certificate: this.certificate, alerts });
  }

  /**
   * Creates a second pair of topics, to be subscribed to like the first. It has a key of its own, because alarms cannot use the default
   * key of SNS.
   */
  private createHome(stage: Stage): { readonly alerts: Alerts; readonly key: IKey } {
    const { key } = new StageKey(this, 'StageKey', stage);
    const alerts = new Alerts(this, 'Alerts', { stage, key });
    alerts.output();
    return { alerts, key };
  }
}
