import { recoverJobs } from '../../app/operations/scheduled-tasks.ts';
import { scheduledFunction } from '../runtime/scheduled-function.ts';
import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, startFunction } from '../runtime/start-function.ts';
import { startRelay } from '../runtime/start-relay.ts';

const started = startFunction('recover-jobs', { statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS });
const { relayOutbox } = startRelay(started);

export const handler = scheduledFunction(started, 'recover_jobs', (maintenance) =>
  recoverJobs({ ...maintenance, relayOutbox }),
);
