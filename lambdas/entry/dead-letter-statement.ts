import { createDeadLetterStatement } from '../queue/statement-handler.ts';
import {
  deadLetterFunction,
  SCHEDULED_STATEMENT_TIMEOUT_SECONDS,
  startFunction,
} from '../runtime/deployed-function.ts';
import { deadJobsIn } from '../runtime/single-stores.ts';
import { startRelay } from '../runtime/webhook-delivery.ts';

const started = startFunction('dead-letter-statement', {
  statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS,
});
const { relayOutbox } = startRelay(started);

export const handler = deadLetterFunction(
  started,
  createDeadLetterStatement({ jobs: deadJobsIn(started.database), relayOutbox }),
);
