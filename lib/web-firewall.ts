import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnIPSet, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { REQUESTS_OF_ADDRESS } from '../core/limits/request-limits.ts';
import { AlarmWithRunbook, Alerts } from './alerts.ts';
import { CertificateAlarm, zoneOfCertificates } from './edge-distribution.ts';
import { StageKey } from './service-secrets.ts';
import type { Stage } from './stage.ts';

export interface FirewallStackProps extends StackProps {
  readonly stage: Stage;
  readonly domainName: string;
  /** The stage's topics and key if they are in this region, else null. None can be used from another region. */
  readonly home: { readonly alerts: Alerts; readonly key: IKey } | null;
}

/** The resources that CloudFront takes only from us-east-1, wherever the service is. */
export class FirewallStack extends Stack {
  readonly certificate: Certificate;
  readonly firewall: WebFirewall;
  /** The stage's key of this region. */
  readonly key: IKey;
  /** The topics of this region. */
  readonly alerts: Alerts;

  constructor(scope: Construct, id: string, { stage, domainName, home, ...props }: FirewallStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: certificate and firewall of CloudFront' });
    this.certificate = new Certificate(this, 'Certificate', {
      domainName,
      // Without a hosted zone the deployment waits until a person has created the requested DNS record.
      validation: CertificateValidation.fromDns(zoneOfCertificates(this, stage)),
    });
    const { alerts, key } = home ?? this.createHome(stage);
    this.key = key;
    this.alerts = alerts;
    this.firewall = new WebFirewall(this, 'Firewall', { stage, alerts });
    new CertificateAlarm(this, 'CertificateExpires', { certificate: this.certificate, alerts });
  }

  /**
   * Creates a second pair of topics, to be subscribed to like the first. It has a key of its own, because alarms cannot use the default
   * key of SNS.
   */
  private createHome(stage: Stage): { readonly alerts: Alerts; readonly key: IKey } {
    const { key } = new StageKey(this, 'StageKey', stage);
    const alerts = new Alerts(this, 'Alerts', { stage, key });
    alerts.output();
    return { alerts, key };
  }
}

/** Paths that accept bodies above 8 KB: statements, configurations, rosters, queries, lists of rates, policies, claims and pay. */
const LARGE_BODIES_BELOW = [
  '/v1/files',
  '/v1/carriers',
  '/v1/configs',
  '/v1/reports',
  '/v1/expected-rates',
  '/v1/policies',
  '/v1/disputes',
  '/v1/members',
  '/v1/pay',
  '/v1/admin/carriers',
];

const ADMIN = '/v1/admin';

const SIZE_RULE = 'SizeRestrictions_BODY';
/** The label that the rule sets on a request when it only counts. */
const SIZE_LABEL = 'awswaf:managed:aws:core-rule-set:SizeRestrictions_Body';

/** AWS's managed rules, without the rules against SQL in requests, because saved reports are SQL in requests. */
const MANAGED = [
  'AWSManagedRulesAmazonIpReputationList',
  'AWSManagedRulesCommonRuleSet',
  'AWSManagedRulesKnownBadInputsRuleSet',
];

const BLOCKS_WINDOW = Duration.minutes(15);
/** Scanners come every day: some dozen refused requests are no news. */
const BLOCKS_MIN = 200;
const BLOCKED_PERCENT = 20;

export interface WebFirewallProps {
  readonly stage: Stage;
  /** The topics in the region of the firewall, because its metrics are there too. */
  readonly alerts: Alerts;
}

