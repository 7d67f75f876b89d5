import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DROP_KEPT_AT_MOST_DAYS, RAW_KEPT_AT_MOST_DAYS } from '../../core/limits/account-limits.ts';
import { ORIGIN_SECRET_HEADER } from '../../lambdas/http/lambda.ts';
import { ADDRESSES, NO_WEBHOOKS_TO } from '../../lib/network.ts';
import { applicationResources, ofType, target } from './synthesised.ts';

/** Guarantee: data is encrypted everywhere, reachable where needed, and not lost by a deployment. */

const resources = applicationResources();

/** Resources that cannot be created again. */
const STATEFUL = [
  'AWS::RDS::DBCluster',
  'AWS::RDS::DBInstance',
  'AWS::S3::Bucket',
  'AWS::KMS::Key',
  'AWS::SecretsManager::Secret',
  'AWS::Logs::LogGroup',
  'AWS::Backup::BackupVault',
];

/** Buckets without a row of any statement: logs that AWS writes, and the public files of the console. */
const WITHOUT_STATEMENTS = /^(AccessLogs|Console)/;

describe('a resource with data', () => {
  test('stays when production is deleted or replaced, except after an unfinished first deployment', () => {
    const stateful = resources.filter(({ stack, type }) => stack.startsWith('cas-prod-') && STATEFUL.includes(type));
    expect(stateful.length).toBeGreaterThan(20);
    const unsafe = stateful.filter(
      ({ deletionPolicy, updateReplacePolicy }) =>
        deletionPolicy !== 'RetainExceptOnCreate' || updateReplacePolicy !== 'Retain',
    );
    expect(unsafe.map(({ logicalId }) => logicalId)).toEqual([]);
  });

  test('keeps its logical id, because another id would make a new, empty resource', () => {
    const pinned = resources.filter(({ stack, type }) => stack === 'cas-prod-data' && STATEFUL.includes(type));
    expect(pinned.map(({ type, logicalId }) => `${type} ${logicalId}`).sort()).toMatchInlineSnapshot(`
      [
        "AWS::KMS::Key StageKey97AE122F",
        "AWS::Logs::LogGroup NetworkFlowLog1F1901E0",
        "AWS::RDS::DBCluster DatabaseCluster5B53A178",
        "AWS::RDS::DBInstance DatabaseClusterReader78FE9854",
        "AWS::RDS::DBInstance DatabaseClusterWriterD43085C6",
        "AWS::S3::Bucket AccessLogsBucketCD784A59",
        "AWS::S3::Bucket DropBucketB8FC0BC9",
        "AWS::S3::Bucket RawBucket672A0DBB",
        "AWS::SecretsManager::Secret SecretsOperatorToken14F3D4C0",
        "AWS::SecretsManager::Secret SecretsOrigin297BAAC6",
        "AWS::SecretsManager::Secret SecretsSecretKey6135F13D",
        "AWS::SecretsManager::Secret SecretsownerLogin6F5745F4",
        "AWS::SecretsManager::Secret SecretsreportLogin29FAF96D",
        "AWS::SecretsManager::Secret SecretsschedulerLogin4DF908B0",
        "AWS::SecretsManager::Secret SecretsserviceLoginD1BEA509",
        "AWS::SecretsManager::Secret SecretssystemLogin09030653",
      ]
    `);
  });

  test('allows restoring the database to any second of two weeks, in production', () => {
    const cluster = z.object({ BackupRetentionPeriod: z.number(), DeletionProtection: z.literal(true) });
    const [production] = ofType(resources, 'AWS::RDS::DBCluster', cluster).filter(
      ({ stack }) => stack === 'cas-prod-data',
    );
    expect(production?.properties.BackupRetentionPeriod).toBeGreaterThanOrEqual(14);
  });

  test('makes a statement fail before it fills the disk of an instance, for which there is no alarm', () => {
    const parameters = z.object({
      temp_file_limit: z.coerce
        .number()
        .min(256 * 1024)
        .max(2 * 1024 * 1024),
    });
    const groups = ofType(resources, 'AWS::RDS::DBClusterParameterGroup', z.object({ Parameters: parameters }));
    expect(groups.map(({ stack }) => stack).sort()).toEqual(['cas-dev-data', 'cas-prod-data']);
  });

  test('quotes no row, statement or value in the database’s log', () => {
    const parameters = z.object({
      log_error_verbosity: z.literal('terse'),
      log_min_messages: z.literal('log'),
      log_min_error_statement: z.literal('panic'),
      log_statement: z.literal('none'),
      log_min_duration_statement: z.literal('-1'),
    });
    const groups = ofType(resources, 'AWS::RDS::DBClusterParameterGroup', z.object({ Parameters: parameters }));
    expect(groups).toHaveLength(2);
  });

  test('is copied to another region every night, into a vault with its own key', () => {
    const rule = z.object({
      ScheduleExpression: z.literal('cron(0 7 * * ? *)'),
      CopyActions: z.tuple([z.object({ DestinationBackupVaultArn: z.unknown() })]),
    });
    const plan = z.object({ BackupPlan: z.object({ BackupPlanRule: z.tuple([rule]) }) });
    const [nightly] = ofType(resources, 'AWS::Backup::BackupPlan', plan);
    const [{ CopyActions }] = nightly?.properties.BackupPlan.BackupPlanRule ?? [{ CopyActions: [] }];
    expect(JSON.stringify(CopyActions)).toMatch(/arn:aws:backup:us-west-2:.*:backup-vault:cas-prod-copies/);
    const vault = z.object({ BackupVaultName: z.string(), EncryptionKeyArn: z.unknown() });
    const vaults = ofType(resources, 'AWS::Backup::BackupVault', vault);
    const keys = vaults.map(({ stack, properties }) => [
      `${stack} ${properties.BackupVaultName}`,
      target(properties.EncryptionKeyArn).replace(/.*(StageKey).*/, '$1'),
    ]);
    expect(keys.sort()).toEqual([
      ['cas-prod-backup cas-prod-snapshots', 'StageKey'],
      ['cas-prod-copies cas-prod-copies', expect.stringMatching(/^Key/)],
    ]);
    const statement = z.object({ Action: z.unknown(), Principal: z.unknown(), Condition: z.unknown().optional() });
    const policies = z.object({ KeyPolicy: z.object({ Statement: z.array(statement) }) });
    const copiesKey = ofType(resources, 'AWS::KMS::Key', policies).find(({ stack }) => stack === 'cas-prod-copies');
    const open = copiesKey?.properties.KeyPolicy.Statement.filter(({ Principal }) =>
      /"\*"/.test(JSON.stringify(Principal)),
    );
    // A statement for the account would give the role nothing, because its own policy cannot name a key of the other region.
    expect(open?.map(({ Condition }) => JSON.stringify(Condition))).toEqual([
      '{"ArnEquals":{"aws:PrincipalArn":{"Fn::Join":["",["arn:aws:iam::",{"Ref":"AWS::AccountId"},":role/cas-prod-backup"]]}}}',
    ]);
    expect(open?.[0]?.Action).toEqual(
      expect.arrayContaining(['kms:CreateGrant', 'kms:DescribeKey', 'kms:GenerateDataKey']),
    );
    const selection = z.object({ BackupSelection: z.object({ Resources: z.tuple([z.unknown()]) }) });
    const [selected] = ofType(resources, 'AWS::Backup::BackupSelection', selection);
    expect(JSON.stringify(selected?.properties)).toContain('DatabaseCluster5B53A178');
  });
});

