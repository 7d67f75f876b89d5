import { createFirstAccountStore } from '../../adapters/postgres/accounts/token-store.ts';
import type { Bootstrap } from '../../app/accounts/manage-accounts.ts';
import { FUNCTION_POOL_SIZE, SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';
import { awsDatabase } from './aws-database.ts';
import { awsPublicUrl } from './aws-queues.ts';
import { awsSecrets } from './aws-secrets.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import type { Telemetry } from './telemetry.ts';

/** Makes the use case that sets up a new installation. */
export function awsBootstrap(telemetry: Telemetry): Bootstrap {
  const { ADMIN_TOKEN_ARN } = readVariables(VARIABLES.operator);
  const secrets = awsSecrets(telemetry);
  const database = awsDatabase({
    functionName: telemetry.functionName,
    secrets,
    statementTimeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS - 20,
    poolSize: FUNCTION_POOL_SIZE,
  });
  return {
    accounts: createFirstAccountStore(database),
    operatorToken: () => secrets.read(ADMIN_TOKEN_ARN),
    url: awsPublicUrl(),
  };
}
