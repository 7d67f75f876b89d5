import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, startFunction } from '../runtime/deployed-function.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { startRelay } from '../runtime/webhook-delivery.ts';
import { createSweepOutbox } from '../schedule/scheduled-task.ts';

const started = startFunction('sweep-outbox', { statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS });

export const handler = lambdaHandler(started.telemetry, createSweepOutbox(startRelay(started)));
