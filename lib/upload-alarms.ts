import { Duration } from 'aws-cdk-lib';
import { type IAlarm, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type ApplicationLoadBalancer,
  type ApplicationTargetGroup,
  HttpCodeElb,
  HttpCodeTarget,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Construct } from 'constructs';
import { REQUESTS_PERCENT } from '../core/limits/objectives.ts';
import { AlarmWithRunbook, type Alerts } from './alerts.ts';
import { Objective } from './objectives.ts';
import type { Stage } from './stage.ts';

/** The number of errors that raise the alarm. One broken connection can happen by chance, but not three. */
const BALANCER_ERRORS = 3;
/** The faults of a minute that take a release back: new and old containers answer side by side, so the share is that of both. */
const RELEASE_FAULTS_MIN = 3;
const RELEASE_FAULTS_PERCENT = 25;
/** The seconds after which an answer counts as slow: half of the time that CloudFront waits. */
const SLOW_SECONDS = 30;
/**
 * The window of the alarms. Uploads are few: often there is none in five minutes, and two short windows in a row would rarely both have an
 * error.
 */
const WINDOW = Duration.minutes(15);

export interface UploadAlarmsProps {
  readonly stage: Stage;
  readonly loadBalancer: ApplicationLoadBalancer;
  readonly targets: ApplicationTargetGroup;
  readonly alerts: Alerts;
}

/** The alarms of uploads, which bypass the HTTP API and its alarms. The load balancer shows whether uploads are answered, and how fast. */
export class UploadAlarms extends Construct {
  /** The alarm that takes a release back. */
  readonly release: IAlarm;

  constructor(scope: Construct, id: string, { stage, loadBalancer, targets, alerts }: UploadAlarmsProps) {
    super(scope, id);
    const sum = { statistic: Stats.SUM, period: WINDOW };
    new AlarmWithRunbook(this, 'Unhealthy', {
      metric: targets.metrics.unhealthyHostCount({ statistic: Stats.MAXIMUM, period: Duration.minutes(1) }),
      summary: 'A container of the upload service does not answer.',
      runbook: 'upload-service-unhealthy',
      alerts,
      severity: 'page',
      threshold: 1,
      evaluationPeriods: 5,
    });
    // These are errors that the containers answer.
    new Objective(this, 'Answers', {
      stage,
      alerts,
      faults: targets.metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, sum),
      all: targets.metrics.requestCount(sum),
      percent: REQUESTS_PERCENT,
      summary: 'An upload is answered without a server error.',
      section: 'uploads-are-refused',
    });
    const minute = { statistic: Stats.SUM, period: Duration.minutes(1) };
    this.release = new AlarmWithRunbook(this, 'Release', {
      metric: new MathExpression({
        expression: `IF(failed >= ${RELEASE_FAULTS_MIN}, 100 * failed / MAX([failed, all]), 0)`,
        usingMetrics: {
          failed: targets.metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, minute),
          all: targets.metrics.requestCount(minute),
        },
        label: 'Percent of uploads of a minute answered with 5xx',
        period: Duration.minutes(1),
      }),
      summary: 'A quarter of the uploads of a minute failed: a release in progress is rolled back.',
      runbook: 'version-taken-back',
      alerts,
      severity: 'page',
      threshold: RELEASE_FAULTS_PERCENT,
    }).alarm;
    // These are the load balancer's own errors. Without containers none can be unhealthy, and no request is counted as a request to a
    // container.
    new AlarmWithRunbook(this, 'BalancerErrors', {
      metric: loadBalancer.metrics.httpCodeElb(HttpCodeElb.ELB_5XX_COUNT, sum),
      summary: `The load balancer of uploads could not forward ${BALANCER_ERRORS} requests: no container accepted them, or the connection broke.`,
      runbook: 'upload-errors',
      alerts,
      severity: 'page',
      threshold: BALANCER_ERRORS,
    });
    new AlarmWithRunbook(this, 'SlowAnswers', {
      metric: targets.metrics.targetResponseTime({ statistic: Stats.p(99), period: WINDOW }),
      summary: `One upload in a hundred took more than ${SLOW_SECONDS} seconds.`,
      runbook: 'upload-slow',
      alerts,
      severity: 'ticket',
      threshold: SLOW_SECONDS,
      evaluationPeriods: 2,
    });
  }
}
