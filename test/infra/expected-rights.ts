import { z } from 'zod';
import { ofType, type Resource, target } from './synthesised.ts';

// The expected rights by stack and role. A change here changes who can reach which resource: review it with care.

/** The part of AWS's own policy for functions in a VPC (AWSLambdaVPCAccessExecutionRole) beside the log. */
export const NETWORK_INTERFACES = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
] as const;

/** The rights of every function: its log, trace, network interface, key, and the passwords of its own database logins. */
export const EVERY_FUNCTION = [
  ...NETWORK_INTERFACES,
  'kms:Decrypt',
  'kms:GenerateDataKey',
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  'secretsmanager:GetSecretValue',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
] as const;

/** The rights of every schedule, which starts its function or reports that it could not. */
export const EVERY_SCHEDULE = [
  'kms:Decrypt',
  'kms:GenerateDataKey',
  'lambda:InvokeFunction',
  'sqs:SendMessage',
] as const;

/** The rights of the role that makes nightly snapshots of the database. */
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

/** Actions on resources that have no name beforehand. */
export const UNNAMED = [
  'rds:DescribeDBClusterSnapshots',
  'rds:DescribeDBClusters',
  'tag:GetResources',
  ...NETWORK_INTERFACES,
  'cloudwatch:DescribeAlarms',
  'ses:SetActiveReceiptRuleSet',
  'ecr:GetAuthorizationToken',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
] as const;

/** The bucket and prefix that a right on S3 names, because an action on another prefix is another right. */
type Prefix = 'RawBucket/raw' | 'DropBucket/sftp' | 'DropBucket/mail' | 'ConsoleBucket/console';
const below = (prefix: Prefix, ...actions: readonly string[]) => actions.map((action) => `${action} ${prefix}/*`);
const store = (prefix: Prefix) => below(prefix, 's3:AbortMultipartUpload', 's3:PutObject');
const purge = (prefix: Prefix) => [
  ...below(prefix, 's3:DeleteObject', 's3:DeleteObjectVersion'),
  `s3:ListBucket ${bucketOf(prefix)}`,
  `s3:ListBucketVersions ${bucketOf(prefix)}`,
];
const read = (prefix: Prefix) => [...below(prefix, 's3:GetObject'), `s3:ListBucket ${bucketOf(prefix)}`];
const bucketOf = (prefix: Prefix) => prefix.slice(0, prefix.indexOf('/'));

const RAW = 'RawBucket/raw';
const SFTP = 'DropBucket/sftp';
const MAIL = 'DropBucket/mail';
/** The rights to accept a drop-off, which is stored as raw bytes before the final decision, and deleted if it is refused. */
const TAKE_IN = [...store(RAW), ...purge(RAW), 'sqs:SendMessage'];
const RECEIVE = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'] as const;
const SEND_MAIL = ['ses:SendEmail', 'ses:SendRawEmail'] as const;
/** The rights of requests, which store bytes and delete none. They mark bytes for the purge instead. */
const HTTP = [...store(RAW), 'sqs:SendMessage', ...SEND_MAIL] as const;
const sort = (prefix: Prefix) => [...new Set([...store(prefix), ...purge(prefix), ...read(prefix)])];

/** The rights to point the alias of a function to another version, or back. */
const RELEASE = [
  'cloudwatch:DescribeAlarms',
  'lambda:GetAlias',
  'lambda:GetProvisionedConcurrencyConfig',
  'lambda:UpdateAlias',
] as const;

/** The rights of CDK's function that copies the console's files from the deployment's archive to the page and its folder. */
const COPY_CONSOLE = [
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  's3:GetObject ?',
  's3:ListBucket ConsoleBucket',
  's3:PutObject ConsoleBucket/index.html',
  ...below('ConsoleBucket/console', 's3:PutObject'),
];

