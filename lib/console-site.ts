import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachePolicy,
  type Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import {
  CONSOLE_CACHE_CONTROL,
  CONSOLE_PATHS,
  CONSOLE_SECURITY_POLICY,
  NO_PAGE_SECURITY_POLICY,
  SECURITY_HEADERS,
  STRICT_TRANSPORT_SECONDS,
} from '../core/page-headers.ts';
import type { DataStack } from './data-stack.ts';
import type { Stage } from './stage.ts';

/** The only page of the console, and the folder of its scripts and stylesheets. */
const PAGE = 'index.html';
const ASSETS = 'console';

/**
 * The function of CloudFront that answers the address of any screen with the one page. The browser's part of the console reads the address
 * itself. A link that another site's page opened leads to the page with `ask=yes` (askBeforeLink in core/page-headers.ts).
 */
const TO_PAGE = `function handler(event) {
  var request = event.request;
  var site = request.headers['sec-fetch-site'];
  var isOwn = site && (site.value === 'none' || site.value === 'same-origin');
  var query = request.querystring;
  if (request.uri === '/sign-in' && query.token && !query.ask && !isOwn) {
    var parts = Object.keys(query).map(function (name) { return name + '=' + query[name].value; });
    return {
      statusCode: 302,
      statusDescription: 'Found',
      headers: {
        location: { value: '/sign-in?' + parts.join('&') + '&ask=yes' },
        'cache-control': { value: 'no-store' }
      }
    };
  }
  event.request.uri = '/${PAGE}';
  return event.request;
}
`;

export interface ConsoleSiteProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** The pages for people as files in a bucket, which only CloudFront reads. The API answers all other addresses. */
export class ConsoleSite extends Construct {
  private readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { stage, data }: ConsoleSiteProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      // The files are public and in the repository, so they need no key of the stage.
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: stage.removalPolicy,
    });
    this.deployFiles(stage, data);
  }

  /** Serves the page at the address of every screen, and its files. */
  serveBy(distribution: Distribution): void {
    const origin = S3BucketOrigin.withOriginAccessControl(this.bucket);
    const behavior = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    };
    const page = {
      ...behavior,
      // The page is smaller than the smallest file that CloudFront compresses.
      compress: false,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      responseHeadersPolicy: this.headers('PageHeaders', CONSOLE_SECURITY_POLICY),
      functionAssociations: [{ function: this.pageFunction(), eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    for (const path of CONSOLE_PATHS) distribution.addBehavior(path.replaceAll(/:\w+/g, '*'), origin, page);
    distribution.addBehavior(`/${ASSETS}/*`, origin, {
      ...behavior,
      compress: true,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.headers('AssetHeaders', NO_PAGE_SECURITY_POLICY),
    });
  }

  private pageFunction(): EdgeFunction {
    return new EdgeFunction(this, 'ToPage', {
      comment: 'Leads the address of each screen to the page of the console',
      code: FunctionCode.fromInline(TO_PAGE),
      runtime: FunctionRuntime.JS_2_0,
    });
  }

  /** Makes the headers that the service itself sets on one machine. CloudFront accepts most of them only as settings of its own. */
  private headers(id: string, contentSecurityPolicy: string): ResponseHeadersPolicy {
    const override = true;
    const header = 'Cross-Origin-Resource-Policy';
    return new ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(STRICT_TRANSPORT_SECONDS),
          includeSubdomains: true,
          override,
        },
      },
      customHeadersBehavior: { customHeaders: [{ header, value: SECURITY_HEADERS[header], override }] },
    });
  }

  /**
   * Copies the files to the bucket. Files of earlier versions stay, because the tab of a person may still need them. The page is copied
   * last, when its files exist.
   */
  private deployFiles(stage: Stage, data: DataStack): void {
    const files = new Asset(this, 'Files', { path: consoleFolder(this) });
    const logGroup = new LogGroup(this, 'Log', {
      encryptionKey: data.key.key,
      retention: stage.logsKept,
      removalPolicy: stage.removalPolicy,
    });
    const role = this.createRole(logGroup, files);
    const common = {
      sources: [Source.bucket(files.bucket, files.s3ObjectKey)],
      destinationBucket: this.bucket,
      prune: false,
      role: role.withoutPolicyUpdates(),
      logGroup,
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      exclude: [PAGE],
      cacheControl: [CacheControl.fromString(CONSOLE_CACHE_CONTROL.asset)],
    });
    const page = new BucketDeployment(this, 'Page', {
      ...common,
      exclude: ['*'],
      include: [PAGE],
      cacheControl: [CacheControl.fromString(CONSOLE_CACHE_CONTROL.page)],
    });
    assets.node.addDependency(role);
    page.node.addDependency(assets);
  }

  /** Makes the role of CDK's function that copies the files. Its rights are written out, because CDK's own contain wildcards. */
  private createRole(log: LogGroup, files: Asset): Role {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    for (const [actions, resources] of [
      [['logs:CreateLogStream', 'logs:PutLogEvents'], [log.logGroupArn]],
      [['s3:GetObject'], [files.bucket.arnForObjects(files.s3ObjectKey)]],
      [['s3:ListBucket'], [this.bucket.bucketArn]],
      [['s3:PutObject'], [PAGE, `${ASSETS}/*`].map((key) => this.bucket.arnForObjects(key))],
    ] as const) {
      role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
    }
    return role;
  }
}

/** Returns the folder of the built console. It is built beforehand, so nothing is compiled during synthesis. */
function consoleFolder(scope: Construct): string {
  const configured: unknown = scope.node.tryGetContext('console');
  const folder = typeof configured === 'string' ? configured : 'dist/site';
  if (!existsSync(join(folder, PAGE))) throw new Error(`There is no ${folder}/${PAGE}: run "npm run bundle" first`);
  return folder;
}
