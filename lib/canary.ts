import { Duration } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { CANARY_SECONDS, CANARY_TIMEOUT_SECONDS } from '../core/limits/objectives.ts';
import { AlarmWithRunbook } from './alerts.ts';
import type { DataStack } from './data-stack.ts';
import type { Messaging } from './messaging.ts';
import { readSecrets } from './rights.ts';
import { ScheduledFunction } from './scheduled-function.ts';
import { serviceMetric } from './service-metric.ts';
import type { Stage } from './stage.ts';

export interface CanaryProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly service: { readonly messaging: Messaging; readonly publicUrl: string };
}

/** Uses the service every few minutes as an agency does (lambdas/smoke/smoke-suite.ts), from the address that agencies use. */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { stage, data, service }: CanaryProps) {
    super(scope, id);
    if (stage.canaryTokenSecret === undefined) throw new Error('The canary needs canaryTokenSecret');
    const token = Secret.fromSecretCompleteArn(this, 'Token', stage.canaryTokenSecret);
    const failedCalls = service.messaging.failedCalls.queue;
    new ScheduledFunction(this, 'TryService', {
      ...{ stage, data, failedCalls },
      name: 'try-service',
      description: 'Uses the service as an agency does, and counts what fails',
      everySeconds: CANARY_SECONDS,
      memoryMb: 256,
      timeoutSeconds: CANARY_TIMEOUT_SECONDS,
      environment: {
        PUBLIC_URL: service.publicUrl,
        CANARY_TOKEN_ARN: token.secretArn,
        CANARY_PAGES: stage.cloudFront ? 'yes' : 'no',
        ...(stage.canaryWebhook !== undefined && { CANARY_WEBHOOK: stage.canaryWebhook }),
      },
      rights: [readSecrets(token)],
    });
    new AlarmWithRunbook(this, 'Failed', {
      metric: serviceMetric('try-service', 'CanaryFailed').with({
        period: Duration.seconds(Math.max(CANARY_SECONDS, stage.taskSecondsMin)),
      }),
      summary: 'The service does not work for its own test account: two runs in a row failed.',
      runbook: 'canary-failed',
      alerts: data.alerts,
      severity: 'page',
      threshold: 1,
      evaluationPeriods: 2,
    });
  }
}
