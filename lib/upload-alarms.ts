import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type ApplicationLoadBalancer,
  type ApplicationTargetGroup,
  HttpCodeElb,
  HttpCodeTarget,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Construct } from 'constructs';
import { AlarmWithRunbook, type Alerts } from './alerts.ts';

/**
 * The counted faults of the service that people must be told: the function that counts each, its name, and the alarm threshold per quarter
 * of an hour. They are separate from the alarms, so that a test can compare them with the metrics that are written.
 *
 * A fault that customers cause has a share instead: the alarm goes off when at least `threshold` percent of at least `among` cases failed.
 * A customer's broken receiver wakes nobody, and a fault of the service, which hits all customers, does.
 */
export const COUNTED_TROUBLES = [
  {
    service: 'recover-jobs',
    metric: 'JobsRequeued',
    summary: 'A worker died, and its job was queued again.',
    runbook: 'statements-not-processed',
    severity: 'ticket',
    threshold: 1,
  },
  {
    service: 'ingest-statement',
    metric: 'JobTriesFailed',
    summary: 'Attempts of jobs fail, not because of their files but because of the service.',
    runbook: 'statements-not-processed',
    severity: 'page',
    threshold: 5,
  },
  {
    service: 'redeliver-webhooks',
    metric: 'WebhooksRedelivered',
    summary: 'A hundred due webhooks had no message in the queue: there is a backlog, or receivers keep failing.',
    runbook: 'webhooks-not-delivered',
    severity: 'ticket',
    threshold: 100,
  },
  {
    service: 'deliver-webhook',
    metric: 'WebhooksFailing',
    summary: 'A fifth of the webhook deliveries went to endpoints that keep failing.',
    runbook: 'webhooks-not-delivered',
    severity: 'ticket',
    threshold: 20,
    share: { among: 100, of: 'calls' },
  },
  {
    service: 'run-saved-reports',
    metric: 'ReportsFailed',
    summary: 'Half of the scheduled reports failed.',
    runbook: 'reports-fail',
    severity: 'ticket',
    threshold: 50,
    share: { among: 6, of: ['ReportsSent'] },
  },
  {
    service: 'http-api',
    metric: 'ReportsRefused',
    summary: 'Many queries of saved reports were refused: somebody may be trying to bypass the query checks.',
    runbook: 'reports-refused',
    severity: 'ticket',
    threshold: 25,
  },
] as const;

/** The metrics of drop-offs with another outcome than held. */
const OTHER_DROPS = ['DropsAccepted', 'DropsRejected'] as const;

/** The counted faults of drop-offs, whose stack is optional. */
export const INTAKE_TROUBLES = [
  {
    service: 'sweep-sftp',
    metric: 'DropsHeld',
    summary: 'Half of the files dropped by SFTP were held back, and only a person can accept them.',
    runbook: 'drop-offs-held',
    severity: 'ticket',
    threshold: 50,
    share: { among: 10, of: OTHER_DROPS },
  },
  {
    service: 'receive-mail',
    metric: 'DropsHeld',
    summary: 'Half of the mailed statements were held back, and only a person can accept them.',
    runbook: 'drop-offs-held',
    severity: 'ticket',
    threshold: 50,
    share: { among: 10, of: OTHER_DROPS },
  },
  {
    service: 'sweep-sftp',
    metric: 'DropsFailed',
    summary: 'Files dropped by SFTP could not be accepted. Each is retried.',
    runbook: 'drop-offs-held',
    severity: 'ticket',
    threshold: 1,
  },
] as const;

const ERRORS_PERCENT = 1;
/** The number of errors that raise the alarm. One broken connection can happen by chance, but not three. */
const BALANCER_ERRORS = 3;
/** The seconds after which an answer counts as slow: half of the time that CloudFront waits. */
const SLOW_SECONDS = 30;
/**
 * The window of the alarms. Uploads are few: often there is none in five minutes, and two short windows in a row would rarely both have an
 * error.
 */
const WINDOW = Duration.minutes(15);

export interface UploadAlarmsProps {
  readonly loadBalancer: ApplicationLoadBalancer;
  readonly targets: ApplicationTargetGroup;
  readonly alerts: Alerts;
}

/** The alarms of uploads, which bypass the HTTP API and its alarms. The load balancer shows whether uploads are answered, and how fast. */
export class UploadAlarms extends Construct {
  constructor(scope: Construct, id: string, { loadBalancer, targets, alerts }: UploadAlarmsProps) {
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
    // These are errors that the containers answer. A metric exists only when it is not zero, so without errors there is nothing to divide.
    new AlarmWithRunbook(this, 'ServerErrors', {
      metric: new MathExpression({
        expression: '100 * errors / MAX([errors, requests])',
        usingMetrics: {
          errors: targets.metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, sum),
          requests: targets.metrics.requestCount(sum),
        },
        label: 'Percent of uploads answered with 5xx',
        period: WINDOW,
      }),
      summary: `More than ${ERRORS_PERCENT} % of the uploads were answered with a server error.`,
      runbook: 'upload-errors',
      alerts,
      severity: 'page',
      threshold: ERRORS_PERCENT,
    });
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
