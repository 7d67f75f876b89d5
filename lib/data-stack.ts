import { Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { DROP_KEPT_AT_MOST_DAYS, RAW_KEPT_AT_MOST_DAYS } from '../core/limits/account-limits.ts';
import { Alerts } from './alerts.ts';
import { Database } from './database.ts';
import { Network } from './network.ts';
import { ServiceSecrets, StageKey } from './service-secrets.ts';
import type { Stage } from './stage.ts';

const KEPT_DAYS = 90;
/** The key prefix for the load balancer's logs. */
export const BALANCER_LOGS = 'balancer';

/**
 * The bucket for logs, which say who read which object, and from where. S3 and the load balancer write the logs; neither can use a key of
 * the stage.
 */
class AccessLogBucket extends Construct {
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

export interface DataStackProps extends StackProps {
  readonly stage: Stage;
}

/** Everything that holds data, and the network around it. A change of the program never replaces this stack. */
export class DataStack extends Stack {
  readonly key: StageKey;
  readonly network: Network;
  readonly secrets: ServiceSecrets;
  readonly database: Database;
  readonly accessLogs: AccessLogBucket;
  /** Uploaded statements, until they are processed. */
  readonly raw: StatementBucket;
  /** Files that arrive by SFTP and email. */
  readonly drop: StatementBucket;
  /** The topics for the stage's alarms. */
  readonly alerts: Alerts;

  constructor(scope: Construct, id: string, { stage, ...props }: DataStackProps) {
    super(scope, id, {
      ...props,
      description: 'Commission statements: network, database, files, secrets',
      terminationProtection: stage.isProduction,
    });
    this.key = new StageKey(this, 'StageKey', stage);
    const { key } = this.key;
    this.alerts = new Alerts(this, 'Alerts', { stage, key });
    this.network = new Network(this, 'Network', { stage, key });
    this.secrets = new ServiceSecrets(this, 'Secrets', { stage, key });
    this.database = new Database(this, 'Database', {
      stage,
      key,
      network: this.network,
      secrets: this.secrets,
      alerts: this.alerts,
    });
    this.accessLogs = new AccessLogBucket(this, 'AccessLogs', stage);
    const accessLogs = this.accessLogs.bucket;
    this.raw = new StatementBucket(this, 'Raw', {
      stage,
      key,
      accessLogs,
      keptAtMostDays: { 'raw/': RAW_KEPT_AT_MOST_DAYS },
    });
    this.drop = new StatementBucket(this, 'Drop', {
      stage,
      key,
      accessLogs,
      keptAtMostDays: { 'mail/': RAW_KEPT_AT_MOST_DAYS, 'sftp/': DROP_KEPT_AT_MOST_DAYS },
    });
    this.alerts.output();
    new CfnOutput(this, 'OperatorTokenSecret', { value: this.secrets.operatorTokenName });
  }
}

interface StatementBucketProps {
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
class StatementBucket extends Construct {
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
