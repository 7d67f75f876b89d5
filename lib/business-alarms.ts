import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';
import { COUNTED_TROUBLES } from './counted-troubles.ts';
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
    for (const { service, metric, ...alarm } of COUNTED_TROUBLES) {
      new AlarmWithRunbook(this, metric, { ...alarm, metric: serviceMetric(service, metric), topic });
    }
  }
}
