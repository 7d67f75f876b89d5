import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { SCHEDULED_STATEMENT_TIMEOUT_SECONDS, startFunction } from '../runtime/start-function.ts';
import { startRelay } from '../runtime/start-relay.ts';
import { createSweepOutbox } from '../schedule/sweep-outbox.ts';

const started = startFunction('sweep-outbox', { statementTimeoutSeconds: SCHEDULED_STATEMENT_TIMEOUT_SECONDS });

export const handler = lambdaHandler(started.telemetry, createSweepOutbox(startRelay(started)));
