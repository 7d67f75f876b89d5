import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';
import type { COUNTED_TROUBLES, INTAKE_TROUBLES } from './counted-troubles.ts';
import type { FunctionName } from './function-bundle.ts';
import { METRICS_NAMESPACE } from './service-function.ts';

/** Returns the sum of a metric that functions of the service write themselves. */
export function serviceMetric(service: FunctionName, metricName: string): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { service },
    statistic: Stats.SUM,
    period: Duration.minutes(15),
  });
}

/** Returns the same metric of one version of the function, for which it is also counted (lambdas/runtime/metrics.ts). */
export function versionMetric(service: FunctionName, metricName: string, version: string): Metric {
  return serviceMetric(service, metricName).with({ dimensionsMap: { service, version } });
}

export interface BusinessAlarmsProps {
  readonly topic: ITopic;
  readonly troubles: typeof COUNTED_TROUBLES | typeof INTAKE_TROUBLES;
}

/** Alarms on the service's own metrics. */
export class BusinessAlarms extends Construct {
  constructor(scope: Construct, id: string, { topic, troubles }: BusinessAlarmsProps) {
    super(scope, id);
    for (const { service, metric, ...alarm } of troubles) {
      new AlarmWithRunbook(this, `${service}-${metric}`, { ...alarm, metric: serviceMetric(service, metric), topic });
    }
  }
}
