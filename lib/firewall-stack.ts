import { Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Stage } from './stage.ts';
import { WebFirewall } from './web-firewall.ts';

export interface FirewallStackProps extends StackProps {
  readonly stage: Stage;
  readonly domainName: string;
}

/** What CloudFront takes from us-east-1 only, wherever the service is. */
export class FirewallStack extends Stack {
  readonly certificate: Certificate;
  readonly firewall: WebFirewall;

  constructor(scope: Construct, id: string, { stage, domainName, ...props }: FirewallStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: certificate and firewall of CloudFront' });
    this.certificate = new Certificate(this, 'Certificate', {
      domainName,
      // The deployment waits until the record that it asks for is there.
      validation: CertificateValidation.fromDns(),
    });
    this.firewall = new WebFirewall(this, 'Firewall', stage);
  }
}
