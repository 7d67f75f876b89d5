import { sweepSftp } from '../../app/intake/sweep-sftp.ts';
import { recordRun } from '../../app/operations/scheduled-tasks.ts';
import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/task-limits.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsPublicUrl, awsQueue } from '../runtime/aws-queues.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { awsDrops, awsObjects } from '../runtime/aws-storage.ts';
import { createSftpSweep } from '../runtime/intake-services.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createMaintenance } from '../runtime/maintenance.ts';
import { countTask } from '../runtime/metrics.ts';
import { createTelemetry } from '../runtime/telemetry.ts';
import { createUploadIntake } from '../runtime/upload-intake.ts';
import { createScheduledTask } from '../schedule/scheduled-task.ts';

const telemetry = createTelemetry('sweep-sftp');
const { log, count } = telemetry;
const database = awsDatabase({
  functionName: telemetry.functionName,
  secrets: awsSecrets(telemetry),
  statementTimeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS - 20,
  poolSize: FUNCTION_POOL_SIZE,
});
const publicUrl = awsPublicUrl();
const intake = createUploadIntake({
  database,
  objects: awsObjects(telemetry),
  queue: awsQueue(telemetry),
  log,
  publicUrl: () => publicUrl,
});
const sweep = createSftpSweep({ database, log, dropStore: awsDrops(telemetry) }, intake);
const runner = createMaintenance(database);

export const handler = lambdaHandler(
  telemetry,
  createScheduledTask(async () => countTask(count, await recordRun(runner, 'sweep_sftp', () => sweepSftp(sweep)))),
);
