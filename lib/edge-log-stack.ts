import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { ComparisonOperator, MathExpression, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnHealthCheck } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import { AlarmWithRunbook, type Alerts } from './alerts.ts';
import type { Stage } from './stage.ts';

const ERRORS_PERCENT = 1;
/** The failed requests from which a share counts. At night one failure would be a large share. */
const ERRORS_MIN = 5;
const WINDOW = Duration.minutes(5);

/** The seconds between two calls of one prober, and the failures in a row after which it reports an outage. */
const PROBE_SECONDS = 30;
const PROBE_FAILURES = 3;

/** The addresses that are called from outside: the API, and the page for people by a part that only this page has. */
const PROBES = [
  { id: 'Api', path: '/v1/health', what: 'The API', part: null },
  { id: 'Console', path: '/', what: 'The page for people', part: '<div id="console">' },
] as const;

export interface EdgeAlarmsProps {
  readonly stage: Stage;
  readonly domainName: string;
  readonly distribution: IDistribution;
  /** The topics in us-east-1, where CloudFront and Route 53 write their metrics. */
  readonly alerts: Alerts;
}

/**
 * Reports an outage at the edge. Route 53 calls the service from several continents, so DNS, certificate, CloudFront and firewall are part
 * of the check. When requests do not arrive, the alarms behind CloudFront stay quiet.
 */
class EdgeAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, domainName, distribution, alerts }: EdgeAlarmsProps) {
    super(scope, id);
    for (const probe of PROBES) {
      const check = new CfnHealthCheck(this, probe.id, {
        healthCheckConfig: {
          type: probe.part === null ? 'HTTPS' : 'HTTPS_STR_MATCH',
          fullyQualifiedDomainName: domainName,
          port: 443,
          enableSni: true,
          resourcePath: probe.path,
          ...(probe.part !== null && { searchString: probe.part }),
          requestInterval: PROBE_SECONDS,
          failureThreshold: PROBE_FAILURES,
        },
        healthCheckTags: [{ key: 'Name', value: `${stage.prefix} ${probe.path}` }],
      });
      new AlarmWithRunbook(this, `${probe.id}Unreachable`, {
        metric: new Metric({
          namespace: 'AWS/Route53',
          metricName: 'HealthCheckStatus',
          dimensionsMap: { HealthCheckId: check.attrHealthCheckId },
          statistic: Stats.MINIMUM,
          period: Duration.minutes(1),
        }),
        summary: `${probe.what} cannot be reached from outside (https://${domainName}${probe.path}).`,
        runbook: 'service-unreachable',
        alerts,
        severity: 'page',
        threshold: 1,
        comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: 2,
        // A probe that reports nothing cannot tell that the service is well.
        missingData: TreatMissingData.BREACHING,
      });
    }
    this.watchErrors(distribution, alerts);
  }

  private watchErrors(distribution: IDistribution, alerts: Alerts): void {
    const metric = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/CloudFront',
        metricName,
        dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
        statistic,
        period: WINDOW,
      });
    new AlarmWithRunbook(this, 'ServerErrors', {
      metric: new MathExpression({
        expression: `IF(requests * rate / 100 >= ${ERRORS_MIN}, rate, 0)`,
        usingMetrics: { requests: metric('Requests', Stats.SUM), rate: metric('5xxErrorRate', Stats.AVERAGE) },
        label: 'Percent of requests that CloudFront answered with 5xx',
        period: WINDOW,
      }),
      summary: `CloudFront answered more than ${ERRORS_PERCENT} % of the requests with a server error.`,
      runbook: 'service-unreachable',
      alerts,
      severity: 'page',
      threshold: ERRORS_PERCENT,
      evaluationPeriods: 2,
    });
  }
}

/**
 * The logged fields of a request. Query strings, cookies and the Referer header are left out, because they contain the search texts of
 * users, such as names of members. Paths contain only ids of the service.
 */
const FIELDS = [
  'date',
  'time',
  'c-ip',
  'cs-method',
  'cs(Host)',
  'cs-uri-stem',
  'sc-status',
  'sc-bytes',
  'time-taken',
  'cs(User-Agent)',
  'ssl-protocol',
  'x-edge-request-id',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
];

export interface EdgeLogStackProps extends StackProps {
  readonly stage: Stage;
  readonly domainName: string;
  readonly distribution: IDistribution;
  /** The stage's key in the region of this stack. */
  readonly key: IKey;
  /** The topics in the region of this stack. */
  readonly alerts: Alerts;
}

/**
 * The access log and the alarms of CloudFront, which both exist only in us-east-1. The log also contains requests that the firewall
 * refused.
 */
export class EdgeLogStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeLogStackProps) {
    const { stage, domainName, distribution, key, alerts, ...stackProps } = props;
    super(scope, id, { ...stackProps, description: 'Commission statements: access log and alarms of CloudFront' });
    new EdgeAlarms(this, 'Alarms', { stage, domainName, distribution, alerts });
    const name = `${stage.prefix}-edge`;
    const log = new LogGroup(this, 'Log', {
      // CloudWatch Logs lets AWS services deliver to groups with this prefix, without a policy that has to list them.
      logGroupName: `/aws/vendedlogs/${name}`,
      encryptionKey: key,
      retention: stage.logsKept,
      removalPolicy: stage.removalPolicy,
    });
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: log.logGroupArn,
      outputFormat: 'json',
    });
    new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.ref,
      deliveryDestinationArn: destination.attrArn,
      recordFields: FIELDS,
    });
  }
}
