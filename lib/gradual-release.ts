import { Duration } from 'aws-cdk-lib';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';

/** In one minute. One alone can be the network's doing. */
const FAILURES = 3;
const MINUTE = { period: Duration.minutes(1), statistic: Stats.SUM };

export interface GradualReleaseProps {
  readonly lambda: LambdaFunction;
  /** What only a bad version does more of, besides failing as a function. Nothing that a client can bring about: it would stop releases. */
  readonly failures: Metric;
  readonly topic: ITopic;
}

/**
 * A new version gets every tenth call for five minutes, then all of them. If it fails meanwhile the version before gets all again, and
 * the deployment is taken back. Whatever calls the function calls `live`.
 */
export class GradualRelease extends Construct {
  readonly live: Alias;

  constructor(scope: Construct, id: string, { lambda, failures, topic }: GradualReleaseProps) {
    super(scope, id);
    this.live = new Alias(this, 'Live', { aliasName: 'live', version: lambda.currentVersion });
    const alarm = (name: string, metric: Metric, what: string) =>
      new AlarmWithRunbook(this, name, {
        metric: metric.with(MINUTE),
        summary: `${what} ${FAILURES} times in a minute: a new version, if there is one just now, is taken back.`,
        runbook: 'version-taken-back',
        topic,
        threshold: FAILURES,
      }).alarm;
    new LambdaDeploymentGroup(this, 'Group', {
      alias: this.live,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [
        alarm('Crashes', this.live.metricErrors(), 'A function crashed'),
        alarm('Failures', failures, 'It failed'),
      ],
      // As it is: CDK would add a policy of AWS to it that covers every function of the account.
      role: this.createRole(lambda).withoutPolicyUpdates(),
    });
  }

  private createRole(lambda: LambdaFunction): Role {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
        resources: [lambda.functionArn, `${lambda.functionArn}:live`],
      }),
    );
    // Alarms are described all or none.
    role.addToPolicy(new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }));
    return role;
  }
}
