import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { lambdaHandler } from './lambda-handler.ts';
import type { StartedFunction } from './start-function.ts';

/** Makes the handler of a function that keeps and counts the messages of a dead-letter queue. */
export function deadLetterFunction(
  { telemetry }: StartedFunction,
  keep: (event: SQSEvent) => Promise<SQSBatchResponse>,
) {
  return lambdaHandler(telemetry, async (event: SQSEvent) => {
    const response = await keep(event);
    telemetry.count('MessagesBuried', event.Records.length);
    return response;
  });
}
