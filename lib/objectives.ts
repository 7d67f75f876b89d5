import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  type IMetric,
  MathExpression,
  type Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import {
  type ApplicationLoadBalancer,
  type ApplicationTargetGroup,
  HttpCodeElb,
  HttpCodeTarget,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Construct } from 'constructs';
import { REQUESTS_PERCENT, UPLOADS_PERCENT, WEBHOOKS_PERCENT } from '../core/limits/job-limits.ts';
import { AlarmWithRunbook, type Alerts, describeAlarm, type Severity } from './alerts.ts';
import type { HttpFront } from './http-front.ts';
import { serviceMetric } from './service-function.ts';
import type { Stage } from './stage.ts';

/**
 * The burn rates that are reported. A rate of 1 uses up exactly the faults that the objective allows in 28 days. The long window shows that
 * enough of them are used up, the short one that it still goes on, so that an alarm ends soon after its cause.
 */
const BURN_RATES = [
  { severity: 'page', rate: 14.4, long: Duration.hours(1), short: Duration.minutes(5) },
  { severity: 'ticket', rate: 6, long: Duration.hours(6), short: Duration.minutes(30) },
] as const satisfies readonly {
  readonly severity: Severity;
  readonly rate: number;
  readonly long: Duration;
  readonly short: Duration;
}[];

/** The fewest faults in the long window that are reported: of a few uploads a night one slow upload is already a large share. */
const FAULTS_MIN = 3;

export interface ObjectiveProps {
  /** Counts the cases that missed the objective, and all cases. */
  readonly faults: Metric;
  readonly all: Metric;
  /** The percentage of cases without a fault. */
  readonly percent: number;
  /** The objective as a sentence. */
  readonly summary: string;
  /** The section of docs/runbooks/objective-missed.md. */
  readonly section: string;
  readonly stage: Stage;
  readonly alerts: Alerts;
}

/** Something that users may expect. Production has an alarm for each burn rate; in development a few cases would be all. */
class Objective extends Construct {
  private readonly props: ObjectiveProps;

  constructor(scope: Construct, id: string, props: ObjectiveProps) {
    super(scope, id);
    this.props = props;
    if (!props.stage.isProduction) return;
    for (const burn of BURN_RATES) {
      const { severity, rate, long, short } = burn;
      const windows = [
        this.window(`${severity}-long`, long, rate, FAULTS_MIN),
        this.window(`${severity}-short`, short, rate, 1),
      ];
      const composite = new CompositeAlarm(this, severity, {
        alarmRule: AlarmRule.allOf(...windows.map((alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM))),
        alarmDescription: describeAlarm(
          `${props.summary} At this rate the faults of 28 days are used up in ${Math.round((28 * 24) / rate)} hours.`,
          `objective-missed#${props.section}`,
        ),
      });
      const action = new SnsAction(props.alerts[severity]);
      composite.addAlarmAction(action);
      composite.addOkAction(action);
    }
  }

  /** The percentage of cases without a fault, for the dashboard. */
  get kept(): IMetric {
    return this.share(Duration.hours(1), '100 - 100 * FILL(faults, 0) / all', this.props.summary);
  }

  /** An alarm that tells nobody: the composite alarm does, when both of its windows are over the rate. */
  private window(id: string, period: Duration, rate: number, faultsMin: number): Alarm {
    const allowed = rate * (100 - this.props.percent);
    return new Alarm(this, id, {
      metric: this.share(
        period,
        `IF(faults >= ${faultsMin}, 100 * faults / MAX([faults, all]), 0)`,
        'Percent of faults',
      ),
      alarmDescription: describeAlarm(
        `One of the two windows of an alarm. ${this.props.summary}`,
        `objective-missed#${this.props.section}`,
      ),
      // Percentages of floating point: 14.4 × 0.1 is written as 1.44.
      threshold: Number(allowed.toFixed(4)),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }

  private share(period: Duration, expression: string, label: string): MathExpression {
    const sum = { statistic: Stats.SUM, period };
    const { faults, all } = this.props;
    return new MathExpression({
      expression,
      usingMetrics: { faults: faults.with(sum), all: all.with(sum) },
      label,
      period,
    });
  }
}

export interface ServiceObjectivesProps {
  readonly stage: Stage;
  readonly alerts: Alerts;
  readonly front: HttpFront;
}

/** The objectives of the service (core/limits/job-limits.ts), but for that of containers, which is in lib/objectives.ts. */
export class ServiceObjectives extends Construct {
  /** The share of each objective that was kept, for the dashboard. */
  readonly kept: readonly { readonly title: string; readonly percent: number; readonly metric: IMetric }[];

  constructor(scope: Construct, id: string, { stage, alerts, front }: ServiceObjectivesProps) {
    super(scope, id);
    const own = { stage, alerts };
    const uploads = new Objective(this, 'Uploads', {
      ...own,
      faults: serviceMetric('ingest-statement', 'UploadsLate'),
      all: serviceMetric('ingest-statement', 'UploadsEnded'),
      percent: UPLOADS_PERCENT,
      summary: 'An upload is scored in five minutes.',
      section: 'uploads-are-late',
    });
    const requests = new Objective(this, 'Requests', {
      ...own,
      faults: front.metrics.serverErrors,
      all: front.metrics.requests,
      percent: REQUESTS_PERCENT,
      summary: 'A request is answered without a server error.',
      section: 'requests-fail',
    });
    const webhooks = new Objective(this, 'Webhooks', {
      ...own,
      faults: serviceMetric('deliver-webhook', 'WebhooksLate'),
      all: serviceMetric('deliver-webhook', 'WebhooksBegun'),
      percent: WEBHOOKS_PERCENT,
      summary: 'A webhook is tried within a minute.',
      section: 'webhooks-are-late',
    });
    this.kept = [
      { title: 'Uploads scored in five minutes (%)', percent: UPLOADS_PERCENT, metric: uploads.kept },
      { title: 'Requests without a server error (%)', percent: REQUESTS_PERCENT, metric: requests.kept },
      { title: 'Webhooks tried within a minute (%)', percent: WEBHOOKS_PERCENT, metric: webhooks.kept },
    ];
  }
}

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

interface UploadAlarmsProps {
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
