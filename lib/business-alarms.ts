import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alarm-with-runbook.ts';
import type { Alerts } from './alerts.ts';
import type { COUNTED_TROUBLES, INTAKE_TROUBLES } from './counted-troubles.ts';
import type { FunctionName } from './function-bundle.ts';
import { METRICS_NAMESPACE } from './service-function.ts';
import type { Stage } from './stage.ts';

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

type Trouble = (typeof COUNTED_TROUBLES | typeof INTAKE_TROUBLES)[number];

export interface BusinessAlarmsProps {
  readonly stage: Stage;
  readonly alerts: Alerts;
  readonly troubles: readonly Trouble[];
}

/** Alarms on the service's own metrics. */
export class BusinessAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, alerts, troubles }: BusinessAlarmsProps) {
    super(scope, id);
    for (const trouble of troubles) {
      const { service, metric, summary, runbook, severity, threshold } = trouble;
      new AlarmWithRunbook(this, `${service}-${metric}`, {
        metric: 'share' in trouble ? shareMetric(stage, trouble) : serviceMetric(service, metric),
        summary,
        runbook,
        severity,
        threshold,
        alerts,
      });
    }
  }
}

/** Returns the percentage of failed cases, or 0 while there were few. Without a case of a kind its metric has no value, so it is filled. */
function shareMetric(stage: Stage, { service, metric, share }: Extract<Trouble, { share: unknown }>): MathExpression {
  const failed = serviceMetric(service, metric);
  const { period } = failed;
  const isOfCalls = share.of === 'calls';
  const others = isOfCalls
    ? { calls: callsOf(stage, service).with({ period }) }
    : Object.fromEntries(share.of.map((name, index) => [`other${index}`, serviceMetric(service, name)]));
  const sum = Object.keys(others)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  const all = isOfCalls ? sum : `FILL(failed, 0) + ${sum}`;
  return new MathExpression({
    expression: `IF(${all} >= ${share.among}, 100 * FILL(failed, 0) / (${all}), 0)`,
    usingMetrics: { failed, ...others },
    label: `Percent of ${metric}`,
    period,
  });
}

function callsOf({ prefix }: Stage, service: FunctionName): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Invocations',
    dimensionsMap: { FunctionName: `${prefix}-${service}` },
    statistic: Stats.SUM,
  });
}
