import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { connectDatabase, type Database } from '../../adapters/postgres/connection/database.ts';
import { LOGINS, type LoginName } from '../../adapters/postgres/connection/role-logins.ts';
import { connectReports } from '../../adapters/postgres/saved-reports/report-runner.ts';
import { type SecretSource, secretLogin } from '../../adapters/secrets/secrets-manager.ts';
import type { ReportRunner } from '../../app/saved-reports/run-saved-report.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';

/** Stores for Lambda functions that need only one store. */

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