/** The further rights of each role. */
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
  // Runs the tasks that the operator starts by hand, including the sweep of drop-offs.
  'service OperatorTasksRole': [...new Set([...HTTP, ...purge(RAW), ...purge(MAIL), ...sort(SFTP)])],
  // Files a rejected or held drop-off when a person asks for it.
  'service FileDropsRole': [...new Set([...HTTP, ...read(SFTP), ...read(MAIL)])],
  'service HttpApiReleaseRole': RELEASE,
  'service IngestStatementReleaseRole': RELEASE,
  'service IngestStatementRole': [...RECEIVE, ...read(RAW), 'sqs:ChangeMessageVisibility', 'sqs:SendMessage'],
  'service DeadLetterStatementRole': [...RECEIVE, 'sqs:SendMessage'],
  'service DeliverWebhookRole': [...RECEIVE, ...SEND_MAIL, 'sqs:SendMessage'],
  'service DeadLetterWebhookRole': RECEIVE,
  'service MailPeopleRole': [...RECEIVE, ...SEND_MAIL],
  'service SweepOutboxRole': ['sqs:SendMessage'],
  'service SweepOutboxSchedulerRole': [],
  'service RecoverJobsRole': ['sqs:SendMessage'],
  'service RecoverJobsSchedulerRole': [],
  'service RedeliverWebhooksRole': ['sqs:SendMessage'],
  'service RedeliverWebhooksSchedulerRole': [],
  // Sends messages to the queue of failed calls.
  'service PurgeFilesRole': [...new Set([...purge(RAW), ...purge(SFTP), ...purge(MAIL), 'sqs:SendMessage'])],
  'service PurgeFilesSchedulerRole': [],
  // Runs analysts' SQL as the report login, and keeps the schedule as the scheduler's login, which reads no other data (ADR 0059).
  'service RunSavedReportsRole': [...SEND_MAIL, 'sqs:SendMessage'],
  'service RunSavedReportsSchedulerRole': [],
  'service MigrateDatabaseRole': [],
  'service BootstrapOperatorRole': [],
  'service CanaryTryServiceRole': ['sqs:SendMessage'],
  'service CanaryTryServiceSchedulerRole': [],
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
  'edge ConsoleRole': COPY_CONSOLE,
  'deploy Role': ['sts:AssumeRole'],
  // Exists only in a stage without a domain.
  'service ConsoleRole': COPY_CONSOLE,
  'intake SftpUserRole': [
    'kms:Decrypt',
    'kms:GenerateDataKey',
    ...store(SFTP),
    ...read(SFTP),
    ...below(SFTP, 's3:DeleteObject'),
  ],
  // Moves interrupted uploads by version, so that a file that is written again meanwhile stays.
  'intake SftpCutUploadsRole': [
    'kms:Decrypt',
    'kms:GenerateDataKey',
    ...read(SFTP),
    ...below(SFTP, 's3:DeleteObject', 's3:DeleteObjectVersion', 's3:GetObjectVersion', 's3:PutObject'),
  ],
  'intake SftpAuthorizeRole': [],
  'intake SftpSweepRole': [...sort(SFTP), ...TAKE_IN],
  'intake SftpSweepSchedulerRole': [],
  'intake MailActiveRole': ['logs:CreateLogStream', 'logs:PutLogEvents', 'ses:SetActiveReceiptRuleSet'],
  'intake MailReceiveRole': [...sort(MAIL), ...TAKE_IN, ...SEND_MAIL],
};

const oneOrMore = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

const statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]),
  Condition: z.unknown().optional(),
});

const policy = z.object({
  PolicyDocument: z.object({ Statement: z.array(statement) }),
  Roles: z.array(z.unknown()),
});

/** A right of a role: `action` on `resource`. */
export interface Right {
  readonly stack: string;
  readonly role: string;
  readonly action: string;
  readonly resource: unknown;
  readonly condition: unknown;
}

/** Every right of every role, except those of AWS's policies. */
export const rightsOf = (resources: readonly Resource[]) => withEffect(resources, 'Allow');

/** Every action that a role is denied, whatever else allows it. */
export const denialsOf = (resources: readonly Resource[]) => withEffect(resources, 'Deny');

function withEffect(resources: readonly Resource[], effect: 'Allow' | 'Deny'): readonly Right[] {
  return ofType(resources, 'AWS::IAM::Policy', policy).flatMap(({ stack, properties }) =>
    properties.Roles.flatMap((role) =>
      properties.PolicyDocument.Statement.filter(({ Effect }) => Effect === effect).flatMap(
        ({ Action, Resource, Condition: condition }) =>
          Action.flatMap((action) =>
            Resource.map((resource) => ({
              stack,
              role: target(role).replace(/[0-9A-F]{8}$/, ''),
              action,
              resource,
              condition,
            })),
          ),
      ),
    ),
  );
}
