import { Duration } from 'aws-cdk-lib';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';

/** Failures in one minute. A single failure can come from the network. */
const FAILURES = 3;
const MINUTE = { period: Duration.minutes(1), statistic: Stats.SUM };

export interface GradualReleaseProps {
  readonly lambda: LambdaFunction;
  /**
   * Counts failures that only a bad version causes, beside function errors. A client must not be able to cause them, because they would
   * stop releases.
   */
  readonly failures: Metric;
  readonly topic: ITopic;
}

/**
 * Sends every tenth call to a new version for five minutes, then all calls. If the version fails meanwhile, the previous version gets all
 * calls again and the deployment is rolled back. Callers must call the alias `live`.
 */
export class GradualRelease extends Construct {
  readonly live: Alias;

  constructor(scope: Construct, id: string, { lambda, failures, topic }: GradualReleaseProps) {
    super(scope, id);
    this.live = new Alias(this, 'Live', { aliasName: 'live', version: lambda.currentVersion });
    const alarm = (name: string, metric: Metric, what: string) =>
      new AlarmWithRunbook(this, name, {
        metric: metric.with(MINUTE),
        summary: `${what} ${FAILURES} times in a minute: a release in progress is rolled back.`,
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
      // The role is passed without updates, because CDK would add an AWS policy that covers every function of the account.
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
    // This action cannot be limited to single alarms.
    role.addToPolicy(new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }));
    return role;
  }
}
