import { purgeFiles, recordRun } from '../../app/operations/scheduled-tasks.ts';
import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/task-limits.ts';
import { createAccountDeletions } from '../runtime/account-deletions.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { awsDrops, awsObjects } from '../runtime/aws-storage.ts';
import { createMailPurge, createSftpPurge } from '../runtime/intake-services.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createMaintenance } from '../runtime/maintenance.ts';
import { countTask } from '../runtime/metrics.ts';
import { createTelemetry } from '../runtime/telemetry.ts';
import { createScheduledTask } from '../schedule/scheduled-task.ts';

const telemetry = createTelemetry('purge-files');
const database = awsDatabase({
  functionName: telemetry.functionName,
  secrets: awsSecrets(telemetry),
  statementTimeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS - 20,
  poolSize: FUNCTION_POOL_SIZE,
});
const objects = awsObjects(telemetry);
const dropStore = awsDrops(telemetry);
const runner = {
  ...createMaintenance(database),
  objects,
  sftpPurge: createSftpPurge({ database, dropStore }),
  mailPurge: createMailPurge({ database, dropStore }),
  deletions: createAccountDeletions({ database, objects, dropStore, log: telemetry.log }),
};

export const handler = lambdaHandler(
  telemetry,
  createScheduledTask(async () =>
    countTask(telemetry.count, await recordRun(runner, 'purge_files', () => purgeFiles(runner))),
  ),
);
