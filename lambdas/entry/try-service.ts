import { awsSecrets } from '../runtime/aws-secrets.ts';
import { readVariables, VARIABLES } from '../runtime/aws-settings.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createTelemetry } from '../runtime/telemetry.ts';
import { createCanary, runSmokeSuite } from '../smoke/smoke-suite.ts';

const telemetry = createTelemetry('try-service');
const { PUBLIC_URL: baseUrl } = readVariables(VARIABLES.links);
const { CANARY_TOKEN_ARN, CANARY_PAGES, CANARY_WEBHOOK } = readVariables(VARIABLES.canary);
const secrets = awsSecrets(telemetry);

export const handler = lambdaHandler(
  telemetry,
  createCanary({
    run: async () =>
      runSmokeSuite({
        ...{ baseUrl, token: await secrets.read(CANARY_TOKEN_ARN), hasPages: CANARY_PAGES === 'yes' },
        ...{ webhook: CANARY_WEBHOOK ?? null, seconds: 60 },
      }),
    count: telemetry.count,
    log: telemetry.log,
  }),
);
