import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Log } from './log.ts';

export interface FunctionParts {
  readonly functionName: string;
  readonly log: Log;
  /** Middleware around the deployed function (telemetry.ts). */
  readonly middlewares?: readonly MiddlewareObj<unknown, unknown, Error, Context>[];
}

/** The only error that Lambda gets. Lambda logs a thrown error completely, and the cause of the original error may quote a statement. */
class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';

  constructor(functionName: string) {
    super(`${functionName} failed; its log says why`);
  }
}

/** The shared layers of every Lambda function of the service, the same on AWS and on one machine. */
export function lambdaHandler<Event, Result>(
  { functionName, log, middlewares = [] }: FunctionParts,
  handler: (event: Event, context: Context) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  return middy<Event, Result>()
    .use([...middlewares])
    .use({
      // The error is thrown again, so that the queue or the schedule retries. This middleware is registered last, so its onError runs
      // first.
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
