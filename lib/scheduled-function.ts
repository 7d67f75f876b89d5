import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { CANARY_SECONDS, CANARY_TIMEOUT_SECONDS } from '../core/limits/job-limits.ts';
import { AlarmWithRunbook } from './alerts.ts';
import type { DataStack } from './data-stack.ts';
import type { Messaging } from './messaging.ts';
import { readSecrets, sendTo } from './rights.ts';
import { ERROR_PERIOD, ServiceFunction, type ServiceFunctionProps, serviceMetric } from './service-function.ts';
import type { Stage } from './stage.ts';

export interface ScheduledFunctionProps
  extends Omit<ServiceFunctionProps, 'failures' | 'concurrency' | 'calledRarely'> {
  readonly everySeconds: number;
  /** The queue for runs that the scheduler could not start and for runs that failed. */
  readonly failedCalls: IQueue;
}

/** The number of missed runs before the alarm. */
const MISSED_RUNS = 2;

/** A function that runs at an interval, one run at a time. */
export class ScheduledFunction extends ServiceFunction {
  constructor(scope: Construct, id: string, props: ScheduledFunctionProps) {
    // A failed run is not retried, because the next run does the same work.
    const everySeconds = Math.max(props.everySeconds, props.stage.taskSecondsMin);
    super(scope, id, {
      ...props,
      concurrency: 1,
      failures: { queue: props.failedCalls, retries: 0 },
      calledRarely: everySeconds > ERROR_PERIOD.toSeconds(),
    });
    const { stage, data, name, failedCalls } = props;
    const role = new Role(this, 'SchedulerRole', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.lambda.functionArn] }));
    role.addToPolicy(sendTo(failedCalls));
    data.key.allowUse(role);
    const schedule = new CfnSchedule(this, 'Schedule', {
      name: `${stage.prefix}-${name}`,
      scheduleExpression: scheduleOf(everySeconds),
      flexibleTimeWindow: { mode: 'OFF' },
      state: stage.schedules ? 'ENABLED' : 'DISABLED',
      target: {
        arn: this.lambda.functionArn,
        roleArn: role.roleArn,
        deadLetterConfig: { arn: failedCalls.queueArn },
        // The next run does the same work, so a run that starts late is of no use.
        retryPolicy: { maximumRetryAttempts: 2, maximumEventAgeInSeconds: Math.max(60, everySeconds) },
      },
    });
    // The schedule calls at once, so its role must already have its rights.
    schedule.node.addDependency(role);
    if (!stage.schedules) return;
    new AlarmWithRunbook(this, 'Missed', {
      metric: this.lambda.metricInvocations({ statistic: Stats.SUM, period: Duration.seconds(everySeconds) }),
      summary: `${name} was not run ${MISSED_RUNS} times in a row.`,
      runbook: 'scheduled-task-missed',
      alerts: data.alerts,
      severity: 'ticket',
      threshold: 1,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: MISSED_RUNS,
      missingData: TreatMissingData.BREACHING,
    });
  }
}

/** Returns the schedule. Hourly tasks start together at the full hour, so that a paused database wakes up once. */
function scheduleOf(seconds: number): string {
  if (seconds === 3_600) return 'cron(0 * * * ? *)';
  const minutes = seconds / 60;
  return `rate(${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`;
}

interface CanaryProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly service: { readonly messaging: Messaging; readonly publicUrl: string };
}

/** Uses the service every few minutes as an agency does (lambdas/smoke/smoke-suite.ts), from the address that agencies use. */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { stage, data, service }: CanaryProps) {
    super(scope, id);
    if (stage.canaryTokenSecret === undefined) throw new Error('The canary needs canaryTokenSecret');
    const token = Secret.fromSecretCompleteArn(this, 'Token', stage.canaryTokenSecret);
    const failedCalls = service.messaging.failedCalls.queue;
    new ScheduledFunction(this, 'TryService', {
      ...{ stage, data, failedCalls },
      name: 'try-service',
      description: 'Uses the service as an agency does, and counts what fails',
      everySeconds: CANARY_SECONDS,
      memoryMb: 256,
      timeoutSeconds: CANARY_TIMEOUT_SECONDS,
      environment: {
        PUBLIC_URL: service.publicUrl,
        CANARY_TOKEN_ARN: token.secretArn,
        CANARY_PAGES: stage.cloudFront ? 'yes' : 'no',
        ...(stage.canaryWebhook !== undefined && { CANARY_WEBHOOK: stage.canaryWebhook }),
      },
      rights: [readSecrets(token)],
    });
    new AlarmWithRunbook(this, 'Failed', {
      metric: serviceMetric('try-service', 'CanaryFailed').with({
        period: Duration.seconds(Math.max(CANARY_SECONDS, stage.taskSecondsMin)),
      }),
      summary: 'The service does not work for its own test account: two runs in a row failed.',
      runbook: 'canary-failed',
      alerts: data.alerts,
      severity: 'page',
      threshold: 1,
      evaluationPeriods: 2,
    });
  }
}
