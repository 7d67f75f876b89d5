import { expect, test } from 'vitest';
import { z } from 'zod';
import { evaluate } from './stage-rights.ts';
import { appContext, applicationResources, ofType, type Resource, synthesise, target } from './synthesised.ts';

// The rights of roles. A change here changes who can reach which resource: review it with care.

/** The part of AWS's own policy for functions in a VPC (AWSLambdaVPCAccessExecutionRole) beside the log. */
const NETWORK_INTERFACES = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
] as const;

/** The rights of every schedule, which starts its function or reports that it could not. */
const EVERY_SCHEDULE = ['kms:Decrypt', 'kms:GenerateDataKey', 'lambda:InvokeFunction', 'sqs:SendMessage'] as const;

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
const UNNAMED = [
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
type Prefix = 'DropBucket/sftp' | 'ConsoleBucket/console';
const below = (prefix: Prefix, ...actions: readonly string[]) => actions.map((action) => `${action} ${prefix}/*`);
const SFTP = 'DropBucket/sftp';

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

/** The rights of each role that no function of ours has. What ours have is what they use (test/infra/rights-in-use.long.test.ts). */
const OTHER_RIGHTS: Readonly<Record<string, readonly string[]>> = {
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
  'service HttpApiReleaseRole': RELEASE,
  'service IngestStatementReleaseRole': RELEASE,
  ...Object.fromEntries(
    ['SweepOutbox', 'RecoverJobs', 'RedeliverWebhooks', 'PurgeFiles', 'RunSavedReports', 'CanaryTryService'].map(
      (name) => [`service ${name}SchedulerRole`, EVERY_SCHEDULE],
    ),
  ),
  'intake SftpSweepSchedulerRole': EVERY_SCHEDULE,
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
    's3:ListBucket DropBucket',
    ...below(SFTP, 's3:AbortMultipartUpload', 's3:DeleteObject', 's3:GetObject', 's3:PutObject'),
  ],
  // Moves interrupted uploads by version, so that a file that is written again meanwhile stays.
  'intake SftpCutUploadsRole': [
    'kms:Decrypt',
    'kms:GenerateDataKey',
    's3:ListBucket DropBucket',
    ...below(SFTP, 's3:DeleteObject', 's3:DeleteObjectVersion', 's3:GetObject', 's3:GetObjectVersion', 's3:PutObject'),
  ],
  'intake MailActiveRole': ['logs:CreateLogStream', 'logs:PutLogEvents', 'ses:SetActiveReceiptRuleSet'],
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
interface Right {
  readonly stack: string;
  readonly role: string;
  readonly action: string;
  readonly resource: unknown;
  readonly condition: unknown;
}

const roleName = (role: unknown) => target(role).replace(/[0-9A-F]{8}$/, '');

/** Every right of every role, except those of AWS's policies. */
const rightsOf = (resources: readonly Resource[]) => withEffect(resources, 'Allow');

/** Every action that a role is denied, whatever else allows it. */
const denialsOf = (resources: readonly Resource[]) => withEffect(resources, 'Deny');

function withEffect(resources: readonly Resource[], effect: 'Allow' | 'Deny'): readonly Right[] {
  return ofType(resources, 'AWS::IAM::Policy', policy).flatMap(({ stack, properties }) =>
    properties.Roles.flatMap((role) =>
      properties.PolicyDocument.Statement.filter(({ Effect }) => Effect === effect).flatMap(
        ({ Action, Resource, Condition: condition }) =>
          Action.flatMap((action) =>
            Resource.map((resource) => ({
              stack,
              role: roleName(role),
              action,
              resource,
              condition,
            })),
          ),
      ),
    ),
  );
}

const resources = applicationResources();
const rights = rightsOf(resources);

const serialised = (value: unknown) => JSON.stringify(value);

const lambdas = ofType(
  resources,
  'AWS::Lambda::Function',
  z.object({ Role: z.unknown(), FunctionName: z.unknown().optional() }),
);
const tasks = ofType(resources, 'AWS::ECS::TaskDefinition', z.object({ TaskRoleArn: z.unknown() }));
/** The roles of our functions, and of the container. */
const functionRoles: ReadonlySet<string> = new Set(
  [
    ...lambdas.filter(({ properties }) => properties.FunctionName !== undefined),
    ...tasks.map(({ stack, properties }) => ({ stack, properties: { Role: properties.TaskRoleArn } })),
  ].map(({ stack, properties }) => `${stack.replace(/^cas-(dev|prod)-/, '')} ${roleName(properties.Role)}`),
);

test('gives every function, task and schedule its own role', () => {
  const roles = lambdas.map(({ stack, properties }) => `${stack} ${target(properties.Role)}`);
  expect(new Set(roles).size).toBe(roles.length);
});

/** An action on objects with its bucket and prefix, any other action alone. */
function inWords({ action, resource }: Right): string {
  if (!action.startsWith('s3:')) return action;
  const text = serialised(resource);
  const [bucket = '?'] = /(Raw|Drop|Console)Bucket/.exec(text) ?? [];
  const [prefix = ''] =
    /\/(raw\/\*|archive\/\*|answers\/\*|sftp\/\*|mail\/\*|console\/\*|index\.html)/.exec(text) ?? [];
  return `${action} ${bucket}${prefix}`;
}

const byRole = (stage: string) => {
  const own = rights.filter(({ stack }) => stack.startsWith(`cas-${stage}-`));
  const named = Map.groupBy(own, ({ stack, role }) => `${stack.replace(`cas-${stage}-`, '')} ${role}`);
  return Object.fromEntries([...named].map(([name, found]) => [name, [...new Set(found.map(inWords))].sort()]));
};

test('gives each role that is not of a function exactly the expected actions on the expected objects', () => {
  const others = Object.entries({ ...byRole('dev'), ...byRole('prod') }).filter(([name]) => !functionRoles.has(name));
  const expected = Object.entries(OTHER_RIGHTS).map(([name, own]) => [name, [...own].sort()]);
  expect(Object.fromEntries(others)).toEqual(Object.fromEntries(expected));
});

test('gives roles of development the rights that production has', () => {
  const production = byRole('prod');
  for (const [name, own] of Object.entries(byRole('dev')))
    if (name in production) expect(own, name).toEqual(production[name]);
});

test('uses no action pattern', () => {
  expect(rights.filter(({ action }) => action.includes('*'))).toEqual([]);
});

test('uses "every resource" only for actions whose resources have no name', () => {
  const everywhere = rights.filter(({ resource }) => resource === '*').map(({ action }) => action);
  expect([...new Set(everywhere)].sort()).toEqual([...UNNAMED].sort());
});

test('uses patterns only as prefixes of one bucket, and of the snapshots of AWS Backup', () => {
  const patterns = rights.filter(({ resource }) => resource !== '*' && serialised(resource).includes('*'));
  for (const { resource } of patterns) {
    expect(serialised(resource)).toMatch(
      /"(\/(raw|archive|answers|sftp|mail|console)\/\*|:\*|:cluster-snapshot:awsbackup:\*)"/,
    );
  }
});

test('lets only the worker and the API read an uploaded statement', () => {
  const readers = rights.filter(
    ({ action, resource }) => action === 's3:GetObject' && serialised(resource).includes('raw/*'),
  );
  expect([...new Set(readers.map(({ role }) => role))]).toEqual(['HttpApiRole', 'IngestStatementRole']);
});

test("lets drop-offs be read only by their intake, the operator's sweep, and the function that files them for a person", () => {
  const readersOf = (prefix: string) => {
    const readers = rights.filter(
      ({ action, resource }) => action === 's3:GetObject' && serialised(resource).includes(`${prefix}/*`),
    );
    return [...new Set(readers.map(({ role }) => role))].sort();
  };
  expect(readersOf('sftp')).toEqual([
    'FileDropsRole',
    'OperatorTasksRole',
    'SftpCutUploadsRole',
    'SftpSweepRole',
    'SftpUserRole',
  ]);
  expect(readersOf('mail')).toEqual(['FileDropsRole', 'MailReceiveRole']);
});

test('limits the password of the database owner to migrations and its rotation, and the operator token to the functions that check it', () => {
  const readersOf = (secret: RegExp) => {
    const readers = rights.filter(
      ({ action, resource }) => action === 'secretsmanager:GetSecretValue' && secret.test(serialised(resource)),
    );
    return [...new Set(readers.map(({ role }) => role))].sort();
  };
  expect(readersOf(/ownerLogin/)).toEqual(['MigrateDatabaseRole', 'RotateLoginRole']);
  const app = ['FileDropsRole', 'HttpApiRole', 'OperatorTasksRole'];
  expect(readersOf(/OperatorToken/)).toEqual(['BootstrapOperatorRole', ...app, 'UploadsTaskTaskRole']);
  expect(readersOf(/SecretKey/)).toEqual(
    ['DeliverWebhookRole', ...app, 'MailPeopleRole', 'UploadsTaskTaskRole'].toSorted(),
  );
  expect(readersOf(/SecretsOrigin/)).toEqual(app);
  expect(readersOf(/schedulerLogin/)).toEqual([
    'DatabaseProxyIAMRole',
    'MigrateDatabaseRole',
    'RotateLoginRole',
    'RunSavedReportsRole',
  ]);
  expect(readersOf(/reportLogin/)).toEqual([
    'DatabaseProxyIAMRole',
    'FileDropsRole',
    'HttpApiRole',
    'MigrateDatabaseRole',
    'OperatorTasksRole',
    'RotateLoginRole',
    'RunSavedReportsRole',
    'UploadsTaskTaskRole',
  ]);
});

test('lets the functions that sign people in read the keys of Google and Microsoft, by the exact secret of the stage', {
  tags: ['long'],
}, () => {
  const arn = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:cas-dev/identity-providers-a1B2c3';
  const context = appContext();
  const { dev } = z.object({ dev: z.record(z.string(), z.unknown()) }).parse(context['stages']);
  const stages = { dev: { ...dev, identityProvidersSecret: arn } };
  const stage = synthesise({ ...context, stage: 'dev', stages });
  const readers = rightsOf(stage).filter(({ resource }) => serialised(resource).includes('identity-providers'));
  expect([...new Set(readers.map(({ role, action }) => `${role} ${action}`))].sort()).toEqual([
    'FileDropsRole secretsmanager:GetSecretValue',
    'HttpApiRole secretsmanager:GetSecretValue',
    'OperatorTasksRole secretsmanager:GetSecretValue',
  ]);
  expect(readers.every(({ resource }) => resource === arn)).toBe(true);
  const names = ofType(stage, 'AWS::Lambda::Function', z.object({ Environment: z.unknown().optional() }))
    .filter(({ properties }) => serialised(properties.Environment ?? '').includes(arn))
    .map(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, ''));
  expect(names).toHaveLength(3);
});

