import { recordRun, type TaskName, type TaskRunner } from '../../app/operations/scheduled-tasks.ts';
import type { TaskCounts } from '../../app/platform/portions.ts';
import { createScheduledTask } from '../schedule/scheduled-task.ts';
import { lambdaHandler } from './lambda-handler.ts';
import { createMaintenance } from './maintenance.ts';
import { countTask } from './metrics.ts';
import type { StartedFunction } from './start-function.ts';

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
