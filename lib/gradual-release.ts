import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { AlarmWithRunbook, type Alerts } from './alerts.ts';
import { DeploymentCall } from './deployment-call.ts';

/**
 * The failures in a minute that stop a release. A statement that no version can process fails up to four times (JOB_RETRY_DELAYS_SECONDS)
 * and must not stop a release.
 */
const FAILURES_MIN = 5;
const FAILED_PERCENT = 50;
/** The seconds for the check: a cold start, and a database that has to grow. */
const CHECK_SECONDS = 60;
const MINUTE = { period: Duration.minutes(1), statistic: Stats.SUM };

export interface GradualReleaseProps {
  readonly lambda: LambdaFunction;
  /**
   * Counts the failures that only a bad version causes, in addition to function errors. A client must not be able to cause them, because
   * they would stop releases.
   */
  readonly failures: (version: string) => Metric;
  readonly alerts: Alerts;
}

/**
 * Releases a new version in two steps (docs/runbooks/version-taken-back.md). First it is called once without traffic, and checks itself.
 * Then it gets every tenth call for five minutes. If one of the steps fails, the previous version keeps all calls and the deployment is
 * rolled back. Callers must call the alias `live`.
 */
export class GradualRelease extends Construct {
  readonly live: Alias;

  constructor(scope: Construct, id: string, { lambda, failures, alerts }: GradualReleaseProps) {
    super(scope, id);
    const { version } = lambda.currentVersion;
    this.live = new Alias(this, 'Live', { aliasName: 'live', version: lambda.currentVersion });
    // The version is called with its own role and settings. If it throws, no other call reaches it.
    new DeploymentCall(this, 'Check', { handler: lambda, timeoutSeconds: CHECK_SECONDS, before: [this.live] });
    const ofVersion = {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:live`,
      ExecutedVersion: version,
    };
    const calls = lambda.metricInvocations({ dimensionsMap: ofVersion });
    const alarm = (name: string, failed: Metric, what: string) =>
      new AlarmWithRunbook(this, name, {
        metric: new MathExpression({
          expression: `IF(failed >= ${FAILURES_MIN}, 100 * failed / MAX([failed, calls]), 0)`,
          usingMetrics: { failed: failed.with(MINUTE), calls: calls.with(MINUTE) },
          label: 'Percent of the calls of the newest version',
          period: MINUTE.period,
        }),
        summary: `${what} in half of the calls of the newest version: a release in progress is rolled back.`,
        runbook: 'version-taken-back',
        alerts,
        severity: 'page',
        threshold: FAILED_PERCENT,
      }).alarm;
    new LambdaDeploymentGroup(this, 'Group', {
      alias: this.live,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [
        alarm('Crashes', lambda.metricErrors({ dimensionsMap: ofVersion }), 'The function crashed'),
        alarm('Failures', failures(version), 'The work failed'),
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