describe('encryption', () => {
  const byKey = z
    .unknown()
    .refine((key) => key !== undefined && /StageKey/.test(target(key)), 'not the key of the stage');

  test('uses the key of the stage for database, files, secrets, messages, alarms and logs, and rotates it every year', () => {
    ofType(resources, 'AWS::KMS::Key', z.object({ EnableKeyRotation: z.literal(true) }));
    ofType(resources, 'AWS::RDS::DBCluster', z.object({ StorageEncrypted: z.literal(true), KmsKeyId: byKey }));
    ofType(resources, 'AWS::SecretsManager::Secret', z.object({ KmsKeyId: byKey }));
    ofType(resources, 'AWS::SQS::Queue', z.object({ KmsMasterKeyId: byKey }));
    ofType(resources, 'AWS::SNS::Topic', z.object({ KmsMasterKeyId: byKey }));
    ofType(
      resources,
      'AWS::Logs::LogGroup',
      z.object({ KmsKeyId: byKey, RetentionInDays: z.number().min(30).max(90) }),
    );
    const statements = resources.filter(
      ({ type, logicalId }) => type === 'AWS::S3::Bucket' && !WITHOUT_STATEMENTS.test(logicalId),
    );
    for (const { properties } of statements) {
      expect(JSON.stringify(properties['BucketEncryption'])).toMatch(/StageKey.*"aws:kms"/);
    }
    expect(statements).toHaveLength(4);
  });

  test('changes the password of every database login each month, in both stages', () => {
    const schedule = z.object({
      SecretId: z.unknown(),
      RotationLambdaARN: z.unknown(),
      RotationRules: z.object({ AutomaticallyAfterDays: z.number().max(30) }),
    });
    const rotated = ofType(resources, 'AWS::SecretsManager::RotationSchedule', schedule);
    const logins = ['ownerLogin', 'reportLogin', 'schedulerLogin', 'serviceLogin', 'systemLogin'];
    const names = rotated.map(({ stack, properties }) => [
      stack,
      target(properties.RotationLambdaARN).replace(/[0-9A-F]{8}$/, ''),
      /Secrets(?<name>[a-z]+Login)/.exec(target(properties.SecretId))?.groups?.['name'],
    ]);
    const expected = ['cas-dev-service', 'cas-prod-service'].flatMap((stack) =>
      logins.map((login) => [stack, 'RotateLoginFunction', login]),
    );
    expect(names.sort()).toEqual(expected);
  });

  test('makes buckets, queues and topics refuse access without TLS', () => {
    const policy = z.object({ PolicyDocument: z.unknown() });
    const count = (type: string) => resources.filter((resource) => resource.type === type).length;
    for (const [policies, owners] of [
      ['AWS::S3::BucketPolicy', 'AWS::S3::Bucket'],
      ['AWS::SQS::QueuePolicy', 'AWS::SQS::Queue'],
      ['AWS::SNS::TopicPolicy', 'AWS::SNS::Topic'],
    ] as const) {
      const found = ofType(resources, policies, policy);
      expect(found).toHaveLength(count(owners));
      for (const { properties } of found) {
        expect(JSON.stringify(properties)).toContain('{"Bool":{"aws:SecureTransport":"false"}}');
      }
    }
  });

  test('uses at least TLS 1.2 for the database, its proxy, CloudFront, the load balancer and SFTP', () => {
    ofType(
      resources,
      'AWS::RDS::DBClusterParameterGroup',
      z.object({ Parameters: z.object({ 'rds.force_ssl': z.literal('1') }) }),
    );
    ofType(resources, 'AWS::RDS::DBProxy', z.object({ RequireTLS: z.literal(true) }));
    const listener = z.object({
      Protocol: z.literal('HTTPS'),
      Port: z.literal(443),
      SslPolicy: z.string().regex(/TLS13-1-[23]/),
    });
    ofType(resources, 'AWS::ElasticLoadBalancingV2::Listener', listener);
    ofType(
      resources,
      'AWS::Transfer::Server',
      z.object({ Protocols: z.tuple([z.literal('SFTP')]), SecurityPolicyName: z.string() }),
    );
    const distributions = ofType(
      resources,
      'AWS::CloudFront::Distribution',
      z.object({ DistributionConfig: z.unknown() }),
    );
    const texts = distributions.map(({ properties }) => JSON.stringify(properties)).join();
    // CloudFront sets the version of its own certificate, for the stage without a domain.
    expect(texts.match(/"MinimumProtocolVersion":"[^"]*"/g)).toEqual(['"MinimumProtocolVersion":"TLSv1.2_2021"']);
    expect(texts).not.toContain('"allow-all"');
    expect(texts).not.toContain('"http-only"');
  });
});

test('closes every bucket to the public', () => {
  const closed = z.object({
    BlockPublicAcls: z.literal(true),
    BlockPublicPolicy: z.literal(true),
    IgnorePublicAcls: z.literal(true),
    RestrictPublicBuckets: z.literal(true),
  });
  const buckets = ofType(resources, 'AWS::S3::Bucket', z.object({ PublicAccessBlockConfiguration: closed }));
  expect(buckets.map(({ logicalId }) => logicalId)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Raw/), expect.stringMatching(/^Console/)]),
  );
});

