import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

export interface StatementBucketProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly accessLogs: IBucket;
  /** The days after which the bucket itself deletes remaining objects, by key prefix. */
  readonly keptAtMostDays: Readonly<Record<string, number>>;
}

/**
 * A bucket for files as they were received. No file is kept for long: the scheduled task deletes processed files, and the bucket itself
 * deletes files that no task knows.
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
      // Versions protect against accidental overwriting and deletion; a purge deletes all versions.
      versioned: true,
      lifecycleRules: [
        ...Object.entries(keptAtMostDays).map(([prefix, days]) => ({
          prefix,
          expiration: Duration.days(days),
          noncurrentVersionExpiration: Duration.days(1),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        })),
        // The rule is separate, because S3 rejects this setting beside an expiration in days.
        { expiredObjectDeleteMarker: true },
      ],
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: `${id.toLowerCase()}/`,
      removalPolicy: stage.removalPolicy,
    });
  }
}
