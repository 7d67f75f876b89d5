import { createFirstAccountStore } from '../../adapters/postgres/accounts/account-store.ts';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { connectDatabase, type Database } from '../../adapters/postgres/connection/database.ts';
import { LOGINS, type LoginName } from '../../adapters/postgres/connection/role-logins.ts';
import { createSftpFolderStore } from '../../adapters/postgres/intake/sftp-folder-store.ts';
import { createDeadJobStore } from '../../adapters/postgres/jobs/job-store.ts';
import { connectReports } from '../../adapters/postgres/saved-reports/report-runner.ts';
import { createDeliveryStore } from '../../adapters/postgres/webhooks/delivery-store.ts';
import { secretLogin } from '../../adapters/secrets/database-login.ts';
import type { SecretSource } from '../../adapters/secrets/secrets-manager.ts';
import type { Bootstrap } from '../../app/accounts/bootstrap-operator.ts';
import type { SftpFolderStore } from '../../app/intake/intake-store.ts';
import type { JobStore } from '../../app/jobs/job-store.ts';
import type { ReportRunner } from '../../app/saved-reports/run-saved-report.ts';
import type { DeliveryStore } from '../../app/webhooks/attempt-delivery.ts';
import { FUNCTION_POOL_SIZE, SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';
import { awsSecrets } from './aws-secrets.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import { awsPublicUrl } from './aws-storage.ts';
import type { Telemetry } from './log.ts';

/** Stores for Lambda functions that need only one store. */

export function deadJobsIn(database: Database): Pick<JobStore, 'failDead'> {
  return createDeadJobStore(database);
}

export function deliveriesIn(database: Database): DeliveryStore {
  return createDeliveryStore(database);
}

export function sftpFoldersIn(database: Database): SftpFolderStore {
  return createSftpFolderStore(database);
}

/** Makes the use case that sets up a new installation. */
export function awsBootstrap(telemetry: Telemetry): Bootstrap {
  const { ADMIN_TOKEN_ARN } = readVariables(VARIABLES.operator);
  const secrets = awsSecrets(telemetry);
  const database = awsDatabase({
    functionName: telemetry.functionName,
    secrets,
    statementTimeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS - 20,
    poolSize: FUNCTION_POOL_SIZE,
  });
  return {
    accounts: createFirstAccountStore(database),
    operatorToken: () => secrets.read(ADMIN_TOKEN_ARN),
    url: awsPublicUrl(),
  };
}

export interface FunctionDatabase {
  readonly functionName: string;
  readonly secrets: SecretSource;
  /** The time limit of a statement. It is less than that of the function, so that the database stops first and reports why. */
  readonly statementTimeoutSeconds: number;
  /** The number of connections of each role. */
  readonly poolSize: number;
}

/** The database with one pool per role of the service. It connects at the first statement. */
export function awsDatabase({ functionName, secrets, ...limits }: FunctionDatabase): Database {
  const { DATABASE_SECRET_ARNS: arns, ...server } = readVariables(VARIABLES.database);
  const addressOf = (name: 'service' | 'system') =>
    loginAddress({ ...server, host: server.DATABASE_HOST, name, arn: arns[name] }, secrets);
  return connectDatabase(
    { service: addressOf('service'), system: addressOf('system') },
    { ...limits, applicationName: functionName },
  );
}

/** The database of scheduled reports. All statements run as the scheduler's login, also statements over all accounts. */
export function awsSchedulerDatabase({ functionName, secrets, ...limits }: FunctionDatabase): Database {
  const { DATABASE_SECRET_ARNS: arns, ...server } = readVariables(VARIABLES.scheduledReports);
  const place = { ...server, host: server.DATABASE_HOST, name: 'scheduler', arn: arns.scheduler } as const;
  return connectDatabase(loginAddress(place, secrets), { ...limits, applicationName: functionName });
}

/** Runs analysts' reports for the API, on the reader if the stage has one. */
export function awsReportRunner(secrets: SecretSource, database: Database): ReportRunner {
  const { DATABASE_SECRET_ARNS: arns, ...server } = readVariables(VARIABLES.reports);
  return connectRunner(database, { ...server, secrets, report: arns.report, watcher: ['system', arns.system] });
}

/** Runs analysts' reports for the schedule, on the reader if the stage has one. */
export function awsScheduledReportRunner(secrets: SecretSource, database: Database): ReportRunner {
  const { DATABASE_SECRET_ARNS: arns, ...server } = readVariables(VARIABLES.scheduledReports);
  return connectRunner(database, { ...server, secrets, report: arns.report, watcher: ['scheduler', arns.scheduler] });
}

interface ReportServer {
  readonly DATABASE_HOST: string;
  readonly DATABASE_READER_HOST?: string | undefined;
  readonly DATABASE_PORT: number;
  readonly DATABASE_NAME: string;
  readonly secrets: SecretSource;
  /** The secret of the report login. */
  readonly report: string;
  /** The login, with its secret, that watches reports on the reader. */
  readonly watcher: readonly ['system' | 'scheduler', string];
}

function connectRunner(database: Database, { secrets, report, watcher, ...server }: ReportServer): ReportRunner {
  const { DATABASE_HOST, DATABASE_READER_HOST } = server;
  const place = { ...server, host: DATABASE_READER_HOST ?? DATABASE_HOST };
  const [name, arn] = watcher;
  const system = DATABASE_READER_HOST === undefined ? null : loginAddress({ ...place, name, arn }, secrets);
  return connectReports({ database, report: loginAddress({ ...place, name: 'report', arn: report }, secrets), system });
}

interface LoginPlace {
  readonly host: string;
  readonly DATABASE_PORT: number;
  readonly DATABASE_NAME: string;
  readonly name: LoginName;
  readonly arn: string;
}

function loginAddress(
  { host, DATABASE_PORT: port, DATABASE_NAME: database, name, arn }: LoginPlace,
  secrets: SecretSource,
): DatabaseAddress {
  const login = secretLogin(secrets, { user: LOGINS[name], arn });
  return { kind: 'login', host, port, database, login };
}
