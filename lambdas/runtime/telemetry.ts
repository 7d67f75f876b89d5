import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import type { Metrics } from '@aws-lambda-powertools/metrics';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { captureLambdaHandler } from '@aws-lambda-powertools/tracer/middleware';
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { readVariables, VARIABLES } from './aws-settings.ts';
import { type Log, logTo } from './log.ts';
import { type CountMetric, countBy, createMetrics } from './metrics.ts';
import { SERVICE_VERSION } from './version.ts';

/** How a deployed function is seen from outside: lines, figures, and its part of the trace that leads from an upload to its webhook. */
export interface Telemetry {
  readonly functionName: string;
  readonly log: Log;
  readonly count: CountMetric;
  /** Calls of the client become parts of the trace, and messages it sends carry the trace on. */
  readonly traced: <Client>(client: Client) => Client;
  /** To find a trace by. Never anything of a member. */
  readonly annotate: (name: 'requestId', value: string) => void;
  readonly middlewares: MiddlewareObj<unknown, unknown, Error, Context>[];
}

/** Once per process. Outside Lambda nothing is traced. */
export function createTelemetry(functionName: string): Telemetry {
  const { STAGE } = readVariables(VARIABLES.telemetry);
  const logger = new Logger({ serviceName: functionName, persistentKeys: { version: SERVICE_VERSION, stage: STAGE } });
  const metrics = createMetrics(functionName);
  const tracer = new Tracer({ serviceName: functionName });
  return {
    functionName,
    log: logTo(logger),
    count: countBy(metrics),
    traced: (client) => tracer.captureAWSv3Client(client),
    annotate: (name, value) => tracer.putAnnotation(name, value),
    middlewares: [
      injectLambdaContext(logger),
      publish(metrics),
      // What a function answers is members' data as often as not.
      captureLambdaHandler(tracer, { captureResponse: false }),
    ],
  };
}

/** Most invocations count nothing, and the library's own middleware writes a warning about each of them. */
function publish(metrics: Metrics): MiddlewareObj<unknown, unknown, Error, Context> {
  const write = () => {
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  };
  return { after: write, onError: write };
}
