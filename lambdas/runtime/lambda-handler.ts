import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Log } from './log.ts';

export interface FunctionParts {
  readonly functionName: string;
  readonly log: Log;
  /** Around the function where it is deployed (telemetry.ts). */
  readonly middlewares?: readonly MiddlewareObj<unknown, unknown, Error, Context>[];
}

/** What Lambda is told of an error. It writes down all of what is thrown, and the cause may quote a statement. */
class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';

  constructor(functionName: string) {
    super(`${functionName} failed; its log says why`);
  }
}

/** What every Lambda function of the service has around it; the same on AWS and on one machine. */
export function lambdaHandler<Event, Result>(
  { functionName, log, middlewares = [] }: FunctionParts,
  handler: (event: Event, context: Context) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  return middy<Event, Result>()
    .use([...middlewares])
    .use({
      // Thrown on: the queue's or the schedule's own retry is what happens next. Used last, so it is asked first.
      onError: (request) => {
        log('error', 'handler_failed', {
          functionName,
          awsRequestId: request.context.awsRequestId,
          error: request.error,
        });
        request.error = new FunctionFailed(functionName);
      },
    })
    .handler((event, context) => handler(event, context));
}
