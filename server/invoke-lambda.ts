import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';

export interface LambdaFunction {
  readonly functionName: string;
  readonly timeoutSeconds: number;
}

/**
 * Calls a handler as Lambda does: with a context and a time-out. Lambda stops the process after a time-out. Here the handler may go on; its
 * late writes are then rejected, because another claim holds its job.
 */
export async function invokeLambda<Event, Result>(
  handler: (event: Event, context: Context) => Promise<Result>,
  event: Event,
  { functionName, timeoutSeconds }: LambdaFunction,
): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    timeout.reject(new Error(`${functionName} was given up after ${timeoutSeconds} seconds`));
  }, timeoutSeconds * 1000);
  try {
    return await Promise.race([handler(event, lambdaContext(functionName, timeoutSeconds)), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function lambdaContext(functionName: string, timeoutSeconds: number): Context {
  // The clock is monotonic, so that setting the system clock back does not give a handler more time.
  const deadline = performance.now() + timeoutSeconds * 1000;
  const unsupported = () => {
    throw new Error('Handlers here return a promise');
  };
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    // The worker's memory on AWS. Locally memory is not limited.
    memoryLimitInMB: '2048',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
    done: unsupported,
    fail: unsupported,
    succeed: unsupported,
  };
}
