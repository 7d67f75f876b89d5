import { Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnRule, Schedule } from 'aws-cdk-lib/aws-events';
import { AnyPrincipal, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { AlarmWithRunbook } from './alerts.ts';
import type { DataStack } from './data-stack.ts';
import type { Stage } from './stage.ts';

/**
 * The time for which snapshots are kept. They are for the loss of the region or the cluster, which is noticed on the same day, and each is
 * billed in full. Mistakes are undone with Aurora's own backups of fourteen days.
 */
const KEPT = Duration.days(7);
const USE_KEY = ['kms:CreateGrant', 'kms:DescribeKey', 'kms:Decrypt', 'kms:GenerateDataKey'];

/** AWS Backup names each snapshot `awsbackup:job-…` and each copy `awsbackup:copyjob-…`. */
const SNAPSHOT_NAMES = 'awsbackup:*';

const vaultName = ({ prefix }: Stage) => `${prefix}-copies`;
const roleName = ({ prefix }: Stage) => `${prefix}-backup`;

export interface CopiesStackProps extends StackProps {
  readonly stage: Stage;
}

/** The stack in another region that receives a copy of the database every night, under a key that the first region cannot use. */
export class CopiesStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: CopiesStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: copies of the database in another region' });
    const { removalPolicy } = stage;
    const key = new Key(this, 'Key', {
      description: `Copies of the database of ${stage.prefix}`,
      enableKeyRotation: true,
      removalPolicy,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        // The role is named by its ARN, because it is created after this stack. The condition narrows the principal "anybody" to that role.
        // The account as the principal would leave the decision to the role's own policy, which cannot name this key.
        principals: [new AnyPrincipal()],
        actions: [...USE_KEY, 'kms:Encrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
        resources: ['*'],
        conditions: { ArnEquals: { 'aws:PrincipalArn': `arn:aws:iam::${Aws.ACCOUNT_ID}:role/${roleName(stage)}` } },
      }),
    );
    new BackupVault(this, 'Vault', { backupVaultName: vaultName(stage), encryptionKey: key, removalPolicy });
  }
}

export interface BackupStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly copiesRegion: string;
}

/**
 * Makes a snapshot of the database every night, and copies it to another region. Aurora's own backups are lost with their region, or with
 * the cluster.
 */
export class BackupStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, copiesRegion, ...props }: BackupStackProps) {
    super(scope, id, { ...props, description: 'Commission statements: nightly snapshots and their copies' });
    const { key } = data.key;
    const { clusterArn } = data.database.cluster;
    const copies = `arn:aws:backup:${copiesRegion}:${Aws.ACCOUNT_ID}:backup-vault:${vaultName(stage)}`;
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: `${stage.prefix}-snapshots`,
      encryptionKey: key,
      removalPolicy: stage.removalPolicy,
    });
    const plan = new BackupPlan(this, 'Plan', { backupPlanName: stage.prefix, backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'nightly',
        scheduleExpression: Schedule.cron({ hour: '7', minute: '0' }),
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(8),
        deleteAfter: KEPT,
        copyActions: [
          { destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copies', copies), deleteAfter: KEPT },
        ],
      }),
    );
    const role = new Role(this, 'Role', {
      roleName: roleName(stage),
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    });
    const vaults = [vault.backupVaultArn, copies];
    const regions = [stage.region, copiesRegion];
    for (const statement of rights({ clusterArn, keyArn: key.keyArn, vaults, regions })) {
      role.addToPolicy(statement);
    }
    plan.addSelection('Database', {
      resources: [BackupResource.fromArn(clusterArn)],
      role: role.withoutPolicyUpdates(),
      disableDefaultBackupPolicy: true,
    });
    new CfnOutput(this, 'CopiesVault', { value: copies });
    this.watch(stage, data);
  }

  /** Adds the alarm for failed backup jobs. The jobs send their state to EventBridge, which counts the events that a rule matches. */
  private watch({ prefix }: Stage, { alerts }: DataStack): void {
    const rule = new CfnRule(this, 'Failed', {
      name: `${prefix}-backup-failed`,
      eventPattern: {
        source: ['aws.backup'],
        'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'] },
      },
      targets: [],
    });
    // The rule has no target, because the alarm counts how often the rule matched. CloudFormation rejects an empty list of targets.
    rule.addPropertyDeletionOverride('Targets');
    new AlarmWithRunbook(this, 'NotBackedUp', {
      metric: new Metric({
        namespace: 'AWS/Events',
        metricName: 'TriggeredRules',
        dimensionsMap: { RuleName: rule.ref },
        statistic: Stats.SUM,
        period: Duration.minutes(5),
      }),
      summary: 'The nightly snapshot of the database or its copy in the other region failed.',
      runbook: 'backup-failed',
      alerts,
      severity: 'ticket',
      threshold: 1,
    });
  }
}

interface BackedUp {
  readonly clusterArn: string;
  readonly keyArn: string;
  readonly vaults: readonly string[];
  /** The regions of the snapshots and of their copies. */
  readonly regions: readonly string[];
}

/** The part of AWS's own backup policy that Aurora needs, limited to the snapshots whose names AWS Backup begins with `awsbackup:`. */
function rights({ clusterArn, keyArn, vaults, regions }: BackedUp): readonly PolicyStatement[] {
  const snapshots = regions.map(
    (region) => `arn:aws:rds:${region}:${Aws.ACCOUNT_ID}:cluster-snapshot:${SNAPSHOT_NAMES}`,
  );
  return [
    new PolicyStatement({ actions: ['rds:ModifyDBCluster', 'rds:ListTagsForResource'], resources: [clusterArn] }),
    new PolicyStatement({ actions: ['rds:CreateDBClusterSnapshot'], resources: [clusterArn, ...snapshots] }),
    new PolicyStatement({
      actions: [
        'rds:AddTagsToResource',
        'rds:CopyDBClusterSnapshot',
        'rds:DeleteDBClusterSnapshot',
        'rds:ListTagsForResource',
      ],
      resources: [...snapshots],
    }),
    new PolicyStatement({
      actions: ['rds:DescribeDBClusterSnapshots', 'rds:DescribeDBClusters', 'tag:GetResources'],
      resources: ['*'],
    }),
    new PolicyStatement({
      actions: ['backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'],
      resources: [...vaults],
    }),
    new PolicyStatement({ actions: USE_KEY, resources: [keyArn] }),
  ];
}
