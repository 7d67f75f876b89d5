import { sendScheduledReports } from '../../app/saved-reports/send-scheduled-reports.ts';
import { SCHEDULED_REPORT_SECONDS_MAX } from '../../core/limits/saved-report-limits.ts';
import { awsScheduledReportRunner, awsSchedulerDatabase } from '../runtime/aws-database.ts';
import { awsMailer } from '../runtime/aws-mail.ts';
import { scheduledFunction, startFunction } from '../runtime/deployed-function.ts';
import { createReportServices } from '../runtime/report-services.ts';

const started = startFunction('run-saved-reports', {
  statementTimeoutSeconds: SCHEDULED_REPORT_SECONDS_MAX,
  connect: awsSchedulerDatabase,
});
const { telemetry, secrets, database } = started;
const platform = { runner: awsScheduledReportRunner(secrets, database), mailer: awsMailer(telemetry, database) };
const reports = createReportServices({ database, log: telemetry.log }, platform);

export const handler = scheduledFunction(started, 'run_saved_reports', () => sendScheduledReports(reports));
