import { recordRun, recoverJobs } from '../../app/operations/scheduled-tasks.ts';
import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/task-limits.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsPublicUrl, awsQueue } from '../runtime/aws-queues.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createMaintenance } from '../runtime/maintenance.ts';
import { countTask } from '../runtime/metrics.ts';
import { createOutboxRelay } from '../runtime/outbox-relay.ts';
import { createTelemetry } from '../runtime/telemetry.ts';
import { createScheduledTask } from '../schedule/scheduled-task.ts';

const telemetry = createTelemetry('recover-jobs');
const database = awsDatabase({
  functionName: telemetry.functionName,
  secrets: awsSecrets(telemetry),
  statementTimeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS - 20,
  poolSize: FUNCTION_POOL_SIZE,
});
const publicUrl = awsPublicUrl();
const { relayOutbox } = createOutboxRelay({
  database,
  queue: awsQueue(telemetry),
  publicUrl: () => publicUrl,
  log: telemetry.log,
});
const runner = { ...createMaintenance(database), relayOutbox };

export const handler = lambdaHandler(
  telemetry,
  createScheduledTask(async () =>
    countTask(telemetry.count, await recordRun(runner, 'recover_jobs', () => recoverJobs(runner))),
  ),
);
