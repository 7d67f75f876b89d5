import { awsRotation, createRotateLogin } from '../runtime/aws-secrets.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

const telemetry = createTelemetry('rotate-login');

export const handler = lambdaHandler(telemetry, createRotateLogin(awsRotation(telemetry)));