/** The firewall in front of CloudFront. The managed rules only count until the stage allows them to block. */
export class WebFirewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { stage, alerts }: WebFirewallProps) {
    super(scope, id);
    const blocks = stage.firewall === 'block';
    const acl = new CfnWebACL(this, 'Acl', {
      name: stage.prefix,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(stage.prefix),
      customResponseBodies: {
        rate: problemBody(429, 'rate_limited', 'Too many requests from this address.'),
        operator: problemBody(403, 'forbidden', 'Only the addresses of the operator may use these endpoints.'),
        refused: problemBody(403, 'forbidden', 'The request was refused before it reached the service.'),
      },
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: 'rate' } } },
          statement: {
            rateBasedStatement: {
              limit: REQUESTS_OF_ADDRESS.max,
              evaluationWindowSec: REQUESTS_OF_ADDRESS.windowSeconds,
              aggregateKeyType: 'IP',
            },
          },
          visibilityConfig: visible('rate'),
        },
        {
          name: 'operator',
          priority: 1,
          action: { block: { customResponse: { responseCode: 403, customResponseBodyKey: 'operator' } } },
          statement: isForOperator(this.operatorAddresses(stage)),
          visibilityConfig: visible('operator'),
        },
        ...MANAGED.map((name, index) => ({
          name,
          priority: 2 + index,
          overrideAction: blocks ? { none: {} } : { count: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name,
              ...(name === 'AWSManagedRulesCommonRuleSet'
                ? { ruleActionOverrides: [{ name: SIZE_RULE, actionToUse: { count: {} } }] }
                : {}),
            },
          },
          visibilityConfig: visible(name),
        })),
        {
          name: 'large-bodies',
          priority: 2 + MANAGED.length,
          action: blocks
            ? { block: { customResponse: { responseCode: 403, customResponseBodyKey: 'refused' } } }
            : { count: {} },
          statement: { andStatement: { statements: [hasLargeBody(), isElsewhere()] } },
          visibilityConfig: visible('large-bodies'),
        },
      ],
    });
    this.arn = acl.attrArn;
    this.watch(stage, alerts);
  }

  /** Alarms on many refused requests. They come from an attack, or the rules refuse an agency. */
  private watch({ prefix }: Stage, alerts: Alerts): void {
    const metric = (metricName: string) =>
      new Metric({
        namespace: 'AWS/WAFV2',
        metricName,
        dimensionsMap: { WebACL: prefix, Rule: 'ALL' },
        statistic: Stats.SUM,
        period: BLOCKS_WINDOW,
      });
    const all = 'blocked + FILL(allowed, 0)';
    new AlarmWithRunbook(this, 'ManyBlocks', {
      metric: new MathExpression({
        expression: `IF(blocked >= ${BLOCKS_MIN}, 100 * blocked / (${all}), 0)`,
        usingMetrics: { blocked: metric('BlockedRequests'), allowed: metric('AllowedRequests') },
        label: 'Percent of requests that the firewall refused',
        period: BLOCKS_WINDOW,
      }),
      summary: `The firewall refused ${BLOCKED_PERCENT} % of the requests in a quarter of an hour.`,
      runbook: 'firewall-blocks',
      alerts,
      severity: 'ticket',
      threshold: BLOCKED_PERCENT,
    });
  }

  /** Makes one set of addresses for IPv4 and one for IPv6, because a set has addresses of one version only. */
  private operatorAddresses({ prefix, operatorAddresses }: Stage): readonly CfnIPSet[] {
    return (['IPV4', 'IPV6'] as const).flatMap((ipAddressVersion) => {
      const addresses = operatorAddresses.filter((range) => range.includes(':') === (ipAddressVersion === 'IPV6'));
      const name = `${prefix}-operator-${ipAddressVersion.toLowerCase()}`;
      return addresses.length === 0
        ? []
        : [new CfnIPSet(this, ipAddressVersion, { name, scope: 'CLOUDFRONT', ipAddressVersion, addresses })];
    });
  }
}

/**
 * Matches requests below /v1/admin from all other addresses. The path is normalised before the comparison, so that no other spelling of it
 * passes.
 */
function isForOperator(addresses: readonly CfnIPSet[]): CfnWebACL.StatementProperty {
  const isAdmin: CfnWebACL.StatementProperty = {
    byteMatchStatement: {
      searchString: ADMIN,
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      textTransformations: (['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE'] as const).map((type, priority) => ({
        priority,
        type,
      })),
    },
  };
  const isOther = addresses.map(
    ({ attrArn }): CfnWebACL.StatementProperty => ({
      notStatement: { statement: { ipSetReferenceStatement: { arn: attrArn } } },
    }),
  );
  return isOther.length === 0 ? isAdmin : { andStatement: { statements: [isAdmin, ...isOther] } };
}

function hasLargeBody(): CfnWebACL.StatementProperty {
  return { labelMatchStatement: { scope: 'LABEL', key: SIZE_LABEL } };
}

function isElsewhere(): CfnWebACL.StatementProperty {
  const startsWith = (searchString: string): CfnWebACL.StatementProperty => ({
    byteMatchStatement: {
      searchString,
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  });
  return { notStatement: { statement: { orStatement: { statements: LARGE_BODIES_BELOW.map(startsWith) } } } };
}

function visible(metricName: string): CfnWebACL.VisibilityConfigProperty {
  // Samples are off, because they would show addresses together with search terms.
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}

/** Makes the body of a refusal in the form of the service's own refusals. */
function problemBody(status: number, code: string, detail: string): CfnWebACL.CustomResponseBodyProperty {
  return {
    contentType: 'APPLICATION_JSON',
    content: JSON.stringify({ type: 'about:blank', title: detail, status, code, detail }),
  };
}
