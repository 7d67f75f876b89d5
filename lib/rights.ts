import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/** The rights of functions are written out below, because CDK's grants contain wildcards. */

const RAW = 'raw/*';

export function sendTo(...queues: readonly IQueue[]): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map(({ queueArn }) => queueArn) });
}

/** Lets a function receive the messages of a queue, by the actions that Lambda needs for it. */
export function receiveFrom(queue: IQueue): PolicyStatement {
  return new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: [queue.queueArn],
  });
}

/** Lets a function set the delay of a single message. */
export function postpone(queue: IQueue): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:ChangeMessageVisibility'], resources: [queue.queueArn] });
}

export function storeRaw(bucket: IBucket): PolicyStatement {
  return new PolicyStatement({
    actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
    resources: [bucket.arnForObjects(RAW)],
  });
}

/** Lets a function read raw files. With the right to list the bucket S3 answers "not found" instead of "forbidden" for a missing object. */
export function readRaw(bucket: IBucket): readonly PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects(RAW)] }),
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
  ];
}

/** Lets a function store and read carriers' answers to disputes. */
export function keepAnswers(bucket: IBucket): PolicyStatement {
  return new PolicyStatement({
    actions: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:GetObject'],
    resources: [bucket.arnForObjects('answers/*')],
  });
}

/** Lets a function delete raw files by their names: an intake stores the bytes before the last decision. */
export function discardRaw(bucket: IBucket): readonly PolicyStatement[] {
  return deleteVersions(bucket, RAW);
}

/** Deleting by name lists the versions of the name. */
function deleteVersions(bucket: IBucket, key: string): readonly PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
      resources: [bucket.arnForObjects(key)],
    }),
    new PolicyStatement({ actions: ['s3:ListBucketVersions'], resources: [bucket.bucketArn] }),
  ];
}

/** Lets a function read received messages, and delete those that it does not keep. One that was deleted before is known to be missing. */
export function takeMail(bucket: IBucket): readonly PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects('mail/*')] }),
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
    ...deleteVersions(bucket, 'mail/*'),
  ];
}

/** Lets a function delete all versions, so that a purged object cannot be restored. Whole folders are found by their names. */
export function purge(
  bucket: IBucket,
  ...prefixes: readonly ('raw' | 'archive' | 'answers' | 'sftp' | 'mail')[]
): readonly PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
      resources: prefixes.map((prefix) => bucket.arnForObjects(`${prefix}/*`)),
    }),
    new PolicyStatement({ actions: ['s3:ListBucket', 's3:ListBucketVersions'], resources: [bucket.bucketArn] }),
  ];
}

/** Lets a function read all drop-offs, but neither change nor delete them. */
export function readDrops(bucket: IBucket): readonly PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['s3:GetObject'],
      resources: ['sftp/*', 'mail/*'].map((key) => bucket.arnForObjects(key)),
    }),
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
  ];
}

/** Lets a function list, read, move and delete the files that were dropped by SFTP. */
export function sortDrops(bucket: IBucket): readonly PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject', 's3:DeleteObjectVersion'],
      resources: [bucket.arnForObjects('sftp/*')],
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

/** Lets a function change secrets version by version. Reading is a separate right. */
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

/** Lets a function send mail. Raw mail is included, because the messages have attachments. */
export function sendMail(...senders: readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: ['ses:SendEmail', 'ses:SendRawEmail'], resources: [...senders] });
}
