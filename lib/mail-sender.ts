import { Stack } from 'aws-cdk-lib';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { DomainRecords } from './edge-distribution.ts';
import type { Stage } from './stage.ts';

/** The sender of the service's mail: a domain that signs it. Its DNS records are made here, or listed in the deployment guide. */
export class MailSender extends Construct {
  readonly from: string;
  /** The ARNs that a role must be allowed to use to send mail. */
  readonly arns: readonly string[];

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const configurationSet = new ConfigurationSet(this, 'Configuration', {
      configurationSetName: stage.prefix,
      // Reports name members, so mail is not sent without encryption.
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      reputationMetrics: true,
    });
    const identity = new EmailIdentity(this, 'Identity', {
      identity: Identity.domain(stage.mailDomain),
      configurationSet,
    });
    const records = new DomainRecords(this, 'Records', stage);
    identity.dkimRecords.forEach(({ name, value }, index) => {
      records.add(`Dkim${index + 1}`, { name, type: 'CNAME', value });
    });
    records.add('Spf', { name: stage.mailDomain, type: 'TXT', value: '"v=spf1 include:amazonses.com -all"' });
    records.add('Dmarc', { name: `_dmarc.${stage.mailDomain}`, type: 'TXT', value: '"v=DMARC1; p=quarantine"' });
    this.from = `statements@${stage.mailDomain}`;
    this.arns = [
      identity.emailIdentityArn,
      Stack.of(this).formatArn({
        service: 'ses',
        resource: 'configuration-set',
        resourceName: configurationSet.configurationSetName,
      }),
    ];
  }
}
