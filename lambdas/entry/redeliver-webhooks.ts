import { recordRun, redeliverWebhooks } from '../../app/operations/scheduled-tasks.ts';
import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/task-limits.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsQueue } from '../runtime/aws-queues.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createMaintenance } from '../runtime/maintenance.ts';
import { countTask } from '../runtime/metrics.ts';
import { deliveriesIn } from '../runtime/single-stores.ts';
import { createTelemetry } from '../runtime/telemetry.ts';
import { createScheduledTask } from '../schedule/scheduled-task.ts';

const telemetry = createTelemetry('redeliver-webhooks');
const database = awsDatabase({
  functionName: telemetry.functionName,
  secrets: awsSecrets(telemetry),
  statementTimeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS - 20,
  poolSize: FUNCTION_POOL_SIZE,
});
const runner = {
  ...createMaintenance(database),
  redelivery: deliveriesIn(database),
  queue: awsQueue(telemetry),
};

export const handler = lambdaHandler(
  telemetry,
  createScheduledTask(async () =>
    countTask(telemetry.count, await recordRun(runner, 'redeliver_webhooks', () => redeliverWebhooks(runner))),
  ),
);
