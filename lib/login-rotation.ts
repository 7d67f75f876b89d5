import { Duration, Stack } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnRotationSchedule } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../core/limits/job-limits.ts';
import { AlarmWithRunbook } from './alerts.ts';
import type { DataStack } from './data-stack.ts';
import { rotateSecrets } from './rights.ts';
import { ServiceFunction } from './service-function.ts';
import type { Stage } from './stage.ts';

/** The days after which a database login gets a new password. */
const PASSWORD_DAYS = 30;
const MEMORY_MB = 512;

export interface LoginRotationProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** The function that gives every database login a new password regularly, on stages where the schedules run. */
export class LoginRotation extends ServiceFunction {
  constructor(scope: Construct, id: string, { stage, data }: LoginRotationProps) {
    const { logins, owner } = data.secrets;
    const secrets = { ...logins, owner };
    super(scope, id, {
      stage,
      data,
      name: 'rotate-login',
      description: 'Rotates the password of a database login',
      memoryMb: MEMORY_MB,
      timeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS,
      asOwner: true,
      logins: ['service', 'system', 'report', 'scheduler'],
      concurrency: 1,
      rights: [rotateSecrets(...Object.values(secrets))],
      // The alarm below has a runbook of its own.
      alarmOnErrors: false,
    });
    new AlarmWithRunbook(this, 'RotationFailed', {
      metric: this.lambda.metricErrors({ statistic: Stats.SUM, period: Duration.minutes(5) }),
      summary: 'The password of a database login could not be rotated.',
      runbook: 'rotate-secrets',
      alerts: data.alerts,
      severity: 'ticket',
      threshold: 1,
    });
    if (stage.schedules) this.schedule(secrets);
  }

  private schedule(secrets: Readonly<Record<string, { readonly secretArn: string }>>): void {
    const principal = new ServicePrincipal('secretsmanager.amazonaws.com');
    this.lambda.addPermission('Rotation', { principal, sourceAccount: Stack.of(this).account });
    for (const [name, { secretArn }] of Object.entries(secrets)) {
      new CfnRotationSchedule(this, `Rotate-${name}`, {
        secretId: secretArn,
        rotationLambdaArn: this.lambda.functionArn,
        rotationRules: { automaticallyAfterDays: PASSWORD_DAYS },
        rotateImmediatelyOnUpdate: false,
      }).node.addDependency(this.lambda);
    }
  }
}
