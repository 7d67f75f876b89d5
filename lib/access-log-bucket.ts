import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

const KEPT_DAYS = 90;
/** The key prefix for the load balancer's logs. */
export const BALANCER_LOGS = 'balancer';

/**
 * The bucket for logs, which say who read which object, and from where. S3 and the load balancer write the logs; neither can use a key of
 * the stage.
 */
export class AccessLogBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      lifecycleRules: [{ expiration: Duration.days(KEPT_DAYS), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: stage.removalPolicy,
    });
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('logdelivery.elasticloadbalancing.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [this.bucket.arnForObjects(`${BALANCER_LOGS}/AWSLogs/${Aws.ACCOUNT_ID}/*`)],
      }),
    );
  }
}
