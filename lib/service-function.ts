import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type AssetCode,
  CfnEventInvokeConfig,
  Code,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { AlarmWithRunbook, type Severity } from './alerts.ts';
import type { DataStack } from './data-stack.ts';
import { DATABASE_NAME } from './database.ts';
import { DATABASE_PORT, SUBNETS } from './network.ts';
import { readSecrets, sendTo } from './rights.ts';
import type { DatabaseLogin } from './service-secrets.ts';
import type { Stage } from './stage.ts';

/** Every function of the service. */
export const FUNCTION_NAMES = [
  'http-api',
  'operator-tasks',
  'file-drops',
  'ingest-statement',
  'dead-letter-statement',
  'deliver-webhook',
  'dead-letter-webhook',
  'mail-people',
  'sweep-outbox',
  'recover-jobs',
  'redeliver-webhooks',
  'purge-files',
  'run-saved-reports',
  'sweep-sftp',
  'authorize-sftp-user',
  'receive-mail',
  'migrate-database',
  'rotate-login',
  'try-service',
  'bootstrap-operator',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** Functions with the code of another function and other rights. All others have a bundle of their own name in dist/lambdas. */
const SAME_CODE: Partial<Record<FunctionName, FunctionName>> = {
  'operator-tasks': 'http-api',
  'file-drops': 'http-api',
};

/** Returns the bundled code of a function. It is bundled beforehand, so nothing is compiled or downloaded during synthesis. */
function bundleOf(scope: Construct, name: FunctionName): AssetCode {
  const directory: unknown = scope.node.tryGetContext('bundles');
  const folder = join(typeof directory === 'string' ? directory : 'dist/lambdas', SAME_CODE[name] ?? name);
  if (!existsSync(join(folder, 'index.mjs'))) {
    throw new Error(`There is no ${folder}/index.mjs: run "npm run bundle" first`);
  }
  return Code.fromAsset(folder);
}

export interface ServiceFunctionProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly name: FunctionName;
  readonly description: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** The database logins of the function, with one connection each. */
  readonly logins?: readonly DatabaseLogin[];
  /** True if the function connects as the owner of the database, without the proxy: for migrations only. */
  readonly asOwner?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly rights?: readonly PolicyStatement[];
  /**
   * The largest number of concurrent runs, where the stage reserves concurrency. Omit it for a function that a queue calls, because its
   * event source sets the number.
   */
  readonly concurrency?: number;
  /** True for a function that calls addresses which customers chose; it runs in the subnet for webhooks. */
  readonly callsCustomers?: boolean;
  /** The number of retries and the queue for final failures, for asynchronous calls. */
  readonly failures?: { readonly queue: IQueue; readonly retries: number };
  /** True for every function that is not only called by hand. */
  readonly alarmOnErrors?: boolean;
  /** True for a function that may not be called in each of three periods of the alarm. One failure then raises the alarm. */
  readonly calledRarely?: boolean;
  /** The severity of failures: `page` for a function that no other alarm of this severity watches. */
  readonly errorSeverity?: Severity;
}

/** The length of one of the three periods of the alarms on failures. */
export const ERROR_PERIOD = Duration.minutes(5);

