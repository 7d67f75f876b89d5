// Who may do what, by stack and role. A change here is a change of who can reach what: read it twice.

/** Log, trace, network interface, the key, and the password of its own database logins. */
export const EVERY_FUNCTION = [
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'kms:Decrypt',
  'kms:GenerateDataKey',
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  'secretsmanager:GetSecretValue',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
] as const;

/** Start its function, or say that it could not. */
export const EVERY_SCHEDULE = [
  'kms:Decrypt',
  'kms:GenerateDataKey',
  'lambda:InvokeFunction',
  'sqs:SendMessage',
] as const;

/** Nightly snapshots of the database. */
const SNAPSHOTS = [
  'rds:AddTagsToResource',
  'rds:CopyDBClusterSnapshot',
  'rds:CreateDBClusterSnapshot',
  'rds:DeleteDBClusterSnapshot',
  'rds:DescribeDBClusterSnapshots',
  'rds:DescribeDBClusters',
  'rds:ListTagsForResource',
  'tag:GetResources',
] as const;

/** Actions on things that have no name beforehand. */
export const UNNAMED = [
  ...SNAPSHOTS,
  'cloudwatch:DescribeAlarms',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ecr:GetAuthorizationToken',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
] as const;

const STORE_RAW = ['s3:AbortMultipartUpload', 's3:PutObject'] as const;
const PURGE_RAW = ['s3:DeleteObject', 's3:DeleteObjectVersion', 's3:ListBucketVersions'] as const;
const RECEIVE = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'] as const;
const SEND_MAIL = ['ses:SendEmail', 'ses:SendRawEmail'] as const;
const HTTP = [...STORE_RAW, ...PURGE_RAW, ...SEND_MAIL, 'sqs:SendMessage'] as const;
const SORT_DROPS = [...STORE_RAW, ...PURGE_RAW, 's3:GetObject', 's3:ListBucket'] as const;

/** Point the alias of one function to another version, or back. */
const RELEASE = [
  'cloudwatch:DescribeAlarms',
  'lambda:GetAlias',
  'lambda:GetProvisionedConcurrencyConfig',
  'lambda:UpdateAlias',
] as const;

/** What each may do beyond that. */
export const DATA_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  'data NetworkVpcRejectedIAMRole': ['logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
  'data DatabaseProxyIAMRole': ['kms:Decrypt', 'secretsmanager:DescribeSecret', 'secretsmanager:GetSecretValue'],
  'backup Role': [
    'backup:CopyIntoBackupVault',
    'backup:DescribeBackupVault',
    'kms:CreateGrant',
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:GenerateDataKey',
    'rds:ModifyDBCluster',
    ...SNAPSHOTS,
  ],
  'service HttpApiRole': HTTP,
  // The tasks as the operator runs them by hand, the sweep of drop-offs among them.
  'service OperatorTasksRole': [...new Set([...HTTP, ...SORT_DROPS])],
  'service HttpApiReleaseRole': RELEASE,
  'service IngestStatementReleaseRole': RELEASE,
  'service IngestStatementRole': [
    ...RECEIVE,
    's3:GetObject',
    's3:ListBucket',
    'sqs:ChangeMessageVisibility',
    'sqs:SendMessage',
  ],
  'service BuryStatementRole': [...RECEIVE, 'sqs:SendMessage'],
  'service DeliverWebhookRole': [...RECEIVE, ...SEND_MAIL, 'sqs:SendMessage'],
  'service BuryWebhookRole': RECEIVE,
  'service SweepOutboxRole': ['sqs:SendMessage'],
  'service SweepOutboxSchedulerRole': [],
  'service RecoverJobsRole': ['sqs:SendMessage'],
  'service RecoverJobsSchedulerRole': [],
  'service RedeliverWebhooksRole': ['sqs:SendMessage'],
  'service RedeliverWebhooksSchedulerRole': [],
  // To where failed calls are kept.
  'service PurgeFilesRole': [...PURGE_RAW, 'sqs:SendMessage'],
  'service PurgeFilesSchedulerRole': [],
  // It runs analysts' SQL as the report login, and keeps the schedule as the system: two passwords, never a tenant's (ADR 0014).
  'service RunSavedReportsRole': [...SEND_MAIL, 'sqs:SendMessage'],
  'service RunSavedReportsSchedulerRole': [],
  'service MigrateDatabaseRole': [],
  'service BootstrapOperatorRole': [],
  'service RotateLoginRole': [
    'secretsmanager:DescribeSecret',
    'secretsmanager:PutSecretValue',
    'secretsmanager:UpdateSecretVersionStage',
  ],
  'edge UploadsTaskTaskRole': [...HTTP, 'kms:Decrypt', 'kms:GenerateDataKey', 'secretsmanager:GetSecretValue'],
  'edge UploadsTaskExecutionRole': [
    'ecr:BatchCheckLayerAvailability',
    'ecr:BatchGetImage',
    'ecr:GetAuthorizationToken',
    'ecr:GetDownloadUrlForLayer',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ],
  'intake SftpUserRole': [
    'kms:Decrypt',
    'kms:GenerateDataKey',
    's3:AbortMultipartUpload',
    's3:DeleteObject',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
  ],
  // Of uploads that were cut off: by version, so that a file put again meanwhile stays.
  'intake SftpCutUploadsRole': [
    'kms:Decrypt',
    'kms:GenerateDataKey',
    's3:DeleteObject',
    's3:DeleteObjectVersion',
    's3:GetObject',
    's3:GetObjectVersion',
    's3:ListBucket',
    's3:PutObject',
  ],
  'intake SftpAuthorizeRole': [],
  'intake SftpSweepRole': [...SORT_DROPS, 'sqs:SendMessage'],
  'intake SftpSweepSchedulerRole': [],
  'intake MailReceiveRole': [...SORT_DROPS, ...SEND_MAIL, 'sqs:SendMessage'],
};
