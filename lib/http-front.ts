import { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { AlarmWithRunbook } from './alerts.ts';
import type { DataStack } from './data-stack.ts';
import { REQUESTS_BURST_SECONDS, type Stage } from './stage.ts';

const SLOW_MS = 5_000;

/**
 * The logged fields of a request. They have nothing about the caller, and of the address only the path, which contains only ids of the
 * service.
 */
const LOGGED = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
};

export interface HttpFrontProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** The HTTP API passes every request on. The service itself decides who may do what. */
export class HttpFront extends Construct {
  readonly api: HttpApi;
  readonly metrics: { readonly requests: Metric; readonly latency: Metric; readonly serverErrors: Metric };

  constructor(scope: Construct, id: string, { stage, data }: HttpFrontProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { apiName: stage.prefix, createDefaultStage: false });
    const log = new LogGroup(this, 'AccessLog', {
      encryptionKey: data.key.key,
      retention: stage.logsKept,
      removalPolicy: stage.removalPolicy,
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: stage.requestsASecond, burstLimit: REQUESTS_BURST_SECONDS * stage.requestsASecond },
      accessLogSettings: {
        destination: new LogGroupLogDestination(log),
        format: AccessLogFormat.custom(JSON.stringify(LOGGED)),
      },
    });
    const period = Duration.minutes(5);
    this.metrics = {
      requests: this.api.metricCount({ statistic: Stats.SUM, period }),
      latency: this.api.metricLatency({ statistic: Stats.p(99), period }),
      serverErrors: this.api.metricServerError({ statistic: Stats.SUM, period }),
    };
    this.watch(data);
  }

  /**
   * Routes paths to a function. It is a separate call, because the function has to know the address first. By default the function gets
   * every path. `{proxy+}` does not match the root.
   */
  routeTo(lambda: IFunction, paths: readonly string[] = ['/', '/{proxy+}']): void {
    const integration = new HttpLambdaIntegration(lambda.node.path, lambda);
    for (const path of paths) this.api.addRoutes({ path, integration });
  }

  private watch({ alerts }: DataStack): void {
    const { latency } = this.metrics;
    new AlarmWithRunbook(this, 'SlowAnswers', {
      metric: latency,
      summary: `One request in a hundred took more than ${SLOW_MS / 1000} seconds.`,
      runbook: 'api-slow',
      alerts,
      severity: 'ticket',
      threshold: SLOW_MS,
      evaluationPeriods: 3,
    });
  }
}