test('runs scheduled reports with two passwords: that of the reports, and that of the scheduler; never that of the system', () => {
  const read = rights.filter(
    ({ role, action }) => role === 'RunSavedReportsRole' && action === 'secretsmanager:GetSecretValue',
  );
  const names = read.map(
    ({ resource }) => /(\w+)Login[0-9A-F]{8}/.exec(serialised(resource))?.[1] ?? serialised(resource),
  );
  // The names are equal in both stages.
  expect(names.map((name) => name.replace(/^.*Secrets/, '')).sort()).toEqual([
    'report',
    'report',
    'scheduler',
    'scheduler',
  ]);
});

test("uses AWS's policies only for its own custom resources", () => {
  const role = z.object({ ManagedPolicyArns: z.array(z.unknown()).optional() });
  const with_ = ofType(resources, 'AWS::IAM::Role', role).filter(
    ({ properties }) => properties.ManagedPolicyArns !== undefined,
  );
  expect(
    with_
      .map(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, ''))
      .filter((id) => !id.includes('CustomResourceProvider')),
  ).toEqual([]);
});

test('denies the code of each function the network actions that Lambda needs to connect it', () => {
  const named = resources.filter(({ properties }) => properties['FunctionName'] !== undefined);
  const lambda = z.object({ FunctionName: z.string(), Role: z.unknown() });
  const denials = denialsOf(resources);
  const condition = z.object({ ArnEquals: z.object({ 'lambda:SourceFunctionArn': z.unknown() }) });
  for (const { stack, properties } of ofType(named, 'AWS::Lambda::Function', lambda)) {
    const role = roleName(properties.Role);
    const own = denials.filter((denial) => denial.stack === stack && denial.role === role && denial.resource === '*');
    expect(own.map(({ action }) => action).sort(), properties.FunctionName).toEqual([...NETWORK_INTERFACES].sort());
    for (const denial of own) {
      const { ArnEquals } = condition.parse(denial.condition);
      expect(serialised(ArnEquals)).toMatch(new RegExp(`:function:${properties.FunctionName}"`));
    }
  }
});

