import { Fn } from 'aws-cdk-lib';
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
import type { Construct } from 'constructs';
import { ConsoleSite } from './console-site.ts';
import type { DataStack } from './data-stack.ts';
import type { HttpFront } from './http-front.ts';
import type { Stage } from './stage.ts';

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
