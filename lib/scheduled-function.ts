import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { AlarmWithRunbook } from './alerts.ts';
import { sendTo } from './rights.ts';
import { ERROR_PERIOD, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

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
