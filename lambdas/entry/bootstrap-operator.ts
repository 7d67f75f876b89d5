import { createBootstrapOperator } from '../operator/operator-handler.ts';
import { awsBootstrap } from '../runtime/aws-bootstrap.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createTelemetry } from '../runtime/log.ts';

const telemetry = createTelemetry('bootstrap-operator');

export const handler = lambdaHandler(telemetry, createBootstrapOperator(awsBootstrap(telemetry)));
