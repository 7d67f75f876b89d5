import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { connectDatabase, type Database } from '../../adapters/postgres/connection/database.ts';
import { LOGINS, type LoginName } from '../../adapters/postgres/connection/role-logins.ts';
import { connectReports } from '../../adapters/postgres/saved-reports/report-runner.ts';
import { secretLogin } from '../../adapters/secrets/database-login.ts';
import type { SecretSource } from '../../adapters/secrets/secrets-manager.ts';
import type { ReportRunner } from '../../app/saved-reports/saved-report-ports.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';

interface FunctionDatabase {
  readonly functionName: string;
  readonly secrets: SecretSource;
  /** Less than the time limit of the function, so that the database stops first and reports why. */
  readonly statementTimeoutSeconds: number;
  /** The number of connections of each role. */
  readonly poolSize: number;
}

/** The database with one pool per role of the service. It connects at the first statement. */
export function awsDatabase({ functionName, secrets, ...limits }: FunctionDatabase): Database {
  const { DATABASE_HOST, DATABASE_PORT, DATABASE_NAME, DATABASE_SECRET_ARNS } = readVariables(VARIABLES.database);
  const addressOf = (name: 'service' | 'system') =>
    loginAddress(
      { host: DATABASE_HOST, port: DATABASE_PORT, database: DATABASE_NAME, name, arn: DATABASE_SECRET_ARNS[name] },
      secrets,
    );
  return connectDatabase(
    { service: addressOf('service'), system: addressOf('system') },
    { ...limits, applicationName: functionName },
  );
}

/** Runs analysts' reports, on the reader if the stage has one. */
export function awsReportRunner(secrets: SecretSource, database: Database): ReportRunner {
  const { DATABASE_HOST, DATABASE_READER_HOST, DATABASE_PORT, ...rest } = readVariables(VARIABLES.reports);
  const place = { host: DATABASE_READER_HOST ?? DATABASE_HOST, port: DATABASE_PORT, database: rest.DATABASE_NAME };
  const addressOf = (name: 'report' | 'system') =>
    loginAddress({ ...place, name, arn: rest.DATABASE_SECRET_ARNS[name] }, secrets);
  const system = DATABASE_READER_HOST === undefined ? null : addressOf('system');
  return connectReports({ database, report: addressOf('report'), system });
}

interface LoginPlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly name: LoginName;
  readonly arn: string;
}

function loginAddress({ name, arn, ...place }: LoginPlace, secrets: SecretSource): DatabaseAddress {
  const login = secretLogin(secrets, { user: LOGINS[name], arn });
  return { kind: 'login', ...place, login };
}
