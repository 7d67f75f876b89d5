import { Duration, RemovalPolicies } from 'aws-cdk-lib';
import { ComparisonOperator, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  AuroraPostgresEngineVersion,
  ClientPasswordAuthType,
  ClusterInstance,
  Credentials,
  DatabaseCluster,
  DatabaseClusterEngine,
  DatabaseProxy,
  DatabaseProxyEndpoint,
  ProxyEndpointTargetRole,
  ProxyTarget,
} from 'aws-cdk-lib/aws-rds';
import { Construct } from 'constructs';
import { AlarmWithRunbook, type Alerts } from './alerts.ts';
import { type Network, SUBNETS } from './network.ts';
import { DATABASE_OWNER, type ServiceSecrets } from './service-secrets.ts';
import type { Stage } from './stage.ts';

export const DATABASE_NAME = 'commissions';
const IDLE_SESSION_MS = 120_000;
/**
 * The disk space that one process may use to sort and hash: four times that of a report on one machine, and enough for an index over ten
 * million rows. A statement that needs more fails before the instance's own disk, whose use Aurora does not report, is full.
 */
const TEMPORARY_FILES_KB = 1024 * 1024;

/**
 * The maximum of connections: Aurora's own default with two units, the maximum of the smaller stage. It is fixed, so that it is the same at
 * every size. All functions together use less than 80 % of it, and the rest is for people.
 */
const CONNECTIONS_MAX = 400;
const CONNECTIONS_PLANNED = 0.8 * CONNECTIONS_MAX;

/** The bytes of memory of an Aurora capacity unit. */
const UNIT_BYTES = 2 * 1024 ** 3;
const MEMORY_LEFT_PERCENT = 10;
/** The age at which vacuum is late: it begins at 200 million, and PostgreSQL stops to write at 2,000 million. */
const TRANSACTION_AGE = 500_000_000;
/** Aurora's reader is some 20 ms behind. */
const REPLICA_LAG_MS = 10_000;

export interface DatabaseProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly network: Network;
  readonly secrets: ServiceSecrets;
  readonly alerts: Alerts;
}

/** Aurora PostgreSQL, serverless. In production it has a reader for analysts' SQL and a proxy that survives a failover. */
export class Database extends Construct {
  readonly cluster: DatabaseCluster;
  /** The host that functions connect to, and the host that runs analysts' SQL. */
  readonly host: string;
  readonly readerHost: string;
  /** The host for migrations. They need the owner, whose login the proxy does not have. */
  readonly directHost: string;

  constructor(scope: Construct, id: string, props: DatabaseProps) {
    super(scope, id);
    this.cluster = this.createCluster(props);
    this.directHost = this.cluster.clusterEndpoint.hostname;
    const { isProduction } = props.stage;
    const proxied = isProduction ? this.createProxy(props) : null;
    this.host = proxied?.host ?? this.directHost;
    this.readerHost = proxied?.readerHost ?? this.directHost;
    this.watch(props);
  }

  private createCluster({ stage, key, network, secrets }: DatabaseProps): DatabaseCluster {
    const { capacityMin, capacityMax, backupDays } = stage.database;
    const instance = { enablePerformanceInsights: true, performanceInsightEncryptionKey: key };
    const cluster = new DatabaseCluster(this, 'Cluster', {
      engine: DatabaseClusterEngine.auroraPostgres({ version: AuroraPostgresEngineVersion.VER_17_7 }),
      clusterIdentifier: `${stage.prefix}-database`,
      credentials: Credentials.fromSecret(secrets.owner, DATABASE_OWNER),
      defaultDatabaseName: DATABASE_NAME,
      writer: ClusterInstance.serverlessV2('Writer', instance),
      readers: stage.isProduction
        ? [ClusterInstance.serverlessV2('Reader', { ...instance, scaleWithWriter: true })]
        : [],
      serverlessV2MinCapacity: capacityMin,
      serverlessV2MaxCapacity: capacityMax,
      vpc: network.vpc,
      vpcSubnets: { subnetGroupName: SUBNETS.database },
      securityGroups: [network.databaseGroup],
      storageEncryptionKey: key,
      iamAuthentication: true,
      backup: { retention: Duration.days(backupDays) },
      copyTagsToSnapshot: true,
      deletionProtection: true,
      removalPolicy: stage.removalPolicy,
      parameters: {
        'rds.force_ssl': '1',
        max_connections: String(CONNECTIONS_MAX),
        temp_file_limit: String(TEMPORARY_FILES_KB),
        // Errors, their details and the statements stay out of the log, because they quote rows that name members. The service logs the
        // code of each error itself.
        log_error_verbosity: 'terse',
        log_min_messages: 'log',
        log_min_error_statement: 'panic',
        log_statement: 'none',
        log_min_duration_statement: '-1',
        // A sleeping function leaves its connections open, and an open connection keeps the database from pausing.
        ...(stage.isProduction ? {} : { idle_session_timeout: String(IDLE_SESSION_MS) }),
      },
    });
    // The policy applies to the cluster with its instances and other parts. The construct itself passes on only one of the policies that
    // keep resources.
    RemovalPolicies.of(cluster).apply(stage.removalPolicy);
    return cluster;
  }

