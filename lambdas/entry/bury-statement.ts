import { createBuryStatement } from '../queue/bury-statement.ts';
import { deadLetterFunction } from '../runtime/dead-letter-function.ts';
import { deadJobsIn } from '../runtime/single-stores.ts';
import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, startFunction } from '../runtime/start-function.ts';
import { startRelay } from '../runtime/start-relay.ts';

const started = startFunction('bury-statement', { statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS });
const { relayOutbox } = startRelay(started);

export const handler = deadLetterFunction(
  started,
  createBuryStatement({ jobs: deadJobsIn(started.database), relayOutbox }),
);
