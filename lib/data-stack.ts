import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { DROP_KEPT_AT_MOST_DAYS, RAW_KEPT_AT_MOST_DAYS } from '../core/limits/retention-limits.ts';
import { AccessLogBucket } from './access-log-bucket.ts';
import { Alerts } from './alerts.ts';
import { Database } from './database.ts';
import { Network } from './network.ts';
import { ServiceSecrets } from './service-secrets.ts';
import type { Stage } from './stage.ts';
import { StageKey } from './stage-key.ts';
import { StatementBucket } from './statement-bucket.ts';

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
