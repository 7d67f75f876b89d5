import type { Database } from '../../adapters/postgres/connection/database.ts';
import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/task-limits.ts';
import { awsDatabase, type FunctionDatabase } from './aws-database.ts';
import { awsSecrets } from './aws-secrets.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

/** The time limit of statements of scheduled tasks. They end 20 seconds before the time-out of their function. */
export const SCHEDULED_STATEMENT_TIMEOUT_SECONDS = SCHEDULED_TASK_TIMEOUT_SECONDS - 20;

/** The parts that every scheduled and queue function starts with. */
export interface StartedFunction {
  readonly telemetry: Telemetry;
  readonly secrets: ReturnType<typeof awsSecrets>;
  readonly database: Database;
}

interface StartOptions {
  /** The time limit of statements. It is less than the function's time-out, so that a statement ends before the function does. */
  readonly statementTimeoutSeconds: number;
  /** Connects to the database. By default it uses the logins of the service. */
  readonly connect?: (parts: FunctionDatabase) => Database;
}

/** Starts a function by its name. */
export function startFunction(
  name: string,
  { statementTimeoutSeconds, connect = awsDatabase }: StartOptions,
): StartedFunction {
  const telemetry = createTelemetry(name);
  const secrets = awsSecrets(telemetry);
  const database = connect({
    functionName: telemetry.functionName,
    secrets,
    statementTimeoutSeconds,
    poolSize: FUNCTION_POOL_SIZE,
  });
  return { telemetry, secrets, database };
}
