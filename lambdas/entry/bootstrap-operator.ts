import type { Context } from 'aws-lambda';
import { z } from 'zod';
import { type Bootstrap, bootstrapOperator, type Installation } from '../../app/accounts/manage-accounts.ts';
import { awsBootstrap } from '../runtime/aws-bootstrap.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

const telemetry = createTelemetry('bootstrap-operator');

export const handler = lambdaHandler(telemetry, createBootstrapOperator(awsBootstrap(telemetry)));

/** The input of the person who sets an installation up: `{ "accountName": "Harbor Benefits" }`. */
const eventSchema = z.strictObject({
  accountName: z.string().trim().min(1).max(200),
  email: z.email().nullable().default(null),
  tier: z.enum(['standard', 'enterprise']).default('standard'),
});

interface Refusal {
  readonly refused: string;
}

/** Makes the function that a person calls once per installation. */
function createBootstrapOperator(
  parts: Bootstrap,
): (event: unknown, context: Context) => Promise<Installation | Refusal> {
  return async (event, { awsRequestId }) => {
    const parsed = eventSchema.safeParse(event);
    if (!parsed.success) {
      const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'event'}: ${message}`);
      return { refused: faults.join('; ') };
    }
    const { accountName: name, email, tier } = parsed.data;
    const installation = await bootstrapOperator(parts, { name, email, tier }, awsRequestId);
    return installation ?? { refused: 'There is an account already. Make others with the operator token.' };
  };
}
