// A function that sends one message, like the service's own functions, with their telemetry. lambda-handler.test.ts runs it.
import { createSqsClient, createSqsQueue } from '../../adapters/queue/sqs-queue.ts';
import { lambdaHandler } from '../../lambdas/runtime/lambda-handler.ts';
import { createTelemetry } from '../../lambdas/runtime/telemetry.ts';

const telemetry = createTelemetry('traced');
const client = telemetry.traced(createSqsClient());
const url = process.env['STATEMENTS_QUEUE_URL'] ?? '';

export const handler = lambdaHandler(telemetry, async () => {
  await createSqsQueue({ client, urls: { statements: url } }).send('statements', [{ body: 'message' }]);
});
