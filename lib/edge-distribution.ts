import { Fn } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  type DistributionProps,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnRecordSet, HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import { AlarmWithRunbook, type Alerts } from './alerts.ts';
import { ConsoleSite } from './console-site.ts';
import type { DataStack } from './data-stack.ts';
import type { HttpFront } from './http-front.ts';
import type { Stage } from './stage.ts';

/**
 * The days before the end of a certificate at which the alarm goes off. ACM renews sixty days before the end, so the renewal has failed for
 * weeks by then.
 */
const DAYS_LEFT = 20;

export interface CertificateAlarmProps {
  readonly certificate: ICertificate;
  /** The topics in the region of the certificate, because the metric is in that region too. */
  readonly alerts: Alerts;
}

/** Reports a certificate that was not renewed. */
export class CertificateAlarm extends AlarmWithRunbook {
  constructor(scope: Construct, id: string, { certificate, alerts }: CertificateAlarmProps) {
    super(scope, id, {
      metric: certificate.metricDaysToExpiry(),
      summary: `A certificate was not renewed and expires in less than ${DAYS_LEFT} days.`,
      runbook: 'certificate-expires',
      alerts,
      severity: 'ticket',
      threshold: DAYS_LEFT,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
    });
  }
}

const TTL_SECONDS = '300';

interface DomainRecord {
  readonly name: string;
  readonly type: 'CNAME' | 'MX' | 'TXT';
  readonly value: string;
}

/** DNS records in the stage's hosted zone. Creates nothing when the stage has no zone; people then create the records by hand. */
export class DomainRecords extends Construct {
  private readonly hostedZoneId: string | undefined;

  constructor(scope: Construct, id: string, { hostedZoneId }: Stage) {
    super(scope, id);
    this.hostedZoneId = hostedZoneId;
  }

  add(id: string, { name, type, value }: DomainRecord): void {
    const { hostedZoneId } = this;
    if (hostedZoneId === undefined) return;
    new CfnRecordSet(this, id, { hostedZoneId, name, type, ttl: TTL_SECONDS, resourceRecords: [value] });
  }

  /** Points a name to a CloudFront distribution, by IPv4 and by IPv6. */
  pointTo(name: string, distributionDomain: string): void {
    const { hostedZoneId } = this;
    if (hostedZoneId === undefined) return;
    for (const type of ['A', 'AAAA']) {
      new CfnRecordSet(this, type, {
        hostedZoneId,
        name,
        type,
        aliasTarget: { dnsName: distributionDomain, hostedZoneId: CLOUDFRONT_ZONE_ID },
      });
    }
  }
}

/** The zone of all distributions, from the documentation of Route 53. */
const CLOUDFRONT_ZONE_ID = 'Z2FDTNDATAQYW2';

/** Returns the zone in which a certificate proves its domain. Undefined when people create that record by hand. */
export function zoneOfCertificates(scope: Construct, { hostedZoneId }: Stage): IHostedZone | undefined {
  return hostedZoneId === undefined ? undefined : HostedZone.fromHostedZoneId(scope, 'Zone', hostedZoneId);
}

/** The header with the secret. The API function refuses requests without it (lambdas/http/lambda.ts). */
const ORIGIN_SECRET_HEADER = 'x-origin-secret';

/** The settings of every path of the service. CloudFront keeps none of its answers. */
export const SERVICE_BEHAVIOR = {
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  // The service compresses its responses itself.
  compress: false,
};

export interface EdgeDistributionProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly front: HttpFront;
  /** The domain with its certificate and firewall. Without it CloudFront gives the distribution an address of its own. */
  readonly domain?: Pick<DistributionProps, 'domainNames' | 'certificate' | 'minimumProtocolVersion' | 'webAclId'>;
}

/** Creates CloudFront in front of the API, which answers only requests that came through it. */
export function createDistribution(
  scope: Construct,
  id: string,
  { stage, data, front, domain = {} }: EdgeDistributionProps,
): Distribution {
  return new Distribution(scope, id, {
    comment: stage.prefix,
    httpVersion: HttpVersion.HTTP2_AND_3,
    ...domain,
    defaultBehavior: {
      ...SERVICE_BEHAVIOR,
      origin: new HttpOrigin(Fn.select(2, Fn.split('/', front.api.apiEndpoint)), {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        // The template holds only a reference, which the deployment resolves. A value that a client sends under this name is replaced.
        customHeaders: { [ORIGIN_SECRET_HEADER]: data.secrets.origin.secretValue.unsafeUnwrap() },
      }),
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    },
  });
}

/** Creates CloudFront and the console of a stage without a domain. Returns the address that CloudFront makes. */
export function createOwnEdge(scope: Construct, { stage, data, front }: Omit<EdgeDistributionProps, 'domain'>): string {
  const distribution = createDistribution(scope, 'Distribution', { stage, data, front });
  new ConsoleSite(scope, 'Console', { stage, data }).serveBy(distribution);
  return `https://${distribution.distributionDomainName}`;
}
