import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

export interface StatementBucketProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly accessLogs: IBucket;
  /** By the beginning of the key: after how many days the bucket itself removes what nobody has removed. */
  readonly keptAtMostDays: Readonly<Record<string, number>>;
}

/**
 * A bucket for files as they came. Nothing in it is the only copy of anything for long: the scheduled task removes what was
 * processed, and the bucket itself what nobody knows of any more.
 */
export class StatementBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { stage, key, accessLogs, keptAtMostDays }: StatementBucketProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      // Against overwriting and deleting by mistake; what was purged on purpose is deleted with its versions.
      versioned: true,
      lifecycleRules: [
        ...Object.entries(keptAtMostDays).map(([prefix, days]) => ({
          prefix,
          expiration: Duration.days(days),
          noncurrentVersionExpiration: Duration.days(1),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        })),
        // Of its own: S3 takes this together with an expiration in days for a contradiction.
        { expiredObjectDeleteMarker: true },
      ],
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: `${id.toLowerCase()}/`,
      removalPolicy: stage.removalPolicy,
    });
  }
}
