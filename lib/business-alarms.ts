import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';
import type { FunctionName } from './function-bundle.ts';
import { METRICS_NAMESPACE } from './service-function.ts';

/** A figure that functions of the service write themselves, added up. */
export function serviceMetric(service: FunctionName, metricName: string): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { service },
    statistic: Stats.SUM,
    period: Duration.minutes(15),
  });
}

/** Alarms on what the service itself counts. */
export class BusinessAlarms extends Construct {
  constructor(scope: Construct, id: string, topic: ITopic) {
    super(scope, id);
    const alarm = (name: string, props: { metric: Metric; summary: string; runbook: string; threshold: number }) =>
      new AlarmWithRunbook(this, name, { ...props, topic });
    alarm('JobsRequeued', {
      metric: serviceMetric('recover-jobs', 'JobsRequeued'),
      summary: 'A job was found whose worker had died, and was put back.',
      runbook: 'statements-not-processed',
      threshold: 1,
    });
    alarm('JobTriesFailed', {
      metric: serviceMetric('ingest-statement', 'JobTriesFailed'),
      summary: 'Tries of jobs fail for other reasons than what their files say.',
      runbook: 'statements-not-processed',
      threshold: 5,
    });
    alarm('WebhooksRedelivered', {
      metric: serviceMetric('redeliver-webhooks', 'WebhooksRedelivered'),
      summary: 'A hundred webhooks were due and had no message: a backlog, or receivers that keep failing.',
      runbook: 'webhooks-not-delivered',
      threshold: 100,
    });
    alarm('WebhooksFailing', {
      metric: serviceMetric('deliver-webhook', 'WebhooksFailing'),
      summary: 'Endpoints of customers keep failing.',
      runbook: 'webhooks-not-delivered',
      threshold: 1,
    });
    alarm('ReportsFailed', {
      metric: serviceMetric('run-saved-reports', 'ReportsFailed'),
      summary: 'Scheduled reports failed.',
      runbook: 'reports-fail',
      threshold: 3,
    });
  }
}
