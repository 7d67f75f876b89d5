import { createDeadLetterStatement } from '../queue/dead-letter-statement.ts';
import { deadLetterFunction } from '../runtime/dead-letter-function.ts';
import { deadJobsIn } from '../runtime/single-stores.ts';
import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, startFunction } from '../runtime/start-function.ts';
import { startRelay } from '../runtime/start-relay.ts';

const started = startFunction('dead-letter-statement', {
  statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS,
});
const { relayOutbox } = startRelay(started);

export const handler = deadLetterFunction(
  started,
  createDeadLetterStatement({ jobs: deadJobsIn(started.database), relayOutbox }),
);
