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

/** Whom the service's mail is from: a domain that signs it. Its DNS records are in the guide to deploying. */
export class MailSender extends Construct {
  readonly from: string;
  /** What a role must be allowed to use in order to send. */
  readonly arns: readonly string[];

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const configurationSet = new ConfigurationSet(this, 'Configuration', {
      configurationSetName: stage.prefix,
      // Members are named in reports: rather not sent than sent in the open.
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