test('lets the backup role change only the snapshots that AWS Backup made', () => {
  const changing = rights.filter(
    ({ role, action }) => role === 'Role' && /^rds:(Add|Copy|Create|Delete|Modify)/.test(action),
  );
  const objects = (action: string) =>
    changing.filter((right) => right.action === action).map(({ resource }) => kindOf(serialised(resource)));
  expect(objects('rds:DeleteDBClusterSnapshot')).toEqual(['awsbackup', 'awsbackup']);
  expect(objects('rds:CopyDBClusterSnapshot')).toEqual(['awsbackup', 'awsbackup']);
  expect(objects('rds:AddTagsToResource')).toEqual(['awsbackup', 'awsbackup']);
  expect(objects('rds:CreateDBClusterSnapshot').sort()).toEqual(['awsbackup', 'awsbackup', 'cluster']);
  expect(objects('rds:ModifyDBCluster')).toEqual(['cluster']);
});

/** The kind of a resource of RDS: a snapshot made by AWS Backup, a cluster, or anything else. */
function kindOf(arn: string): string {
  return /:cluster-snapshot:awsbackup:\*"/.exec(arn) ? 'awsbackup' : arn.includes(':cluster:') ? 'cluster' : arn;
}

test('understands statements as IAM does, and throws for one that it does not know', () => {
  const allow = { Effect: 'Allow', Action: ['s3:GetObject', 'sqs:*'], Resource: 'bucket/raw/*' };
  const object = { action: 's3:GetObject', resource: 'bucket/raw/a/b' };
  const { allows } = evaluate([allow, { Effect: 'Deny', Action: 's3:GetObject', Resource: 'bucket/raw/a/c' }]);
  expect(allows(object)).toBe(true);
  expect(allows({ ...object, resource: 'bucket/raw/a/c' })).toBe(false);
  expect(allows({ ...object, resource: 'bucket/answers/a' })).toBe(false);
  expect(allows({ ...object, action: 's3:PutObject' })).toBe(false);
  expect(allows({ ...object, action: 'sqs:SendMessage' })).toBe(true);
  expect(() => evaluate([{ ...allow, NotAction: 's3:PutObject' }])).toThrow(/NotAction/);
  expect(() => evaluate([{ Effect: 'Allow', Action: 's3:GetObject', NotResource: 'bucket/*' }])).toThrow(/Resource/);
  expect(() => evaluate([{ ...allow, Condition: {} }]).allows(object)).toThrow(/condition/);
});
