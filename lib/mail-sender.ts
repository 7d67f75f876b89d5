import { Stack } from 'aws-cdk-lib';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

/** The sender of the service's mail: a domain that signs it. The deployment guide lists its DNS records. */
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
