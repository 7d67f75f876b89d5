import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/** What a function may do, in words. Written out rather than granted by CDK, whose grants bring wildcards. */

const RAW = 'raw/*';

/** What lies in the bucket of drop-offs, by whom it was left. */
type DropPrefix = 'sftp' | 'mail';

export function sendTo(...queues: readonly IQueue[]): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map(({ queueArn }) => queueArn) });
}

/** What Lambda does in the name of a function that a queue calls. */
export function receiveFrom(queue: IQueue): PolicyStatement {
  return new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: [queue.queueArn],
  });
}

/** To give a message back with a delay of its own. */
export function postpone(queue: IQueue): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:ChangeMessageVisibility'], resources: [queue.queueArn] });
}

export function storeRaw(bucket: IBucket): PolicyStatement {
  return new PolicyStatement({
    actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
    resources: [bucket.arnForObjects(RAW)],
  });
}

/** Listing the bucket is what makes S3 answer "not found" rather than "forbidden" for what is gone. */
export function readRaw(bucket: IBucket): readonly PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects(RAW)] }),
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
  ];
}

/** With all versions: nothing that was purged can be brought back. Whole folders are found by their names. */
export function purge(bucket: IBucket, prefix: 'raw' | DropPrefix): readonly PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
      resources: [bucket.arnForObjects(`${prefix}/*`)],
    }),
    new PolicyStatement({ actions: ['s3:ListBucket', 's3:ListBucketVersions'], resources: [bucket.bucketArn] }),
  ];
}

/** What lies below a prefix of the bucket of drop-offs: found, read, moved and removed. */
export function sortDrops(bucket: IBucket, prefix: DropPrefix): readonly PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject', 's3:DeleteObjectVersion'],
      resources: [bucket.arnForObjects(`${prefix}/*`)],
    }),
    new PolicyStatement({ actions: ['s3:ListBucket', 's3:ListBucketVersions'], resources: [bucket.bucketArn] }),
  ];
}

export function readSecrets(...secrets: readonly ISecret[]): PolicyStatement {
  return new PolicyStatement({
    actions: ['secretsmanager:GetSecretValue'],
    resources: secrets.map(({ secretArn }) => secretArn),
  });
}

/** To change what is in them, version by version; reading them is apart. */
export function rotateSecrets(...secrets: readonly ISecret[]): PolicyStatement {
  return new PolicyStatement({
    actions: [
      'secretsmanager:DescribeSecret',
      'secretsmanager:PutSecretValue',
      'secretsmanager:UpdateSecretVersionStage',
    ],
    resources: secrets.map(({ secretArn }) => secretArn),
  });
}

/** Raw, because the messages have attachments. */
export function sendMail(...senders: readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: ['ses:SendEmail', 'ses:SendRawEmail'], resources: [...senders] });
}
