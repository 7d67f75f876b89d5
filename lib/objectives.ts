import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  MathExpression,
  type Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import { REQUESTS_PERCENT, UPLOADS_PERCENT, WEBHOOKS_PERCENT } from '../core/limits/objectives.ts';
import { type Alerts, describeAlarm, type Severity } from './alerts.ts';
import type { HttpFront } from './http-front.ts';
import { serviceMetric } from './service-metric.ts';
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
export class Objective extends Construct {
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

/** The objectives of the service (core/limits/objectives.ts), but for that of containers, which is in lib/upload-alarms.ts. */
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
