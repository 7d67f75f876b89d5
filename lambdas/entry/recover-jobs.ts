import { recoverJobs } from '../../app/operations/scheduled-tasks.ts';
import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, scheduledFunction, startFunction } from '../runtime/deployed-function.ts';
import { startRelay } from '../runtime/webhook-delivery.ts';

const started = startFunction('recover-jobs', { statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS });
const { relayOutbox } = startRelay(started);

export const handler = scheduledFunction(started, 'recover_jobs', (maintenance) =>
  recoverJobs({ ...maintenance, relayOutbox }),
);
