import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { recordRun, type TaskName, type TaskRunner } from '../../app/operations/scheduled-tasks.ts';
import type { TaskCounts } from '../../app/platform/portions.ts';
import { FUNCTION_POOL_SIZE, SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';
import { createScheduledTask } from '../schedule/scheduled-task.ts';
import { awsDatabase, type FunctionDatabase } from './aws-database.ts';
import { awsSecrets } from './aws-secrets.ts';
import { lambdaHandler } from './lambda-handler.ts';
import { countTask } from './metrics.ts';
import { createMaintenance } from './single-stores.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

/**
 * Adds the check of a new version to a handler. A deployment calls the version without an event of the handler's own kind, before it gets
 * any traffic, and is rolled back if the call fails (lib/deployment-steps.ts).
 */
export function withReleaseCheck<Event extends object, Context, Result, Checked>(
  isOwn: (event: object) => event is Event,
  handler: (event: Event, context: Context) => Promise<Result>,
  check: () => Promise<Checked>,
): (event: unknown, context: Context) => Promise<Result | Checked> {
  return async (event, context) =>
    typeof event === 'object' && event !== null && isOwn(event) ? handler(event, context) : check();
}

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
  /** The number of connections of each role. */
  readonly poolSize?: number;
}

/** Starts a function by its name. */
export function startFunction(
  name: string,
  { statementTimeoutSeconds, connect = awsDatabase, poolSize = FUNCTION_POOL_SIZE }: StartOptions,
): StartedFunction {
  const telemetry = createTelemetry(name);
  const secrets = awsSecrets(telemetry);
  const database = connect({
    functionName: telemetry.functionName,
    secrets,
    statementTimeoutSeconds,
    poolSize,
  });
  return { telemetry, secrets, database };
}

/** Makes the handler of a function that runs one task, records the run and counts it. */
export function scheduledFunction(
  { telemetry, database }: StartedFunction,
  task: TaskName,
  run: (maintenance: Pick<TaskRunner, 'maintenance' | 'elapsedMs'>) => Promise<TaskCounts>,
) {
  const maintenance = createMaintenance(database);
  return lambdaHandler(
    telemetry,
    createScheduledTask(async () =>
      countTask(telemetry.count, await recordRun(maintenance, task, () => run(maintenance))),
    ),
  );
}

/** Makes the handler of a function that keeps and counts the messages of a dead-letter queue. */
export function deadLetterFunction(
  { telemetry }: StartedFunction,
  keep: (event: SQSEvent) => Promise<SQSBatchResponse>,
) {
  return lambdaHandler(telemetry, async (event: SQSEvent) => {
    const response = await keep(event);
    telemetry.count('MessagesBuried', event.Records.length);
    return response;
  });
}
