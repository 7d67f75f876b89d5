import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/** The rights of functions, in words. They are written out, because CDK's grants contain wildcards. */

const RAW = 'raw/*';

/** The prefixes in the bucket of drop-offs, by the way of delivery. */
type DropPrefix = 'sftp' | 'mail';

export function sendTo(...queues: readonly IQueue[]): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map(({ queueArn }) => queueArn) });
}

/** The actions of Lambda for a function that a queue calls. */
export function receiveFrom(queue: IQueue): PolicyStatement {
  return new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: [queue.queueArn],
  });
}

/** Lets a function set an individual delay for a message. */
export function postpone(queue: IQueue): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:ChangeMessageVisibility'], resources: [queue.queueArn] });
}

export function storeRaw(bucket: IBucket): PolicyStatement {
  return new PolicyStatement({
    actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
    resources: [bucket.arnForObjects(RAW)],
  });
}

/** The right to list the bucket makes S3 answer "not found" instead of "forbidden" for a missing object. */
export function readRaw(bucket: IBucket): readonly PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects(RAW)] }),
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
  ];
}

/** Deletes all versions, so that a purged object cannot be restored. Whole folders are found by their names. */
export function purge(bucket: IBucket, prefix: 'raw' | DropPrefix): readonly PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
      resources: [bucket.arnForObjects(`${prefix}/*`)],
    }),
    new PolicyStatement({ actions: ['s3:ListBucket', 's3:ListBucketVersions'], resources: [bucket.bucketArn] }),
  ];
}

/** Lets a function read whatever was dropped, but neither change nor delete it. */
export function readDrops(bucket: IBucket): readonly PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['s3:GetObject'],
      resources: ['sftp/*', 'mail/*'].map((key) => bucket.arnForObjects(key)),
    }),
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
  ];
}

/** Lets a function list, read, move and delete objects below a prefix of the bucket of drop-offs. */
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

/** Lets a function change secrets version by version; reading is a separate right. */
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

/** The action for raw mail, because the messages have attachments. */
export function sendMail(...senders: readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: ['ses:SendEmail', 'ses:SendRawEmail'], resources: [...senders] });
}
