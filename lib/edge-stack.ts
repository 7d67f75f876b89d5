import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  type Distribution,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  SecurityPolicyProtocol,
} from 'aws-cdk-lib/aws-cloudfront';
import { VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import { ConsoleSite } from './console-site.ts';
import type { DataStack } from './data-stack.ts';
import { createDistribution, DomainRecords, SERVICE_BEHAVIOR } from './edge-distribution.ts';
import type { ServiceStack } from './service-stack.ts';
import type { Stage } from './stage.ts';
import { UploadService } from './upload-service.ts';
import type { FirewallStack } from './web-firewall.ts';

/**
 * Paths whose bodies exceed the 6 MB limit of a Lambda request or response: files, a census of 40,000 members, a book of business, and the
 * export of an account, which is streamed.
 */
const BY_CONTAINER = [
  '/v1/files',
  '/v1/files/identify',
  '/v1/files/preview',
  '/v1/carriers/resolve',
  '/v1/configs/infer',
  '/v1/members/contacts/import',
  '/v1/pay-setup/import',
  '/v1/pay-runs/*/compare',
  '/v1/carriers/*/configs/test',
  '/v1/carriers/*/configs/infer',
  '/v1/policies',
  '/v1/reports/census-reconcile',
  '/v1/account/export',
  '/v1/disputes/*/answer',
];
/** The seconds that CloudFront waits for an answer to an upload: the longest time that AWS sets without a request to its support. */
const UPLOAD_ANSWER_SECONDS = 60;

export interface EdgeStackProps extends StackProps {
  readonly stage: Stage;
  readonly domainName: string;
  readonly data: DataStack;
  readonly service: ServiceStack;
  readonly firewall: FirewallStack;
}

/** The only public entry of a stage with a domain: CloudFront with its firewall, before the API, the upload service and the console. */
export class EdgeStack extends Stack {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    const { stage, domainName, data, service, firewall, ...stackProps } = props;
    super(scope, id, { ...stackProps, description: 'Commission statements: CloudFront and the upload service' });
    this.distribution = createDistribution(this, 'Distribution', {
      stage,
      data,
      front: service.front,
      domain: {
        domainNames: [domainName],
        certificate: firewall.certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        webAclId: firewall.firewall.arn,
      },
    });
    if (stage.uploads === 'fargate') {
      const uploads = new UploadService(this, 'Uploads', { stage, data, service, domainName });
      const origin = VpcOrigin.withApplicationLoadBalancer(uploads.loadBalancer, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(UPLOAD_ANSWER_SECONDS),
      });
      for (const path of BY_CONTAINER) {
        // The origin gets the requested host name, because the load balancer's certificate has it.
        this.distribution.addBehavior(path, origin, {
          ...SERVICE_BEHAVIOR,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER,
        });
      }
    }
    new ConsoleSite(this, 'Console', { stage, data }).serveBy(this.distribution);
    new DomainRecords(this, 'Records', stage).pointTo(domainName, this.distribution.distributionDomainName);
    new CfnOutput(this, 'DistributionDomain', { value: this.distribution.distributionDomainName });
  }
}
