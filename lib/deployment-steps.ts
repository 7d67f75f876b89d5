import { ArnFormat, CfnResource, Duration, Stack } from 'aws-cdk-lib';
import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, CfnFunction, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import { MIGRATION_TIMEOUT_SECONDS } from '../core/limits/job-limits.ts';
import { AlarmWithRunbook, type Alerts } from './alerts.ts';

/** The seconds that a call takes beside the run of the function. */
const OVERHEAD_SECONDS = 60;

export interface DeploymentCallProps {
  readonly handler: LambdaFunction;
  readonly timeoutSeconds: number;
  readonly before: readonly Construct[];
}

/** Calls the new version of a function during a deployment, before other parts change. If the call fails, the deployment is rolled back. */
class DeploymentCall extends Trigger {
  private readonly handlerName: string;

  constructor(scope: Construct, id: string, { handler, timeoutSeconds, before }: DeploymentCallProps) {
    super(scope, id, { handler, timeout: Duration.seconds(timeoutSeconds), executeBefore: [...before] });
    // CDK's Trigger has no property for this time-out. Without it CloudFormation waits an hour for a lost answer.
    const call = this.node.findChild('Default').node.defaultChild;
    if (!(call instanceof CfnResource)) throw new TypeError('The call of a deployment is no resource');
    call.addPropertyOverride('ServiceTimeout', String(timeoutSeconds + OVERHEAD_SECONDS));
    this.handlerName = nameOf(handler);
    allowCalls(Stack.of(this));
  }

  /**
   * Names the functions that a deployment of the stack calls. All calls share one function of CDK, whose role would refer to each called
   * function. The API waits for the migration, so that role would wait for itself.
   */
  static namesIn(stack: Stack): readonly string[] {
    return stack.node.findAll().flatMap((each) => (each instanceof DeploymentCall ? [each.handlerName] : []));
  }
}

function allowCalls(stack: Stack): void {
  const role = stack.node.findChild(PROVIDER).node.findChild('Role');
  if (!(role instanceof CfnResource)) throw new TypeError('The role for the calls of a deployment is no resource');
  const resources = DeploymentCall.namesIn(stack).map((name) =>
    stack.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${name}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  );
  const Statement = [{ Effect: 'Allow', Action: ['lambda:InvokeFunction'], Resource: resources }];
  role.addPropertyOverride('Policies', [
    { PolicyName: 'Inline', PolicyDocument: { Version: '2012-10-17', Statement } },
  ]);
}

/** The construct that CDK makes for all triggers of a stack. */
const PROVIDER = 'AWSCDK.TriggerCustomResourceProviderCustomResourceProvider';

function nameOf(handler: LambdaFunction): string {
  const { defaultChild } = handler.node;
  const name = defaultChild instanceof CfnFunction ? defaultChild.functionName : undefined;
  if (name === undefined) throw new Error('A function that a deployment calls needs a name');
  return name;
}

/**
 * The failures in a minute that stop a release. A statement that no version can process fails up to four times (JOB_RETRY_DELAYS_SECONDS)
 * and must not stop a release.
 */
const FAILURES_MIN = 5;
const FAILED_PERCENT = 50;
/** The seconds for the check: a cold start, and a database that has to grow. */
const CHECK_SECONDS = 60;
const MINUTE = { period: Duration.minutes(1), statistic: Stats.SUM };

interface GradualReleaseProps {
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

interface MigrationTriggerProps {
  readonly migrate: LambdaFunction;
  /** Functions whose new code needs the new schema. */
  readonly before: readonly Construct[];
}

/**
 * Runs the migration in each deployment that changes its bundle or its settings, and in each rollback of such a deployment. The bundle
 * holds the migrations and the catalogue. A run without changes to them has no effect (docs/adr/0027-going-back-a-version.md).
 */
export class MigrationTrigger extends Construct {
  constructor(scope: Construct, id: string, { migrate, before }: MigrationTriggerProps) {
    super(scope, id);
    new DeploymentCall(this, 'Trigger', { handler: migrate, timeoutSeconds: MIGRATION_TIMEOUT_SECONDS, before });
  }
}