test('deletes files after a week, drop-offs after a month, and old versions and unfinished uploads after a day', () => {
  const bucket = z.object({
    VersioningConfiguration: z.object({ Status: z.string() }).optional(),
    LifecycleConfiguration: z.object({ Rules: z.array(z.record(z.string(), z.unknown())) }),
  });
  const statements = resources.filter(({ logicalId }) => !WITHOUT_STATEMENTS.test(logicalId));
  for (const { logicalId, properties } of ofType(statements, 'AWS::S3::Bucket', bucket)) {
    expect(properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    const expiring = properties.LifecycleConfiguration.Rules.filter((rule) => 'Prefix' in rule);
    for (const rule of expiring) {
      expect(rule).toMatchObject({
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        Status: 'Enabled',
      });
    }
    // A file from SFTP must stay until the sweep has reported its result, whatever else fails.
    expect(expiring.map((rule) => [rule['Prefix'], rule['ExpirationInDays']])).toEqual(
      logicalId.startsWith('Raw')
        ? [['raw/', RAW_KEPT_AT_MOST_DAYS]]
        : [
            ['mail/', RAW_KEPT_AT_MOST_DAYS],
            ['sftp/', DROP_KEPT_AT_MOST_DAYS],
          ],
    );
  }
});

describe('the network', () => {
  test('gives nothing a public address, and the database no way out', () => {
    ofType(resources, 'AWS::RDS::DBInstance', z.object({ PubliclyAccessible: z.literal(false).optional() }));
    ofType(resources, 'AWS::ElasticLoadBalancingV2::LoadBalancer', z.object({ Scheme: z.literal('internal') }));
    const routes = ofType(resources, 'AWS::EC2::Route', z.object({ RouteTableId: z.unknown() }));
    expect(routes.filter(({ properties }) => /database/.test(target(properties.RouteTableId)))).toEqual([]);
    for (const { properties } of ofType(
      resources,
      'AWS::RDS::DBSubnetGroup',
      z.object({ SubnetIds: z.array(z.unknown()) }),
    )) {
      expect(properties.SubnetIds.map(target).every((id) => /databaseSubnet/.test(id))).toBe(true);
    }
  });

  test('contains every function, and the function that calls customers in its restricted subnets', () => {
    const lambda = z.object({
      FunctionName: z.string().optional(),
      VpcConfig: z.object({ SubnetIds: z.array(z.unknown()) }).optional(),
    });
    const own = ofType(resources, 'AWS::Lambda::Function', lambda).filter(
      ({ properties }) => properties.FunctionName !== undefined,
    );
    for (const { properties } of own) {
      const kind = properties.FunctionName?.endsWith('-deliver-webhook') ? /webhooksSubnet/ : /functionsSubnet/;
      expect(
        properties.VpcConfig?.SubnetIds.map(target).every((id) => kind.test(id)),
        properties.FunctionName,
      ).toBe(true);
    }
  });

  test('lets a NAT instance accept traffic only from the network', () => {
    const instances = z.object({
      SourceDestCheck: z.literal(false),
      NetworkInterfaces: z.array(z.object({ GroupSet: z.array(z.unknown()) })).min(1),
    });
    const groups = ofType(
      resources,
      'AWS::EC2::SecurityGroup',
      z.object({
        SecurityGroupIngress: z.array(z.object({ CidrIp: z.string(), IpProtocol: z.string() })).default([]),
      }),
    );
    for (const { stack, properties } of ofType(resources, 'AWS::EC2::Instance', instances)) {
      const own = properties.NetworkInterfaces.flatMap(({ GroupSet }) => GroupSet.map(target));
      const admitted = groups
        .filter((group) => group.stack === stack && own.includes(group.logicalId))
        .flatMap((group) => group.properties.SecurityGroupIngress);
      expect(admitted.map(({ CidrIp, IpProtocol }) => [CidrIp, IpProtocol])).toEqual([[ADDRESSES, '-1']]);
    }
  });

  test('makes API Gateway answer only CloudFront, which proves itself with a secret that no template shows', () => {
    const distributions = ofType(
      resources,
      'AWS::CloudFront::Distribution',
      z.object({ DistributionConfig: z.unknown() }),
    );
    expect(distributions.map(({ stack }) => stack).sort()).toEqual(['cas-dev-service', 'cas-prod-edge']);
    for (const { properties } of distributions) {
      const text = JSON.stringify(properties);
      expect(text).toContain(`"HeaderName":"${ORIGIN_SECRET_HEADER}"`);
      expect(text).toMatch(
        /"\{\{resolve:secretsmanager:",\{"Fn::ImportValue":"cas-(dev|prod)-data:[^"]*SecretsOrigin[^"]*"\},":SecretString:::\}\}"/,
      );
    }
    const variables = z.object({
      FunctionName: z.string(),
      Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
    });
    const behind = ofType(
      resources.filter(({ properties }) => properties['FunctionName'] !== undefined),
      'AWS::Lambda::Function',
      variables,
    )
      .filter(({ properties }) => 'ORIGIN_SECRET_ARN' in properties.Environment.Variables)
      .map(({ properties }) => properties.FunctionName);
    const expected = ['file-drops', 'http-api', 'operator-tasks'];
    expect(behind.sort()).toEqual(['dev', 'prod'].flatMap((stage) => expected.map((name) => `cas-${stage}-${name}`)));
  });

  test('denies every private range before it allows anything but the database', () => {
    const entry = z.object({
      Egress: z.boolean(),
      RuleNumber: z.number(),
      RuleAction: z.enum(['allow', 'deny']),
      CidrBlock: z.string(),
      PortRange: z.object({ From: z.number(), To: z.number() }).optional(),
    });
    const outward = ofType(resources, 'AWS::EC2::NetworkAclEntry', entry)
      .filter(({ stack, properties }) => stack === 'cas-prod-data' && properties.Egress)
      .map(({ properties }) => properties)
      .sort((a, b) => a.RuleNumber - b.RuleNumber);
    const firstOpen = outward.findIndex(({ CidrBlock }) => CidrBlock === '0.0.0.0/0');
    const before = outward.slice(0, firstOpen);
    expect(before.filter(({ RuleAction }) => RuleAction === 'deny').map(({ CidrBlock }) => CidrBlock)).toEqual(
      NO_WEBHOOKS_TO,
    );
    const exceptions = before.filter(({ RuleAction }) => RuleAction === 'allow');
    expect(exceptions.every(({ PortRange }) => PortRange?.From === 5432 && PortRange.To === 5432)).toBe(true);
    expect(exceptions).toHaveLength(2);
  });
});
