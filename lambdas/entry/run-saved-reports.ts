import { recordRun } from '../../app/operations/scheduled-tasks.ts';
import { sendScheduledReports } from '../../app/saved-reports/send-scheduled-reports.ts';
import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { SCHEDULED_REPORT_SECONDS_MAX } from '../../core/limits/saved-report-limits.ts';
import { awsDatabase, awsReportRunner } from '../runtime/aws-database.ts';
import { awsMailer } from '../runtime/aws-mail.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createMaintenance } from '../runtime/maintenance.ts';
import { countTask } from '../runtime/metrics.ts';
import { createReportServices } from '../runtime/report-services.ts';
import { createTelemetry } from '../runtime/telemetry.ts';
import { createScheduledTask } from '../schedule/scheduled-task.ts';

const telemetry = createTelemetry('run-saved-reports');
const { functionName, log, count } = telemetry;
const secrets = awsSecrets(telemetry);
const database = awsDatabase({
  functionName,
  secrets,
  statementTimeoutSeconds: SCHEDULED_REPORT_SECONDS_MAX,
  poolSize: FUNCTION_POOL_SIZE,
});
const platform = { runner: awsReportRunner(secrets, database), mailer: awsMailer(telemetry) };
const reports = createReportServices({ database, log }, platform);
const runner = createMaintenance(database);

export const handler = lambdaHandler(
  telemetry,
  createScheduledTask(async () =>
    countTask(count, await recordRun(runner, 'run_saved_reports', () => sendScheduledReports(reports))),
  ),
);