  private createProxy({ network, secrets, stage }: DatabaseProps): {
    readonly host: string;
    readonly readerHost: string;
  } {
    const placement = {
      vpc: network.vpc,
      vpcSubnets: { subnetGroupName: SUBNETS.database },
      securityGroups: [network.databaseGroup],
    };
    const proxy = new DatabaseProxy(this, 'Proxy', {
      ...placement,
      dbProxyName: `${stage.prefix}-database`,
      proxyTarget: ProxyTarget.fromCluster(this.cluster),
      secrets: Object.values(secrets.logins),
      requireTLS: true,
      clientPasswordAuthType: ClientPasswordAuthType.POSTGRES_SCRAM_SHA_256,
      maxConnectionsPercent: 80,
      idleClientTimeout: Duration.minutes(10),
    });
    const reader = new DatabaseProxyEndpoint(this, 'ReaderEndpoint', {
      ...placement,
      dbProxy: proxy,
      dbProxyEndpointName: `${stage.prefix}-database-reader`,
      targetRole: ProxyEndpointTargetRole.READ_ONLY,
    });
    return { host: proxy.endpoint, readerHost: reader.endpoint };
  }

  private watch({ stage, alerts }: DatabaseProps): void {
    const { capacityMax } = stage.database;
    const metric = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/RDS',
        metricName,
        dimensionsMap: { DBClusterIdentifier: this.cluster.clusterIdentifier },
        statistic,
        period: Duration.minutes(5),
      });
    const common = { runbook: 'database-at-its-limits', alerts, evaluationPeriods: 3 };
    new AlarmWithRunbook(this, 'CapacityAtLimit', {
      ...common,
      metric: metric('ServerlessDatabaseCapacity', 'Average'),
      summary: `The database has been at its largest size, ${capacityMax} units, for a quarter of an hour.`,
      severity: 'ticket',
      threshold: capacityMax,
    });
    new AlarmWithRunbook(this, 'ManyConnections', {
      ...common,
      metric: metric('DatabaseConnections', 'Maximum'),
      summary: `More than ${CONNECTIONS_PLANNED} connections to the database are open, the number that the service may use.`,
      severity: 'page',
      threshold: CONNECTIONS_PLANNED,
    });
    // Aurora adds the memory by which an instance can still grow, so this nears zero only at the largest size.
    new AlarmWithRunbook(this, 'LittleMemory', {
      ...common,
      metric: metric('FreeableMemory', 'Minimum'),
      summary: `Less than ${MEMORY_LEFT_PERCENT} % of the memory that the database may have is free.`,
      severity: 'page',
      threshold: (MEMORY_LEFT_PERCENT / 100) * capacityMax * UNIT_BYTES,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
    });
    new AlarmWithRunbook(this, 'OldTransactions', {
      ...common,
      metric: metric('MaximumUsedTransactionIDs', 'Maximum'),
      summary: `The oldest transaction is ${TRANSACTION_AGE / 1_000_000} million transactions old: something keeps PostgreSQL from cleaning up.`,
      severity: 'ticket',
      threshold: TRANSACTION_AGE,
    });
    if (!stage.isProduction) return;
    new AlarmWithRunbook(this, 'ReplicaLag', {
      ...common,
      metric: metric('AuroraReplicaLagMaximum', 'Maximum'),
      summary: `The reader is more than ${REPLICA_LAG_MS / 1_000} seconds behind, so saved reports show old figures.`,
      severity: 'ticket',
      threshold: REPLICA_LAG_MS,
    });
  }
}
