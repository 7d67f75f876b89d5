import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { migrateDeployed, sumDeployed } from '../runtime/aws-migration.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

/** The bundle holds the migrations in a folder beside this file. */
const MIGRATIONS = fileURLToPath(new URL('migrations/', import.meta.url));

const telemetry = createTelemetry('migrate-database');

/** Asks for the sums of the accounts in place of a migration (npm run restore-drill). Only who may deploy may call this function. */
const sumsRequest = z.object({ sumsOf: z.string() });

export const handler = lambdaHandler(telemetry, async (event: unknown) => {
  const asked = sumsRequest.safeParse(event);
  if (asked.success) return sumDeployed(awsSecrets(telemetry), asked.data.sumsOf);
  // The secrets are read on every call, because a deployment may have changed them a moment ago.
  const report = await migrateDeployed(awsSecrets(telemetry), MIGRATIONS);
  telemetry.log('info', 'database_migrated', { ...report });
  if (report.newer.length > 0) {
    telemetry.log('warn', 'database_newer', {
      detail:
        'The database is newer than this version, which works with it. Nothing was applied, and the catalogue stays.',
      migrations: report.newer,
    });
  }
  return report;
});
