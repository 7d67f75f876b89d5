import { CfnRecordSet, HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

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
