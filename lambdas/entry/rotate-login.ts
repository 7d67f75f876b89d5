import { createRotateLogin } from '../rotation/rotate-login.ts';
import { awsRotation } from '../runtime/aws-rotation.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

const telemetry = createTelemetry('rotate-login');

export const handler = lambdaHandler(telemetry, createRotateLogin(awsRotation(telemetry)));