/** The actions of AWSLambdaVPCAccessExecutionRole. */
const NETWORK_INTERFACES = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/** A function with its own role, log, trace and alarm. It has exactly the rights that are listed in this file and passed to it. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { stage, data, name } = props;
    const { network } = data;
    const logGroup = new LogGroup(this, 'Log', {
      encryptionKey: data.key.key,
      retention: stage.logsKept,
      removalPolicy: stage.removalPolicy,
    });
    this.role = this.createRole(props, logGroup);
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: functionName(props),
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: bundleOf(this, name),
      handler: 'index.handler',
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      role: this.role,
      logGroup,
      tracing: Tracing.ACTIVE,
      environment: this.environment(props),
      vpc: network.vpc,
      vpcSubnets: { subnetGroupName: props.callsCustomers ? SUBNETS.webhooks : SUBNETS.functions },
      securityGroups: [props.callsCustomers ? network.webhookGroup : network.functionGroup],
      ...(props.concurrency === undefined || !stage.reservesConcurrency
        ? {}
        : { reservedConcurrentExecutions: props.concurrency }),
    });
    if (props.failures !== undefined) {
      new CfnEventInvokeConfig(this, 'Failures', {
        functionName: this.lambda.functionName,
        qualifier: '$LATEST',
        maximumRetryAttempts: props.failures.retries,
        destinationConfig: { onFailure: { destination: props.failures.queue.queueArn } },
      });
    }
    if (props.alarmOnErrors !== false) this.alarmOnErrors(props);
  }

  private createRole(props: ServiceFunctionProps, log: LogGroup): Role {
    const { data, rights, failures } = props;
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const statements = [
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [log.logGroupArn],
      }),
      // A network interface has no name before it is created.
      new PolicyStatement({ actions: NETWORK_INTERFACES, resources: ['*'] }),
      // Lambda itself uses the right above to connect the function to the network. The function's own code may not: its calls carry the
      // ARN of the function, which is written out here because the function is created after its role.
      new PolicyStatement({
        effect: Effect.DENY,
        actions: NETWORK_INTERFACES,
        resources: ['*'],
        conditions: { ArnEquals: { 'lambda:SourceFunctionArn': functionArn(Stack.of(this), props) } },
      }),
      ...(rights ?? []),
    ];
    const secrets = databaseSecrets(data, props);
    if (secrets.length > 0) statements.push(readSecrets(...secrets.map(([, secret]) => secret)));
    if (failures !== undefined) statements.push(sendTo(failures.queue));
    for (const statement of statements) role.addToPolicy(statement);
    data.key.allowUse(role);
    return role;
  }

  private environment(props: ServiceFunctionProps): Record<string, string> {
    return {
      STAGE: props.stage.name,
      ...(props.logins !== undefined || props.asOwner ? databaseEnvironment(Stack.of(this), props.data, props) : {}),
      // Node's own list of certificate authorities does not include those of RDS.
      NODE_EXTRA_CA_CERTS: '/var/runtime/ca-cert.pem',
      POWERTOOLS_SERVICE_NAME: props.name,
      POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
      POWERTOOLS_LOG_LEVEL: 'INFO',
      ...props.environment,
    };
  }

  /**
   * Alarms on repeated failures of a busy function, whose failed messages are delivered again and counted at the dead-letter queue. A rare
   * function has one call in three periods, so its first failure counts.
   */
  private alarmOnErrors({ data, name, calledRarely = false, errorSeverity = 'ticket' }: ServiceFunctionProps): void {
    const metric = (of: Metric) => of.with({ statistic: Stats.SUM, period: ERROR_PERIOD });
    new AlarmWithRunbook(this, 'Errors', {
      metric: metric(this.lambda.metricErrors()),
      summary: calledRarely ? `${name} failed.` : `${name} failed several times in a quarter of an hour.`,
      runbook: 'function-fails',
      alerts: data.alerts,
      severity: errorSeverity,
      threshold: 1,
      evaluationPeriods: 3,
      ...(calledRarely && { datapointsToAlarm: 1 }),
    });
    new AlarmWithRunbook(this, 'Throttles', {
      metric: metric(this.lambda.metricThrottles()),
      summary: `${name} was throttled for a quarter of an hour: it reached its limit of concurrent runs.`,
      runbook: 'function-throttled',
      alerts: data.alerts,
      severity: 'ticket',
      threshold: 1,
      evaluationPeriods: 3,
      missingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

const functionName = ({ stage, name }: Pick<ServiceFunctionProps, 'stage' | 'name'>) => `${stage.prefix}-${name}`;

function functionArn(stack: Stack, props: Pick<ServiceFunctionProps, 'stage' | 'name'>): string {
  return stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionName(props),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

export const METRICS_NAMESPACE = 'CommissionStatements';

interface DatabaseIdentity {
  readonly logins?: readonly DatabaseLogin[];
  readonly asOwner?: boolean;
}

/** Returns the variables with the database's address and the ARNs of the secrets that the role may read. */
export function databaseEnvironment(
  stack: Stack,
  data: DataStack,
  identity: DatabaseIdentity,
): Readonly<Record<string, string>> {
  const arns = databaseSecrets(data, identity).map(([login, { secretArn }]) => [login, secretArn]);
  return {
    DATABASE_HOST: identity.asOwner ? data.database.directHost : data.database.host,
    DATABASE_READER_HOST: data.database.readerHost,
    DATABASE_PORT: String(DATABASE_PORT),
    DATABASE_NAME,
    DATABASE_SECRET_ARNS: stack.toJsonString(Object.fromEntries(arns)),
  };
}

function databaseSecrets(
  { secrets }: DataStack,
  { logins = [], asOwner = false }: DatabaseIdentity,
): readonly (readonly [string, ISecret])[] {
  const own = logins.map((login) => [login, secrets.logins[login]] as const);
  return asOwner ? [...own, ['owner', secrets.owner] as const] : own;
}

/** Returns the construct id of a function: `http-api` → `HttpApi`. */
export function constructId(name: FunctionName): string {
  return name.replace(/(^|-)([a-z])/g, (_match, _dash: string, letter: string) => letter.toUpperCase());
}

/** Returns the sum of a metric that functions of the service write themselves. */
export function serviceMetric(service: FunctionName, metricName: string): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { service },
    statistic: Stats.SUM,
    period: Duration.minutes(15),
  });
}

/** Returns the same metric of one version of the function, for which it is also counted (lambdas/runtime/metrics.ts). */
export function versionMetric(service: FunctionName, metricName: string, version: string): Metric {
  return serviceMetric(service, metricName).with({ dimensionsMap: { service, version } });
}
