import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type FunctionName, METRICS_NAMESPACE } from './service-function.ts';

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
