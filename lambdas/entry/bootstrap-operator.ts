import { createBootstrapOperator } from '../operator/bootstrap-operator.ts';
import { awsBootstrap } from '../runtime/aws-bootstrap.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

const telemetry = createTelemetry('bootstrap-operator');

export const handler = lambdaHandler(telemetry, createBootstrapOperator(awsBootstrap(telemetry)));
