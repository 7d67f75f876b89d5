import { type Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { Stage } from './stage.ts';

/** An accepted finding of a rule. `test/infra` checks that each named resource has the finding. */
interface Exception {
  readonly id: string;
  /** Construct paths below the stage, such as `data/Secrets/SecretKey`. The finding is accepted there and nowhere else. */
  readonly resources: readonly string[];
  readonly reason: string;
}

/** Every function of the service: its name in its stack, as a construct path. */
const FUNCTIONS = [
  'service/HttpApi',
  'service/OperatorTasks',
  'service/FileDrops',
  'service/IngestStatement',
  'service/DeadLetterStatement',
  'service/DeliverWebhook',
  'service/DeadLetterWebhook',
  'service/MailPeople',
  'service/SweepOutbox',
  'service/RecoverJobs',
  'service/RedeliverWebhooks',
  'service/PurgeFiles',
  'service/RunSavedReports',
  'service/MigrateDatabase',
  'service/BootstrapOperator',
  'service/RotateLogin',
  'service/Canary/TryService',
  'intake/Sftp/Authorize',
  'intake/Sftp/Sweep',
  'intake/Mail/Receive',
];
const of = (part: string, owners: readonly string[]) => owners.map((owner) => `${owner}/${part}`);

/** The function by which CDK makes the calls of a stack's custom resources. */
const CUSTOM_CALLS = 'intake/AWS679f53fac002430cb0da5b7982bd2287';

/** The functions of CDK that copy the console's files into their bucket, one in each stack that may have the console. */
const FILE_COPIES = ['edge', 'service'].map(
  (part) => `${part}/Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C`,
);

const LOGIN_SECRETS = ['serviceLogin', 'systemLogin', 'schedulerLogin', 'reportLogin', 'ownerLogin'].map(
  (id) => `data/Secrets/${id}`,
);
const DEAD_LETTERS = ['Statements', 'Webhooks', 'PeopleMails'].map((name) => `service/Messaging/${name}/Dead/Queue`);

/** Returns every accepted finding of a stage. The ids of some findings contain names that differ between stages. */
export function exceptionsOf(stage: Stage): readonly Exception[] {
  const { prefix, region, backupRegion = region, alertsEmail, ticketsEmail = alertsEmail } = stage;
  const subscribers = [
    ['Page', alertsEmail],
    ['Ticket', ticketsEmail],
  ].flatMap(([topic, email]) => (email === undefined ? [] : [`Alerts/${topic}/${email}`]));
  const objects = (bucket: string) => `AwsSolutions-IAM5[Resource::${prefix}-data:ExportsOutputFnGetAtt${bucket}]`;
  const snapshots = (of: string) =>
    `AwsSolutions-IAM5[Resource::arn:aws:rds:${of}:<AWS::AccountId>:cluster-snapshot:awsbackup:*]`;
  return [
    {
      id: objects('RawBucket672A0DBBArnB9DC31D0/raw/*'),
      resources: [
        ...of('Role', [
          'service/HttpApi',
          'service/OperatorTasks',
          'service/FileDrops',
          'service/IngestStatement',
          'service/PurgeFiles',
          'intake/Sftp/Sweep',
          'intake/Mail/Receive',
        ]),
        'edge/Uploads/Task/TaskRole',
      ],
      reason: 'Statements as uploaded: one object for each file, named when it arrives.',
    },
    {
      id: objects('RawBucket672A0DBBArnB9DC31D0/answers/*'),
      resources: [
        ...of('Role', ['service/HttpApi', 'service/OperatorTasks', 'service/PurgeFiles']),
        'edge/Uploads/Task/TaskRole',
      ],
      reason: 'Answers of carriers to disputes: one object for each dispute.',
    },
    {
      id: objects('RawBucket672A0DBBArnB9DC31D0/archive/*'),
      resources: of('Role', ['service/OperatorTasks', 'service/PurgeFiles']),
      reason: 'Archived months of an account that is deleted, named when they are archived.',
    },
    {
      id: objects('DropBucketB8FC0BC9ArnD023DA21/sftp/*'),
      resources: [
        ...of('Role', ['service/OperatorTasks', 'service/FileDrops', 'service/PurgeFiles', 'intake/Sftp/Sweep']),
        'intake/Sftp/UserRole',
        'intake/Sftp/CutUploads/Role',
      ],
      reason: 'Files dropped by SFTP, named by their senders; each log-in is narrowed to its own folder.',
    },
    {
      id: objects('DropBucketB8FC0BC9ArnD023DA21/mail/*'),
      resources: [
        ...of('Role', ['service/OperatorTasks', 'service/FileDrops', 'service/PurgeFiles', 'intake/Mail/Receive']),
      ],
      reason: 'Messages as received: one object for each, named by SES.',
    },
    ...[...new Set([region, backupRegion])].map((each) => ({
      id: snapshots(each),
      resources: ['backup/Role'],
      reason: 'AWS Backup names a snapshot when it makes it; every name begins with "awsbackup:".',
    })),
    {
      id: 'Serverless-SNSRedrivePolicy',
      resources: ['data', 'firewall'].flatMap((part) => subscribers.map((path) => `${part}/${path}`)),
      reason: 'SNS supports no dead-letter queue for email; the alarms can also be read in CloudWatch.',
    },
    ...EXCEPTIONS,
  ];
}

const EXCEPTIONS: readonly Exception[] = [
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    resources: of('Role', FUNCTIONS),
    reason: 'Network interfaces and traces have no name beforehand; a test lists these actions.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    resources: ['service/HttpApi/Release/Role', 'service/IngestStatement/Release/Role'],
    reason: 'CodeDeploy reads the state of its alarms; IAM cannot limit that action to single alarms.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    resources: ['edge/Uploads/Task/ExecutionRole'],
    reason: 'The log-in to the image registry is for the account; the image itself is named.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    resources: ['backup/Role'],
    reason: 'AWS Backup looks for clusters and snapshots; the actions that change them are limited by name.',
  },
  {
    id: 'AwsSolutions-SMG4',
    resources: LOGIN_SECRETS,
    reason: 'The stack of the service rotates these logins every 30 days; the rule looks only at this stack.',
  },
  {
    id: 'AwsSolutions-SMG4',
    resources: ['data/Secrets/SecretKey'],
    reason: 'It encrypts the webhook secrets in the database, so another key could not decrypt them.',
  },
  {
    id: 'AwsSolutions-SMG4',
    resources: ['data/Secrets/OperatorToken', 'data/Secrets/Origin'],
    reason:
      'The operator changes them by the runbook rotate-secrets, because a person or CloudFront also has to learn them.',
  },
  {
    id: 'AwsSolutions-SQS3',
    resources: ['service/Messaging/FailedCalls/Queue'],
    reason: 'It is a dead-letter queue itself: Lambda and the scheduler send failed calls to it.',
  },
  {
    id: 'Serverless-SQSRedrivePolicy',
    resources: [...DEAD_LETTERS, 'service/Messaging/FailedCalls/Queue'],
    reason: 'These are dead-letter queues; an alarm tells a person about each message.',
  },
  {
    id: 'Serverless-LambdaEventSourceMappingDestination',
    resources: of('Delivery', [
      // No function takes the dead letters of mails to people.
      ...DEAD_LETTERS.filter((path) => !path.includes('PeopleMails')),
      'service/Messaging/Statements/Queue',
      'service/Messaging/Webhooks/Queue',
      'service/Messaging/PeopleMails/Queue',
    ]),
    reason: 'SQS sources have no destination; failed messages go to the dead-letter queue of their queue.',
  },
  {
    id: 'Serverless-LambdaDLQ',
    resources: of('Function', FUNCTIONS),
    reason: 'Asynchronous calls have a destination for failures instead; all other calls are answered or queued.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    resources: ['intake/Mail/Active/Role'],
    reason: 'It activates the rule set of the stage; IAM cannot limit that action to single rule sets.',
  },
  {
    id: 'Serverless-LambdaDLQ',
    resources: [CUSTOM_CALLS, ...FILE_COPIES],
    reason: 'CloudFormation calls it during a deployment, waits for the answer, and rolls back without one.',
  },
  {
    id: 'Serverless-LambdaTracing',
    resources: [CUSTOM_CALLS, ...FILE_COPIES],
    reason: "CDK's own function makes one call during a deployment; CDK does not allow tracing it.",
  },
  ...['AwsSolutions-L1', 'Serverless-LambdaLatestVersion'].map((id) => ({
    id,
    resources: FILE_COPIES,
    reason: 'CDK chooses the version of Python for its own function, and a new version of CDK a newer one.',
  })),
  {
    id: 'AwsSolutions-IAM5[Resource::<ConsoleBucket86B6957C.Arn>/console/*]',
    resources: ['edge/Console/Role', 'service/Console/Role'],
    reason: "The names of the console's files hold a hash of their content.",
  },
  {
    id: 'AwsSolutions-S1',
    resources: ['edge/Console/Bucket', 'service/Console/Bucket'],
    reason: 'Only CloudFront reads these public files, and its own access log tells who asked for them.',
  },
  {
    id: 'AwsSolutions-APIG4',
    resources: ['ANY--', 'ANY--{proxy+}', 'ANY--v1--admin--system--run', 'ANY--v1--intake--{itemId}--file'].map(
      (id) => `service/Front/Api/${id}`,
    ),
    reason: 'The service checks tokens, scopes and limits itself, in the same code on every host.',
  },
  {
    id: 'AwsSolutions-CFR3',
    resources: ['edge/Distribution'],
    reason:
      'The classic log contains query strings, and so names that users search for; the stack edge-log logs without them.',
  },
  ...['AwsSolutions-CFR2', 'AwsSolutions-CFR3', 'AwsSolutions-CFR4'].map((id) => ({
    id,
    resources: ['service/Distribution'],
    reason:
      'A stage without a domain is for trying out: no firewall, the log of the API alone, and the certificate of CloudFront.',
  })),
  {
    id: 'AwsSolutions-ECS2',
    resources: ['edge/Uploads/Task'],
    reason: 'Addresses and names only: the container reads secrets from Secrets Manager at run time.',
  },
  {
    id: 'AwsSolutions-CFR1',
    resources: ['edge/Distribution', 'service/Distribution'],
    reason: 'Agencies may use the service from any country.',
  },
  {
    id: 'AwsSolutions-VPC3',
    resources: ['data/Network/WebhookFence'],
    reason: 'Webhooks go to addresses of customers: only an access list can refuse private addresses.',
  },
  {
    id: 'AwsSolutions-EC29',
    resources: ['data/Network/Vpc/frontSubnet1/NatInstance'],
    reason: 'The NAT instance of dev holds no data and can be replaced at any time.',
  },
];

/** Declares the accepted findings of a stack, each at the named resources. A resource that the stage does not have is skipped. */
export function acknowledgeRules(stack: Stack, stage: Stage): void {
  const part = stack.stackName.slice(stage.prefix.length + 1);
  for (const { id, resources, reason } of exceptionsOf(stage)) {
    for (const path of resources) {
      const [owner, ...ids] = path.split('/');
      const resource = owner === part ? findBelow(stack, ids) : undefined;
      if (resource !== undefined) Validations.of(resource).acknowledge({ id, reason });
    }
  }
}

function findBelow(root: IConstruct, ids: readonly string[]): IConstruct | undefined {
  return ids.reduce<IConstruct | undefined>((at, id) => at?.node.tryFindChild(id), root);
}
