import { redeliverWebhooks } from '../../app/operations/scheduled-tasks.ts';
import { awsQueue, awsQueueOfMails } from '../runtime/aws-queues.ts';
import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, scheduledFunction, startFunction } from '../runtime/deployed-function.ts';
import { createOwnerMailing, deliveriesIn } from '../runtime/single-stores.ts';

const started = startFunction('redeliver-webhooks', { statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS });
const redelivery = deliveriesIn(started.database);
const queue = awsQueue(started.telemetry);
const ownerMails = createOwnerMailing(started.database, awsQueueOfMails(started.telemetry));

export const handler = scheduledFunction(started, 'redeliver_webhooks', (maintenance) =>
  redeliverWebhooks({ ...maintenance, redelivery, queue, ownerMails }),
);
