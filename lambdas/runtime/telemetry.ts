import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import type { Metrics } from '@aws-lambda-powertools/metrics';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { captureLambdaHandler } from '@aws-lambda-powertools/tracer/middleware';
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { readVariables, VARIABLES } from './aws-settings.ts';
import { type Log, logTo, SERVICE_VERSION } from './log.ts';
import { type CountMetric, countBy, createMetrics, type NameAccount } from './metrics.ts';

/**
 * The observability of a deployed function: log lines, metrics, and its part of the trace from an upload to its webhook. Only deployed
 * functions load this file: the library of traces follows each promise of the process.
 */
export interface Telemetry {
  readonly functionName: string;
  readonly log: Log;
  readonly count: CountMetric;
  readonly nameAccount: NameAccount;
  /** Adds the client's calls to the trace. Messages that the client sends pass the trace on. */
  readonly traced: <Client>(client: Client) => Client;
  /** Adds a search key to a trace. Never pass member data. */
  readonly annotate: (name: 'requestId', value: string) => void;
  readonly middlewares: MiddlewareObj<unknown, unknown, Error, Context>[];
}

/** Makes the telemetry, once per process. Outside Lambda nothing is traced. */
export function createTelemetry(functionName: string): Telemetry {
  const { STAGE } = readVariables(VARIABLES.telemetry);
  const logger = new Logger({ serviceName: functionName, persistentKeys: { version: SERVICE_VERSION, stage: STAGE } });
  const metrics = createMetrics(functionName);
  const tracer = new Tracer({ serviceName: functionName });
  return {
    functionName,
    log: logTo(logger),
    count: countBy(metrics, process.env['AWS_LAMBDA_FUNCTION_VERSION']),
    nameAccount: (accountId) => metrics.addMetadata('accountId', accountId),
    traced: (client) => tracer.captureAWSv3Client(client),
    annotate: (name, value) => tracer.putAnnotation(name, value),
    middlewares: [
      injectLambdaContext(logger),
      publish(metrics),
      // The trace must not hold responses, because they often hold member data.
      captureLambdaHandler(tracer, { captureResponse: false }),
    ],
  };
}

/**
 * Publishes metrics only if there are any. Most invocations count nothing, and the library's own middleware logs a warning for each of
 * them.
 */
function publish(metrics: Metrics): MiddlewareObj<unknown, unknown, Error, Context> {
  const write = () => {
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  };
  return { after: write, onError: write };
}
