import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Log } from './log.ts';

/** What every Lambda function of the service has around it; the same on AWS and on one machine. */
export function lambdaHandler<Event, Result>(
  { functionName, log }: { readonly functionName: string; readonly log: Log },
  handler: (event: Event) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  return middy<Event, Result>()
    .use({
      // Thrown on: the queue's or the schedule's own retry is what happens next.
      onError: ({ error, context }) => {
        log('error', 'handler_failed', { functionName, awsRequestId: context.awsRequestId, error });
      },
    })
    .handler((event) => handler(event));
}
